// The operations that each caller may use and the records that it sees: scopes, kinds of firms, members named.
// (interface 5)

import { describe, expect, test } from "vitest";
import { sql } from "../src/platform/store/db.ts";
import { about, examplesOf, failuresOf } from "./examples.ts";
import { type Headers, send, type TestResponse, useTestService } from "./harness.ts";
import { untilOneWaits } from "./lock-waits.ts";
import type { CallerName } from "./sample-template.ts";
import { tokenWith } from "./scoped-token.ts";
import type { Subjects } from "./subjects.ts";

const service = useTestService();

const forbidden = [{ type: "REQUEST", message: "The user is not allowed to use this request." }];

const offers = "/restapi/privateplacementoffers";

/** Each caller with an account of its own and a member for whom an offer's documents are listed. */
const callers: readonly [CallerName, string, string][] = [
  ["adviser", "RA00000001", "ada.whitfield"],
  ["client", "RA00000001", "ada.whitfield"],
  ["issuer", "RC00000001", "redwood.meyer"],
  ["operator", "RA00000001", "ada.whitfield"],
];

/** The subjects of the caller's own firm, if it is another firm than that of the examples. */
async function ownSubjects(caller: CallerName): Promise<Subjects> {
  if (caller !== "issuer" && caller !== "operator") return {};
  const webhookid = await newWebhook(caller);
  return { webhookid, ...(caller === "issuer" && { firmid: "1004" }) };
}

