// Transfers from the first request to the last status, and the firms that deliver. (interface 4.6)
import { describe, expect, test } from "vitest";
import { errorCodesOf } from "../../../../test/error-codes.ts";
import { useTestService } from "../../../../test/harness.ts";
import { untilOneWaits } from "../../../../test/lock-waits.ts";
import type { CallerName } from "../../../../test/sample-template.ts";
import { sql } from "../../../platform/store/db.ts";
import { exampleSignature } from "../../clients-and-accounts/agreements/signature.ts";

const service = useTestService({ storedBytesOfFirm: 20_000 });

const path = (account: string, id = "") => `/restapi/accounts/${account}/acatin${id && `/${id}`}`;
const signed = (...owners: string[]) =>
  owners.map((loginId) => ({ loginId, data: exampleSignature }));
const full = {
  loginId: "ben.whitfield",
  contraAccountNumber: "77-120045",
  contraAccountType: "S",
  contraFirmName: "Cedar Clearing",
  transferType: "full",
  rothFiveYear: "2001",
  signatureImageEncoding: "SVG",
  signatures: signed("ben.whitfield"),
};
const joint = {
  ...full,
  loginId: "ada.whitfield",
  contraAccountType: "J",
  rothFiveYear: undefined,
  signatures: signed("ben.whitfield", "ada.whitfield"),
};

const post = (account: string, body: object, caller: CallerName = "adviser") =>
  service.call(caller, "POST", path(account), body);
const put = (account: string, id: string, body: object, caller: CallerName = "operator") =>
  service.call(caller, "PUT", path(account, id), body);
const idIn = ({ headers }: { headers: Record<string, unknown> }) =>
  String(headers.location).split("/").at(-1) ?? "";

async function enter(account: string, body: object): Promise<string> {
  const response = await post(account, body);
  expect([response.status, response.text]).toEqual([201, ""]);
  return idIn(response);
}

test("a transfer is refused whose owner fails verification at that moment", async () => {
  const setStatus = (status: string) => sql`
    update member set cip_status = ${status} where login_id = 'ben.whitfield'`;
  let entering: ReturnType<typeof post> | undefined;
  await service.db.transaction(async (tx) => {
    await tx.execute(setStatus("FAILED"));
    entering = post("RA00000004", full);
    await untilOneWaits(service.db);
  });
  const response = await entering;
  expect(response && errorCodesOf(response)).toEqual(["member.verification.rule"]);
  await service.db.transaction((tx) => tx.execute(setStatus("PASSED")));
});

