// Signing a customer agreement over HTTP: the response, what is stored, what is resolved.
import { createHash } from "node:crypto";
import type { Id } from "@bursar/values/ids";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../../test/harness.ts";
import { sampleAgreement } from "../../../../test/sample-template.ts";
import { sql } from "../../../platform/store/db.ts";
import { selectSigners } from "./queries.ts";
import { SignedAgreement } from "./schema.ts";
import { hasRoomFor, selectStoredBytes } from "./stored-bytes-queries.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0L9 9"/></svg>';
const pdf = Buffer.from("%PDF-1.7\nsigned\n\xff\x00", "latin1");
const path = (account: string) => `/restapi/accounts/${account}/customeragreement`;

function imageBy(loginId: string) {
  return {
    loginId,
    signatureMethod: "SIGNATURE_IMAGE",
    signatureImageEncoding: "SVG",
    signatureData: Buffer.from(svg).toString("base64"),
  };
}

function pdfBy(loginId: string) {
  const signatureData = pdf.toString("base64");
  return { loginId, signatureMethod: "SIGNED_PDF", signatureData };
}

interface Stored {
  readonly id: string;
  readonly signer: string;
  readonly method: string;
  readonly encoding: string | null;
  readonly content: Buffer;
  readonly sha256: string;
  readonly w9: boolean | null;
  readonly caller: string;
  readonly address: string;
  readonly at: Date;
}

function storedFor(account: string): Promise<Stored[]> {
  return service.db.rows(sql<Stored>`
    select agreement_id as id, login_id as signer, method, image_encoding as encoding, content,
      encode(content_sha256, 'hex') as sha256, w9_withhold as w9,
      api_user_id || ' ' || coalesce(caller_login_id, '-') as caller, address, signed_at as at
    from customer_agreement where account_number = ${account} order by signed_at, agreement_id`);
}

async function itemsOf(account: string): Promise<string[]> {
  const items = await service.db.rows(sql<{ item: string }>`
    select login_id || ' ' || ifa_type || ' ' || ifa_status as item
    from item_for_attention where account_number = ${account} order by ifa_id`);
  return items.map(({ item }) => item);
}

async function restrictionsOf(account: string): Promise<string[]> {
  const restrictions = await service.db.rows(sql<{ restriction: string }>`
    select reason_code || case when lifted_at is null then ' in force' else ' lifted' end
      as restriction
    from restriction where account_number = ${account} order by restriction_id`);
  return restrictions.map(({ restriction }) => restriction);
}

test("a signature is stored, its item is agreed and restriction 020 is lifted", async () => {
  const account = "RA00000007";
  expect(await restrictionsOf(account)).toEqual(["020 in force"]);

  const body = { ...imageBy("dmitri.ivanov"), w9Withhold: "true" };
  const response = await service.call("adviser", "POST", path(account), body);
  const [stored] = await storedFor(account);

  const base = `http://bursar.test${path(account)}`;
  expect(response).toMatchObject({ status: 200, text: "" });
  expect(response.headers).toMatchObject({
    location: `${base}/${stored?.id}`,
    "content-length": "0",
  });
  expect(stored).toEqual({
    id: stored?.id,
    signer: "dmitri.ivanov",
    method: "SIGNATURE_IMAGE",
    encoding: "SVG",
    content: Buffer.from(svg),
    sha256: createHash("sha256").update(svg).digest("hex"),
    w9: true,
    caller: "5001 -",
    address: "127.0.0.1",
    at: service.now(),
  });
  expect(await itemsOf(account)).toEqual(["dmitri.ivanov SA A", "dmitri.ivanov AA I"]);
  expect(await restrictionsOf(account)).toEqual(["020 lifted"]);

  const entries = await service.auditOf(account);
  const entry = entries.at(-1);
  expect({ ...entry, detail: { ...entry?.detail.detail, id: "drawn" } }).toMatchInlineSnapshot(`
    {
      "caller": {
        "apiUser": "5001",
        "firm": "1002",
      },
      "detail": {
        "id": "drawn",
        "imageEncoding": "SVG",
        "itemsResolved": [
          "4515",
        ],
        "method": "SIGNATURE_IMAGE",
        "restrictionsLifted": [
          "4002",
        ],
        "sha256": "5817efdd26014b883eeb9d4cc7043bd0b32cd6ed405309770466d58bcb80740c",
        "signer": "dmitri.ivanov",
        "size": "66",
        "w9Withhold": true,
      },
      "operation": "signCustomerAgreement",
      "sequence": "2",
    }
  `);
  expect(JSON.stringify(entry)).not.toContain(body.signatureData);
});