async function newWebhook(caller: CallerName): Promise<string> {
  const body = { url: "https://hooks.example.com/own" };
  const { headers } = await service.call(caller, "POST", "/restapi/webhooks", body);
  return String(headers.location).replace(/.*\//, "");
}

/** The contract's name for each kind of caller. */
const kinds: Partial<Record<CallerName, string>> = {
  adviser: "institutional",
  client: "client",
  issuer: "issuing",
  operator: "operator",
};

test.each(callers)("the %s may call what the contract says, and nothing else", async (...row) => {
  const [caller, account, member] = row;
  const own = await ownSubjects(caller);
  const failures = await failuresOf(examplesOf(service), async (example) => {
    const { method, path, headers } = about(example, {
      accountnumber: account,
      ...(example.subject === "loginid" && { loginid: member }),
      ...own,
    });
    const { "X-Associated-Member-Id": named, ...others } = headers;
    // Issuers and the operator read the bytes of a document for no client.
    const isForClient = example.id !== "getOfferDocument" || ["adviser", "client"].includes(caller);
    const body = example.takesBody ? { unknown: "field" } : undefined;
    const response = await service.call(caller, method, path, body, {
      ...others,
      ...(named !== undefined && isForClient && { "X-Associated-Member-Id": member }),
    });
    if (example.callers.includes(kinds[caller] ?? "")) {
      // The firms of issuers have no billing plans, and get that refusal.
      const isUnsupported = caller === "issuer" && example.template.includes("/billingplans");
      const expected = example.takesBody || isUnsupported ? [400] : [200, 404];
      expect(expected, response.text).toContain(response.status);
    } else {
      expect([response.status, response.body]).toEqual([403, forbidden]);
    }
  });
  expect(failures).toEqual([]);
});

describe("scopes", () => {
  test.each([
    ["a firm with read", ["read"], "1002", [200, 403]],
    ["a firm with write", ["write"], "1002", [403, 400]],
    ["a firm with both", ["read", "write"], "1002", [200, 400]],
    ["a firm with operate", ["operate"], "1002", [403, 403]],
    ["the operator with read", ["read"], "1001", [200, 403]],
    ["the operator with write", ["read", "write"], "1001", [200, 403]],
    ["the operator with operate", ["operate"], "1001", [403, 400]],
  ] as const)("%s: a GET and a POST", async (_, scopes, firmOid, expected) => {
    const token = await tokenWith(service, scopes, firmOid);
    const account = "/restapi/accounts/RA00000001";
    const read = await send(service.app, "GET", account, undefined, token);
    const change = await send(service.app, "POST", `${account}/restrictions`, {}, token);
    expect([read.status, change.status]).toEqual(expected);
  });
});

describe("firms", () => {
  test.each<[CallerName, string, number]>([
    ["adviser", "RA00000001", 200],
    ["adviser", "RB00000001", 403],
    ["adviser", "RC00000001", 403],
    ["otherAdviser", "RB00000001", 200],
    ["otherAdviser", "RA00000001", 403],
    ["issuer", "RC00000001", 200],
    ["issuer", "RA00000001", 403],
    ["operator", "RA00000001", 200],
    ["operator", "RB00000001", 200],
    ["operator", "RC00000001", 200],
    ["client", "RA00000001", 200],
    ["client", "RA00000003", 200],
    ["client", "RA00000004", 403],
    ["client", "RB00000001", 403],
  ])("the %s reading %s gets %s", async (caller, account, status) => {
    const response = await service.call(caller, "GET", `/restapi/accounts/${account}`);
    expect(response.status).toBe(status);
  });
});

describe("a logged-in member", () => {
  const read = (account: string, members: Headers, headers: Headers = {}) =>
    service.signed("adviser", "GET", `/restapi/accounts/${account}`, { members, headers });

  test.each([
    ["staff acts with the firm's rights", "harbor.lin", "RA00000006", 200],
    ["a client sees what it owns", "carol.nguyen", "RA00000006", 200],
    ["a client sees what it was permitted", "ben.whitfield", "RA00000006", 200],
    ["a client does not see its firm's other accounts", "ada.whitfield", "RA00000006", 403],
    ["a member of another firm is refused", "erin.cole", "RA00000006", 403],
    ["another firm's staff is refused", "summit.ortiz", "RA00000006", 403],
    ["a member that does not exist is refused", "nobody", "RA00000006", 403],
    ["a member with U+0000 is refused", "\0", "RA00000006", 403],
    ["a login id's letters count as written", "Carol.Nguyen", "RA00000006", 403],
  ])("%s", async (_, loginId, account, status) => {
    const response = await read(account, { FOLIOWS_MEMBER_ID: loginId });
    expect(response.status).toBe(status);
    if (status === 403) expect(response.body).toEqual(forbidden);
  });

  test("of the operator's may belong to any firm", async () => {
    const members = { FOLIOWS_MEMBER_ID: "bursar.ops", FOLIOWS_SELECTED_MEMBER_ID: "erin.cole" };
    const path = (account: string) => `/restapi/accounts/${account}`;
    const own = await service.signed("operator", "GET", path("RB00000001"), { members });
    expect(own.status).toBe(200);
    const others = await service.signed("operator", "GET", path("RB00000004"), { members });
    expect(others.status).toBe(403);
  });

  test("of another firm reads with the operator, and changes nothing", async () => {
    await service.load({
      "api-users.csv": `apiUserId,firmOid,name,scopes
5004,1001,Bursar operations,"[""read"",""write"",""operate""]"\n`,
    });
    // The rights of its key are remembered for five seconds.
    service.setNow(new Date(+service.now() + 6_000).toISOString());
    const restriction = { reason: { code: "022" }, type: { code: "CR" } };
    const drawing = { loginId: "ada.whitfield", signatureMethod: "SIGNATURE_IMAGE" };
    const sendAs = (loginId: string, method: string, rest: string, body?: object) =>
      service.signed("operator", method, rest, { body, members: { FOLIOWS_MEMBER_ID: loginId } });
    const account = "/restapi/accounts/RA00000001";
    const document = `${offers}/801/documents/rwn-memorandum`;
    for (const loginId of ["ada.whitfield", "harbor.lin"]) {
      expect((await sendAs(loginId, "GET", account)).status).toBe(200);
      for (const refused of [
        await sendAs(loginId, "POST", `${account}/customeragreement`, drawing),
        await sendAs(loginId, "POST", `${account}/restrictions`, restriction),
        // Reading a document is recorded as a view of the member.
        await sendAs(loginId, "GET", document),
      ]) {
        expect([refused.status, refused.body]).toEqual([403, forbidden]);
      }
    }
    const own = await sendAs("bursar.ops", "POST", `${account}/restrictions`, restriction);
    expect(own.status).toBe(201);
    expect((await sendAs("bursar.ops", "GET", document)).status).toBe(200);
  });

  test("who is a client may only sign, and change nothing else", async () => {
    const members = { FOLIOWS_MEMBER_ID: "ada.whitfield" };
    const post = (rest: string, method = "POST") =>
      service.signed("adviser", method, `/restapi/accounts/RA00000001${rest}`, {
        body: {},
        members,
      });
    expect((await post("/customeragreement")).status).toBe(400);
    expect((await post("/restrictions")).status).toBe(403);
    expect((await post("", "PUT")).status).toBe(403);
    const offer = await service.signed("adviser", "POST", offers, { body: {}, members });
    expect(offer.status).toBe(403);
  });

  test("who is a client and acts for another sees what both may see", async () => {
    const member = { FOLIOWS_MEMBER_ID: "ada.whitfield" };
    const other = { ...member, FOLIOWS_SELECTED_MEMBER_ID: "ben.whitfield" };
    expect((await read("RA00000003", other)).status).toBe(200);
    expect((await read("RA00000004", other)).status).toBe(403);
    expect((await read("RA00000001", other)).status).toBe(403);
  });

  const ofWholeFirm = [
    "getFirm getFirmOverview getFirmAssets listFirmWorklist listTaxLossCandidates listBillingPlans getBillingPlan listTrustees getTrustee",
    "listWebhooks getWebhook listDeliveries listLoads getLoad",
  ].flatMap((ids) => ids.split(" "));

  test.each(["adviser", "operator"] as const)(
    "for whom the %s acts reads no record of the whole firm",
    async (caller) => {
      const own = { webhookid: await newWebhook(caller) };
      const examples = examplesOf(service).filter(({ id }) => ofWholeFirm.includes(id));
      expect(examples).toHaveLength(ofWholeFirm.length);
      for (const example of examples) {
        const { method, path, headers } = about(example, own);
        const read = (named: Headers) =>
          service.call(caller, method, path, undefined, { ...headers, ...named });
        expect((await read({})).status, example.id).toBe(200);
        const response = await read({ "X-Associated-Member-Id": "ada.whitfield" });
        expect([response.status, response.body], example.id).toEqual([403, forbidden]);
        // The firm's own staff reads as the firm.
        const ofStaff = await read({ "X-Associated-Member-Id": "harbor.lin" });
        expect(ofStaff.status, example.id).toBe(200);
      }
    },
  );

  test("for whom a firm acts adds no record of the whole firm", async () => {
    const named = { "X-Associated-Member-Id": "ada.whitfield" };
    for (const path of ["/restapi/trustees", "/restapi/webhooks", "/restapi/households"]) {
      const response = await service.call("adviser", "POST", path, {}, named);
      expect([path, response.status, response.body]).toEqual([path, 403, forbidden]);
    }
  });

  test("other than the one its key is bound to is refused", async () => {
    const path = "/restapi/accounts/RA00000003";
    const requestFor = (loginId: string) =>
      service.signed("client", "GET", path, { members: { FOLIOWS_MEMBER_ID: loginId } });
    expect((await requestFor("ada.whitfield")).status).toBe(200);
    expect((await requestFor("ben.whitfield")).status).toBe(403);
    expect((await requestFor("harbor.lin")).status).toBe(403);
  });
});

describe("the client acted for", () => {
  const selected = (loginId: string) => ({ FOLIOWS_SELECTED_MEMBER_ID: loginId });
  const associated = (loginId: string) => ({ "X-Associated-Member-Id": loginId });
  const path = (account: string) => `/restapi/accounts/${account}`;

  test.each([
    ["an account that the client owns", "RA00000001", "ada.whitfield", 200],
    ["an account that the client was permitted", "RA00000006", "ben.whitfield", 200],
    ["an account of the firm that the client may not see", "RA00000006", "ada.whitfield", 403],
    ["an account of another firm's client", "RB00000001", "erin.cole", 403],
    ["a client of another firm", "RA00000001", "erin.cole", 403],
    ["a member that does not exist", "RA00000001", "nobody", 403],
    ["staff, who has the firm's view", "RA00000006", "harbor.park", 200],
  ])("%s", async (_, account, loginId, status) => {
    const bySigned = { members: selected(loginId) };
    const signed = await service.signed("adviser", "GET", path(account), bySigned);
    expect(signed.status).toBe(status);
    const byHeader = await service.call("adviser", "GET", path(account), undefined, {
      ...associated(loginId),
    });
    expect(byHeader.status).toBe(status);
    if (status === 403) expect(byHeader.body).toEqual(forbidden);
  });

  test("limits a change as it limits a read", async () => {
    const change = (account: string) =>
      service.call(
        "adviser",
        "PUT",
        path(account),
        { accountName: "For Ada" },
        {
          ...associated("ada.whitfield"),
        },
      );
    expect((await change("RA00000006")).status).toBe(403);
    expect((await change("RA00000009")).status).toBe(200);
    const entry = (await service.auditOf("RA00000009")).at(-1);
    expect(entry?.caller).toEqual({ apiUser: "5001", firm: "1002", actingFor: "ada.whitfield" });
  });

  test("may be named twice with the same value", async () => {
    const response = await service.signed("adviser", "GET", path("RA00000001"), {
      members: selected("ada.whitfield"),
      headers: associated("ada.whitfield"),
    });
    expect(response.status).toBe(200);
  });

  test("may not be named twice with different values", async () => {
    const response = await service.signed("adviser", "GET", path("RA00000003"), {
      members: selected("ada.whitfield"),
      headers: associated("ben.whitfield"),
    });
    expect([response.status, response.body]).toMatchInlineSnapshot(`
      [
        400,
        [
          {
            "errorCode": "associated.member.rule",
            "message": "FOLIOWS_SELECTED_MEMBER_ID and X-Associated-Member-Id name different members.",
            "type": "VALIDATION_RULE",
          },
        ],
      ]
    `);
  });

  test.each([
    ["of the signature", "adviser", { FOLIOWS_MEMBER_ID: "harbor.lin" }, "harbor.lin"],
    ["to whom the key is bound", "client", {}, "ada.whitfield"],
  ] as const)("is the one selected where the header repeats the member %s", async (...row) => {
    const [, caller, loggedIn, loginId] = row;
    const sendRequest = (account: string, client: string) =>
      service.signed(caller, "GET", path(account), {
        members: { ...loggedIn, ...selected(client) },
        headers: associated(loginId),
      });
    expect((await sendRequest("RA00000001", "ada.whitfield")).status).toBe(200);
    // The firm's staff sees this account; the client that was selected does not.
    expect((await sendRequest("RA00000006", "ada.whitfield")).status).toBe(403);
  });

  test("is also the one selected for an offer's documents where the header repeats the signer", async () => {
    const response = await service.signed("adviser", "GET", `${offers}/801/documents`, {
      members: { FOLIOWS_MEMBER_ID: "harbor.lin", ...selected("ada.whitfield") },
      headers: associated("harbor.lin"),
    });
    expect(response.status).toBe(200);
    expect(response.body[0].loginIdViewing).toBe("ada.whitfield");
  });

  test.each([
    ["another firm's", "erin.cole"],
    ["nobody", "nobody"],
  ])("is looked up before the shape is checked, each that is named: %s", async (_, unknown) => {
    const named = [
      { members: { FOLIOWS_MEMBER_ID: unknown, ...selected("ada.whitfield") }, headers: {} },
      { members: selected(unknown), headers: associated("ada.whitfield") },
      { members: selected("ada.whitfield"), headers: associated(unknown) },
    ];
    for (const each of named) {
      const body = { unknown: "field" };
      const response = await service.signed("adviser", "PUT", path("RA00000001"), {
        body,
        ...each,
      });
      expect([response.status, response.body]).toEqual([403, forbidden]);
    }
  });

  test("can only be the member to whom the key is bound, wherever it is named", async () => {
    for (const named of [
      { members: selected("ada.whitfield"), headers: associated("ben.whitfield") },
      { members: selected("ben.whitfield"), headers: associated("ada.whitfield") },
    ]) {
      expect((await service.signed("client", "GET", path("RA00000003"), named)).status).toBe(403);
    }
  });

  test.each([
    ["UTF-8", "utf8", "łukasz.wójcik"],
    ["Latin-1, where they are not UTF-8", "latin1", "zoé"],
  ] as const)("is named by a header whose bytes are %s", async (_, encoding, loginId) => {
    await service.load({
      "members.csv": `loginId,memberOid,firmOid,membershipType,firstName,lastName
łukasz.wójcik,2191,1002,client,Lukasz,Wojcik\nzoé,2192,1002,client,Zoe,Marin\n`,
    });
    const headers = associated(Buffer.from(loginId, encoding).toString("latin1"));
    const documents = `${offers}/801/documents`;
    const response = await service.call("adviser", "GET", documents, undefined, headers);
    expect([response.status, response.body[0].loginIdViewing]).toEqual([200, loginId]);
  });

  test.each(["", "  "])("is absent where the header is %j", async (value) => {
    const headers = associated(value);
    const response = await service.call("adviser", "GET", path("RA00000006"), undefined, headers);
    expect(response.status).toBe(200);
    const members = { members: selected("ben.whitfield"), headers };
    expect((await service.signed("adviser", "GET", path("RA00000006"), members)).status).toBe(200);
  });

  test.each([undefined, "", " "])("is needed for an offer's documents, not %j", async (value) => {
    const headers = value === undefined ? {} : associated(value);
    const documents = `${offers}/801/documents`;
    const response = await service.call("adviser", "GET", documents, undefined, headers);
    expect([response.status, response.body]).toEqual([
      400,
      [
        {
          type: "VALIDATION_FIELD",
          field: "X-Associated-Member-Id",
          errorCode: "null.associated.member.id",
        },
      ],
    ]);
  });
});

describe("a change", () => {
  test("is checked again in its transaction, under the account's lock", async () => {
    const number = "RA00000013";
    const headers = { "X-Associated-Member-Id": "ben.whitfield" };
    let pending: Promise<TestResponse> | undefined;
    await service.db.transaction(async (tx) => {
      await tx.execute(sql`select from account where account_number = ${number} for update`);
      await tx.execute(sql`
        update account_owner set login_id = 'carol.nguyen' where account_number = ${number}`);
      const body = { accountName: "Passed on" };
      pending = service.call("adviser", "PUT", `/restapi/accounts/${number}`, body, headers);
      await untilOneWaits(service.db);
    });
    const response = await pending;
    expect([response?.status, response?.body]).toEqual([403, forbidden]);
    expect((await service.auditOf(number)).map(({ operation }) => operation)).toEqual([
      "loadFolder",
    ]);
  });
});