describe("createTransfer", () => {
  test("enters a transfer with its signatures, which can be read, and is audited without them", async () => {
    const id = await enter("RA00000004", full);
    expect(id).toMatch(/^[A-Z0-9]{8}$/);
    const one = await service.call("adviser", "GET", path("RA00000004", id));
    expect(one.headers["content-language"]).toBe("en");
    expect(one.body).toEqual({
      acatid: id,
      comment: null,
      contraAccountNumber: "77-120045",
      creationTS: "2026-03-02T10:00:00.000-05:00",
      dtcNumber: "0901",
      lastModifiedTS: "2026-03-02T10:00:00.000-05:00",
      status: "Request Pending",
    });
    const list = await service.call("adviser", "GET", path("RA00000004"));
    expect(list.body).toEqual([one.body]);
    const stored = await service.db.rows(sql`
      select login_id as "loginId", image_encoding as encoding,
        content = decode(${exampleSignature}, 'base64') as "isWhole", address
      from transfer_signature where acat_id = ${id}`);
    expect(stored).toEqual([
      { loginId: "ben.whitfield", encoding: "SVG", isWhole: true, address: "127.0.0.1" },
    ]);
    const entry = (await service.auditOf("RA00000004")).at(-1);
    expect(entry).toMatchObject({
      operation: "createTransfer",
      detail: {
        after: {
          transfer: { acatid: id, transferType: "full", contraFirmName: "Cedar Clearing" },
          signatures: [{ loginId: "ben.whitfield" }],
        },
      },
    });
    expect(JSON.stringify(entry)).not.toContain(exampleSignature.slice(0, 40));
    expect((await service.eventsOf("RA00000004")).at(-1)).toEqual({
      type: "transfer.created",
      data: { acatid: id, status: "Request Pending" },
    });
  });

  test("keeps what a partial transfer moves", async () => {
    const id = await enter("RA00000003", {
      ...joint,
      transferType: "partial",
      stocks: [
        { ticker: "ACME", amount: 2.5 },
        { ticker: "BOLT", transferAll: "true" },
      ],
      cashAmount: "10.50",
    });
    const [stored] = await service.db.rows(sql<{ assets: unknown }>`
      select assets from transfer where acat_id = ${id}`);
    expect(stored?.assets).toEqual({
      stocks: [
        { ticker: "ACME", description: null, amount: "2.5" },
        { ticker: "BOLT", description: null, amount: null },
      ],
      cashAmount: "10.50",
      transferAllCash: false,
    });
  });

  test("of two that are alike at the same time one is entered", async () => {
    const twice = { ...joint, contraAccountNumber: "5501 8891" };
    const responses = await Promise.all([post("RA00000003", twice), post("RA00000003", twice)]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 400]);
    const refused = responses.find(({ status }) => status === 400);
    expect(errorCodesOf(refused as never)).toEqual(["acat.duplicate.rule"]);
  });

  test("may follow one that has ended, also one that was loaded", async () => {
    // ACAT-20 is under way and names its firm by the clearing number alone.
    const at = "2026-01-05T10:00:00Z";
    const row = (status: string) => ({
      "transfers.csv": `accountNumber,acatid,transferType,status,contraAccountNumber,dtcNumber,creationTS,lastModifiedTS
RA00000003,ACAT-20,full,${status},90.1,0901,${at},${at}`,
    });
    await service.load(row("Submitted"));
    const again = { ...joint, contraAccountNumber: "901" };
    expect(errorCodesOf(await post("RA00000003", again))).toEqual(["acat.duplicate.rule"]);
    await service.load(row("Rejected"));
    await enter("RA00000003", again);
  });

  test("may be a further part next to a partial one that was loaded", async () => {
    // ACAT-10009 is a partial transfer of this account, which names no assets, as all that are loaded.
    const all = {
      ...full,
      loginId: "carol.nguyen",
      contraAccountNumber: "7735-0019",
      contraAccountType: "I",
      contraFirmName: "Fjord Brokerage",
      rothFiveYear: undefined,
      signatures: signed("carol.nguyen"),
    };
    expect(errorCodesOf(await post("RA00000006", all))).toEqual(["acat.duplicate.rule"]);
    await enter("RA00000006", { ...all, transferType: "partial", cashAmount: "10" });
  });

  test("every fact is judged at once", async () => {
    const bad = {
      ...full,
      loginId: "carol.nguyen",
      contraFirmName: "Nobody",
      signatures: signed("carol.nguyen"),
    };
    expect(errorCodesOf(await post("RA00000007", bad))).toEqual([
      "acat.member.rule",
      "acat.account.type.rule",
      "acat.roth.rule",
      "acat.contra.firm.rule",
      "acat.signature.owner.rule",
      "account.restricted.rule",
    ]);
    const byHand = { ...full, contraFirmName: "Meadow Funds" };
    expect(errorCodesOf(await post("RA00000004", byHand))).toEqual([
      "acat.contra.firm.eligible.rule",
    ]);
  });

  test("an owner who is not verified asks for none", async () => {
    const judge = (status: string) =>
      service.call("operator", "PUT", "/restapi/members/ben.whitfield/verifications", {
        status,
        comment: "Judged again.",
      });
    expect((await judge("FAILED")).status).toBe(200);
    const another = { ...joint, contraAccountNumber: "5501 8892" };
    expect(errorCodesOf(await post("RA00000003", another))).toEqual(["member.verification.rule"]);
    expect((await judge("PASSED")).status).toBe(200);
  });

  test("every fault of the shape too", async () => {
    const bad = { ...full, rothFiveYear: "2027", cashAmount: "1", accountNumber: "RA00000001" };
    const data = "R0lGODlh";
    const response = await post("RA00000004", { ...bad, signatures: [{ loginId: "x", data }] });
    expect(errorCodesOf(response)).toEqual([
      "invalid.roth.five.year",
      "invalid.signature.data",
      "uri.matching.rule",
      "acat.full.assets.rule",
    ]);
    const part = await post("RA00000004", { ...full, transferType: "partial" });
    expect(errorCodesOf(part)).toEqual(["acat.partial.assets.rule"]);
  });

  test("a drawing may be too large, and a firm may have stored enough", async () => {
    const drawing = (size: number) =>
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg"><desc>${"x".repeat(size)}</desc></svg>`,
      ).toString("base64");
    const with_ = (data: string) => ({
      ...full,
      contraAccountNumber: "1",
      signatures: [{ loginId: "ben.whitfield", data }],
    });
    const large = await post("RA00000004", with_(drawing(140_000)));
    expect(errorCodesOf(large)).toEqual(["invalid.signature.size"]);
    const much = await post("RA00000004", with_(drawing(19_800)));
    expect(errorCodesOf(much)).toEqual(["agreement.storage.rule"]);
  });

  test.each<[CallerName | null, number]>([
    ["otherAdviser", 403],
    ["operator", 403],
    ["client", 403],
    ["issuer", 403],
    ["readOnly", 403],
    [null, 401],
  ])("%s gets %i", async (caller, status) => {
    const response = await service.call(caller, "POST", path("RA00000004"), full);
    expect(response.status).toBe(status);
  });
});