test("signing again is stored again; the item and the restriction stay as they are", async () => {
  const account = "RA00000007";
  service.setNow("2026-03-02T15:00:01Z");
  const response = await service.call("adviser", "POST", path(account), pdfBy("dmitri.ivanov"));
  expect(response.status).toBe(200);
  const stored = await storedFor(account);
  expect(stored.map(({ method }) => method)).toEqual(["SIGNATURE_IMAGE", "SIGNED_PDF"]);
  expect(stored[1]).toMatchObject({ encoding: null, content: pdf, w9: null });
  expect(await itemsOf(account)).toEqual(["dmitri.ivanov SA A", "dmitri.ivanov AA I"]);
  const { detail } = (await service.auditOf(account)).at(-1)?.detail ?? {};
  expect(detail).toMatchObject({ itemsResolved: [], restrictionsLifted: [] });
});

test("an account without an item for attention is signed all the same", async () => {
  await service.load({
    "accounts.csv":
      "accountNumber,accountName,accountType,owners,billingPlanOid,openedOn\n" +
      'RA00000099,No items,I,"[""dmitri.ivanov""]",3001,2026-02-26\n',
  });
  const response = await service.call(
    "adviser",
    "POST",
    path("RA00000099"),
    pdfBy("dmitri.ivanov"),
  );
  expect(response.status).toBe(200);
  expect(await storedFor("RA00000099")).toHaveLength(1);
  expect(await itemsOf("RA00000099")).toEqual([]);
});