describe("updateTransfer", () => {
  const history = (account: string, id: string) =>
    service.call("adviser", "GET", `${path(account, id)}/history`);

  test("moves a transfer to its end, which the history shows", async () => {
    const id = await enter("RA00000002", {
      ...full,
      loginId: "ada.whitfield",
      contraAccountType: "R",
      rothFiveYear: undefined,
      signatures: signed("ada.whitfield"),
    });
    const steps: [string, object][] = [
      ["Submitted", {}],
      ["In Review", {}],
      ["Adjusted", { comment: String.raw`One position stays.\\It cannot be held here.` }],
      ["Adjusted", { comment: "Confirmed by telephone." }],
      ["Settling", {}],
      ["Completed", { comment: null }],
    ];
    for (const [index, [status, more]] of steps.entries()) {
      service.setNow(`2026-03-0${3 + index}T15:00:00Z`);
      const response = await put("RA00000002", id, { status, ...more });
      expect([response.status, response.text, idIn(response)]).toEqual([200, "", id]);
    }
    const late = await put("RA00000002", id, { status: "Failed" });
    expect(errorCodesOf(late)).toEqual(["acat.status.rule"]);
    service.setNow("2026-03-02T15:00:00Z");
    const { body } = await history("RA00000002", id);
    expect(body.map(({ status, comment }: Record<string, string>) => [status, comment])).toEqual([
      ["Request Pending", null],
      ["Submitted", null],
      ["In Review", null],
      ["Adjusted", String.raw`One position stays.\\It cannot be held here.`],
      ["Adjusted", "Confirmed by telephone."],
      ["Settling", null],
      ["Completed", null],
    ]);
    expect(body[1]).toEqual({
      status: "Submitted",
      comment: null,
      reasonCode: null,
      timestamp: "2026-03-03T10:00:00.000-05:00",
    });
    const one = await service.call("adviser", "GET", path("RA00000002", id));
    expect(one.body).toMatchObject({
      status: "Completed",
      comment: null,
      lastModifiedTS: "2026-03-08T11:00:00.000-04:00",
    });
    expect((await service.call("adviser", "GET", path("RA00000002"))).body).toEqual([one.body]);
    const entries = await service.auditOf("RA00000002");
    expect(entries.slice(-2).map(({ detail }) => detail)).toEqual([
      {
        before: { acatid: id, status: "Adjusted", comment: "Confirmed by telephone." },
        after: { acatid: id, status: "Settling", comment: "Confirmed by telephone." },
        detail: { reasonCode: null },
      },
      {
        before: { acatid: id, status: "Settling", comment: "Confirmed by telephone." },
        after: { acatid: id, status: "Completed", comment: null },
        detail: { reasonCode: null },
      },
    ]);
    expect((await service.eventsOf("RA00000002")).at(-1)).toEqual({
      type: "transfer.updated",
      data: { acatid: id, status: "Completed" },
    });
  });

  test("a rejection needs its reason, which the history shows", async () => {
    const bare = await put("RA00000006", "ACAT-10011", { status: "Rejected" });
    expect(errorCodesOf(bare)).toEqual(["null.reason.code"]);
    const good = { status: "Rejected", reasonCode: "02", acatid: "ACAT-10011" };
    expect((await put("RA00000006", "ACAT-10011", good)).status).toBe(200);
    const { body } = await history("RA00000006", "ACAT-10011");
    expect(
      body.map(({ status, reasonCode }: Record<string, string>) => [status, reasonCode]),
    ).toEqual([
      ["Submitted", null],
      ["Rejected", "02"],
    ]);
  });

  test("a firm cancels a pending one, and nothing else", async () => {
    const submit = await put("RA00000006", "ACAT-10012", { status: "Submitted" }, "adviser");
    expect(errorCodesOf(submit)).toEqual(["acat.caller.rule"]);
    const late = await put("RA00000006", "ACAT-10010", { status: "Cancelled" }, "adviser");
    expect(errorCodesOf(late)).toEqual(["acat.status.rule"]);
    const good = await put("RA00000006", "ACAT-10012", { status: "Cancelled" }, "adviser");
    expect(good.status).toBe(200);
  });

  test("of two at the same time the later is judged from the new status", async () => {
    const responses = await Promise.all([
      put("RA00000006", "ACAT-10007", { status: "Completed" }),
      put("RA00000006", "ACAT-10007", { status: "Failed" }),
    ]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  test("what the account does not have is not found", async () => {
    for (const id of ["ACAT-10020", "%00", "x".repeat(200)]) {
      const responses = [
        await put("RA00000006", id, { status: "Cancelled" }),
        await service.call("adviser", "GET", path("RA00000006", id)),
        await history("RA00000006", id),
      ];
      expect(responses.map(({ status, body }) => [status, body[0].errorCode])).toEqual(
        responses.map(() => [404, "acat.not.found"]),
      );
    }
  });

  test.each<[CallerName | null, number]>([
    ["otherAdviser", 403],
    ["client", 403],
    ["issuer", 403],
    ["readOnly", 403],
    [null, 401],
  ])("%s gets %i", async (caller, status) => {
    const body = { status: "Cancelled" };
    const response = await service.call(caller, "PUT", path("RA00000006", "ACAT-10009"), body);
    expect(response.status).toBe(status);
  });
});

describe("a load", () => {
  const at = "2026-01-05T10:00:00Z";
  /** Loads rows of acatid, status, comment and contra account number. */
  const load = (...rows: readonly string[]) =>
    service.load({
      "transfers.csv": [
        "acatid,status,comment,contraAccountNumber,accountNumber,transferType,creationTS,lastModifiedTS",
        ...rows.map((row) => `${row},RA00000005,full,${at},${at}`),
      ].join("\n"),
    });
  const stepsOf = async (id: string) => {
    const { body } = await service.call("adviser", "GET", `${path("RA00000005", id)}/history`);
    return body.map(({ status, comment }: Record<string, string>) => [status, comment]);
  };

  test("adds to the history what it changes", async () => {
    await load("H1,Submitted,,1");
    await load("H1,Submitted,,2");
    await load("H1,Submitted,Sent.,2");
    await load("H1,Settling,Sent.,2");
    expect(await stepsOf("H1")).toEqual([
      ["Submitted", null],
      ["Submitted", "Sent."],
      ["Settling", "Sent."],
    ]);
  });

  test("adds nothing to the history of a transfer that a request has moved on", async () => {
    await load("H2,Submitted,Sent.,3");
    expect((await put("RA00000005", "H2", { status: "In Review" })).status).toBe(200);
    const steps = [
      ["Submitted", "Sent."],
      ["In Review", null],
    ];
    await load("H3,Submitted,,4");
    expect(await stepsOf("H2")).toEqual(steps);
    await load("H2,In Review,Sent.,5", "H3,Submitted,,6");
    expect(await stepsOf("H2")).toEqual(steps);
    expect(await stepsOf("H3")).toEqual([["Submitted", null]]);
    await load("H2,In Review,Seen.,5");
    expect(await stepsOf("H2")).toEqual([...steps, ["In Review", "Seen."]]);
  });
});

describe("listContraFirms", () => {
  const list = (query = "", caller: CallerName = "client") =>
    service.call(caller, "GET", `/restapi/utils/contrafirms${query}`);
  const names = ({ body }: { body: { name: string }[] }) => body.map(({ name }) => name);
  const eligible = [
    "Cedar Clearing",
    "Dune Securities",
    "Elder Trust",
    "Fjord Brokerage",
    "Granite Direct",
  ];

  test("returns them by name, of both kinds or of one", async () => {
    const { body } = await list();
    expect(names({ body })).toEqual([...eligible, "Meadow Funds"]);
    expect(body[0]).toEqual({
      dtcNumber: "0901",
      name: "Cedar Clearing",
      phoneNumber: "5185550100",
      primaryAddress: {
        line1: "4 Elm Street",
        line2: null,
        line3: null,
        city: "Troy",
        state: "NY",
        zipcode: "12180",
        country: "USA",
      },
    });
    expect(body[2]).toEqual({
      dtcNumber: "0903",
      name: "Elder Trust",
      phoneNumber: null,
      primaryAddress: null,
    });
    expect(names(await list("?acateligible=Y", "issuer"))).toEqual(eligible);
    expect(names(await list("?acateligible=N", "operator"))).toEqual(["Meadow Funds"]);
  });

  test.each(["y", "", "Y&acateligible=N"])("refuses the word %j", async (word) => {
    const response = await list(`?acateligible=${word}`);
    expect([response.status, errorCodesOf(response)]).toEqual([400, ["invalid.acateligible"]]);
  });
});