test("the signatures of two owners who sign at once are both stored, and 020 is lifted once", async () => {
  const account = "RA00000008";
  const responses = await Promise.all([
    service.call("adviser", "POST", path(account), imageBy("dmitri.ivanov")),
    service.call("adviser", "POST", path(account), pdfBy("elena.rossi")),
  ]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  const stored = await storedFor(account);
  expect(stored.map(({ signer }) => signer).toSorted()).toEqual(["dmitri.ivanov", "elena.rossi"]);
  expect(await itemsOf(account)).toEqual(["dmitri.ivanov SA A", "elena.rossi SA A"]);
  expect(await restrictionsOf(account)).toEqual(["020 lifted"]);
  const entries = (await service.auditOf(account)).slice(-2);
  const lifted = entries.map(({ detail }) => detail.detail.restrictionsLifted);
  expect(lifted).toEqual([[], ["4003"]]);
});

test("who has signed an account is found once, however often that was", async () => {
  const account = "RA00000008";
  for (const again of [pdfBy("dmitri.ivanov"), pdfBy("elena.rossi"), pdfBy("dmitri.ivanov")]) {
    expect((await service.call("adviser", "POST", path(account), again)).status).toBe(200);
  }
  expect(await selectSigners(service.db, account)).toEqual([
    { loginId: "dmitri.ivanov" },
    { loginId: "elena.rossi" },
  ]);
  expect(await selectSigners(service.db, "RZ00000000")).toEqual([]);
});

test.each([
  ["A", ["020 lifted"]],
  ["Y", ["020 lifted"]],
  ["O", ["020 lifted"]],
  ["I", ["020 in force"]],
  ["V", ["020 in force"]],
  ["R", ["020 in force"]],
  ["N", ["020 in force"]],
  ["X", ["020 in force"]],
])("with the other owner's item at %s, a signature leaves %j", async (status, expected) => {
  const place = "AYOIVRNX".indexOf(status);
  const account = `RA0000020${place}`;
  await service.load({
    "accounts.csv":
      "accountNumber,accountName,accountType,owners,billingPlanOid,openedOn\n" +
      `${account},Joint ${status},J,"[""dmitri.ivanov"",""elena.rossi""]",3001,2026-02-26\n`,
    "items-for-attention.csv":
      "accountNumber,id,loginId,ifaType,ifaStatus,startDate\n" +
      `${account},1${place},elena.rossi,SA,${status},2026-02-26\n` +
      `${account},2${place},elena.rossi,AA,A,2026-02-26\n`,
    "restrictions.csv":
      "accountNumber,accountRestrictionId,reason.code,type.code,creationTs\n" +
      `${account},1,020,CR,2026-02-26T09:00:00-05:00\n`,
  });
  const response = await service.call("adviser", "POST", path(account), imageBy("dmitri.ivanov"));
  expect(response.status).toBe(200);
  expect(await restrictionsOf(account)).toEqual(expected);
  expect(await itemsOf(account)).toEqual([`elena.rossi SA ${status}`, "elena.rossi AA A"]);
});

test("other restrictions stay, and so do other members' items", async () => {
  const account = "RA00000006";
  await service.call("adviser", "POST", path(account), imageBy("carol.nguyen"));
  expect(await restrictionsOf(account)).toEqual(["021 in force"]);
  expect(await itemsOf(account)).toEqual([
    "carol.nguyen SA A",
    "carol.nguyen AN X",
    "carol.nguyen IA I",
  ]);
});

test("a client signs for itself, and the record names it", async () => {
  const response = await service.call(
    "client",
    "POST",
    path("RA00000003"),
    imageBy("ada.whitfield"),
  );
  expect(response.status).toBe(200);
  const [stored] = await storedFor("RA00000003");
  expect(stored?.caller).toBe("5005 ada.whitfield");
});

const forbidden = [{ type: "REQUEST", message: "The user is not allowed to use this request." }];

test.each([
  ["a client for another owner", "client", "RA00000003", "ben.whitfield"],
  ["a client on an account that is not its own", "client", "RA00000007", "ada.whitfield"],
  ["another firm", "otherAdviser", "RA00000001", "ada.whitfield"],
  ["an issuing firm", "issuer", "RC00000001", "redwood.meyer"],
  ["the operator", "operator", "RA00000001", "ada.whitfield"],
  ["a key that only reads", "readOnly", "RA00000001", "ada.whitfield"],
  ["anyone on an account that does not exist", "adviser", "RA99999999", "ada.whitfield"],
] as const)("%s is not allowed to sign", async (_, caller, account, loginId) => {
  const before = await storedFor(account);
  const response = await service.call(caller, "POST", path(account), imageBy(loginId));
  expect([response.status, response.body]).toEqual([403, forbidden]);
  expect(await storedFor(account)).toEqual(before);
});

test.each([
  ["a member who is no owner", "RA00000001", "carol.nguyen"],
  ["a member who may only look", "RA00000006", "ben.whitfield"],
  ["another firm's member", "RA00000001", "erin.cole"],
  ["a login id that no one has", "RA00000001", "nobody"],
])("%s does not sign", async (_, account, loginId) => {
  const before = await service.auditOf(account);
  const response = await service.call("adviser", "POST", path(account), imageBy(loginId));
  expect([response.status, response.body]).toEqual([
    400,
    [
      {
        type: "VALIDATION_RULE",
        errorCode: "agreement.signer.rule",
        message: "The member is not an owner of the account.",
      },
    ],
  ]);
  expect(await service.auditOf(account)).toEqual(before);
});

test("every problem of the shape is reported at once and in order", async () => {
  const body = { loginid: "ada.whitfield", signatureData: "no Base64" };
  const response = await service.call("adviser", "POST", path("RA00000001"), body);
  expect([response.status, response.headers["content-type"], response.body]).toMatchInlineSnapshot(`
    [
      400,
      "application/json; charset=utf-8",
      [
        {
          "field": "loginid",
          "message": "The field is unrecognized.",
          "type": "SYNTAX",
        },
        {
          "errorCode": "null.login.id",
          "field": "loginId",
          "type": "VALIDATION_FIELD",
        },
        {
          "errorCode": "invalid.signature.data",
          "field": "signatureData",
          "type": "VALIDATION_FIELD",
        },
        {
          "errorCode": "null.signature.method",
          "field": "signatureMethod",
          "type": "VALIDATION_FIELD",
        },
      ],
    ]
  `);
});

test("a body that is not an object is a problem of the body alone", async () => {
  for (const body of ["[]", "null", '"text"', "{", ""]) {
    const response = await service.call("adviser", "POST", path("RA00000001"), body);
    expect([response.status, response.body]).toMatchObject([
      400,
      [{ type: "SYNTAX", field: "body" }],
    ]);
  }
});

test("a signature may be as large as the limit, and not larger", async () => {
  const ofSize = (bytes: number) => {
    const content = Buffer.alloc(bytes, 0x20);
    content.write("%PDF-1.7");
    return { ...pdfBy("ada.whitfield"), signatureData: content.toString("base64") };
  };
  const large = await service.call("adviser", "POST", path("RA00000001"), ofSize(3_145_000));
  expect(large.status).toBe(200);
  const larger = await service.call("adviser", "POST", path("RA00000001"), ofSize(3_146_000));
  expect([larger.status, larger.body]).toMatchInlineSnapshot(`
    [
      413,
      [
        {
          "errorCode": "body.too.large",
          "message": "The body is larger than this request accepts. At most 4,194,304 bytes are accepted.",
          "type": "REQUEST",
        },
      ],
    ]
  `);
});

test("a repeat with the same key returns the first signature and stores no second one", async () => {
  const before = (await storedFor("RA00000004")).length;
  const send = (body: unknown) =>
    service.call("adviser", "POST", path("RA00000004"), body, { "Idempotency-Key": "sign-1" });
  const first = await send(imageBy("ben.whitfield"));
  const second = await send(imageBy("ben.whitfield"));
  expect(second.headers.location).toBe(first.headers.location);
  expect(second.headers["idempotency-replayed"]).toBe("true");
  expect((await storedFor("RA00000004")).length).toBe(before + 1);
  expect((await send(pdfBy("ben.whitfield"))).status).toBe(422);
});

test("the example of the contract is accepted", async () => {
  const [example] = (SignedAgreement as { examples?: unknown[] }).examples ?? [];
  const response = await service.call("adviser", "POST", path("RA00000001"), example);
  expect(response.status).toBe(200);
});

test("the writer cannot change or remove a signature", async () => {
  const change = service.db.transaction((tx) =>
    tx.execute(sql`update customer_agreement set w9_withhold = true`),
  );
  await expect(change).rejects.toThrow("permission denied");
  const removal = service.db.transaction((tx) => tx.execute(sql`delete from customer_agreement`));
  await expect(removal).rejects.toThrow("permission denied");
});

describe("the bytes that a firm has stored", () => {
  const counted = () =>
    service.admin(
      "select firm_oid, sum(bytes) as bytes from firm_stored_bytes group by 1 order by 1",
    );

  test("are counted as they are stored", async () => {
    const before = await counted();
    await service.call("adviser", "POST", path("RA00000001"), pdfBy("ada.whitfield"));
    const after = await counted();
    expect(after.rows).not.toEqual(before.rows);
    const again = await service.admin(
      `select firm_oid, sum(length(content)) as bytes
       from customer_agreement join api_user using (api_user_id) group by 1 order by 1`,
    );
    expect(after.rows).toEqual(again.rows);
  });

  test("are limited: a signature too many is refused, another firm's is not", async () => {
    const size = (text: string) => Buffer.byteLength(text);
    const storedBytesOfFirm = size(sampleAgreement.drawing) + 2 * size(svg) - 1;
    const limited = await openTestService({ storedBytesOfFirm });
    try {
      const sign = (caller: "adviser" | "otherAdviser", account: string, loginId: string) =>
        limited.call(caller, "POST", path(account), imageBy(loginId));
      const first = await sign("adviser", "RA00000001", "ada.whitfield");
      const second = await sign("adviser", "RA00000001", "ada.whitfield");
      const other = await sign("otherAdviser", "RB00000001", "erin.cole");
      expect([first.status, second.status, other.status]).toEqual([200, 400, 200]);
      expect(second.body).toEqual([
        {
          type: "VALIDATION_RULE",
          errorCode: "agreement.storage.rule",
          message: "The firm's signatures and documents have reached the size that may be stored.",
        },
      ]);
    } finally {
      await limited.close();
    }
  });

  test("include the documents of its offers, and are shown to the monitor", async () => {
    const { rows } = await service.admin(
      "select sum(length(content))::int as bytes from offer_document where issuing_firm_oid = 1004",
    );
    const [{ bytes }] = rows as [{ bytes: number }];
    const hasRoom = (most: number) =>
      hasRoomFor(service.db, { firmOid: "1004" as Id, size: 1, most });
    expect([await hasRoom(bytes + 1), await hasRoom(bytes)]).toEqual([true, false]);
    const all = await service.admin(`
      select (select sum(length(content)) from customer_agreement)
        + (select sum(length(content)) from offer_document) as total`);
    expect((await selectStoredBytes(service.db))?.total).toBe(all.rows[0].total);
  });
});
