// Listing restrictions and lifting them over HTTP. (interface 4.11, 6)
import { describe, expect, test } from "vitest";
import { errorCodesOf } from "../../../../test/error-codes.ts";
import {
  send,
  signedHeader,
  type TestResponse,
  testBase,
  useTestService,
} from "../../../../test/harness.ts";
import { sql } from "../../../platform/store/db.ts";
import { problemsWithLifting } from "./rules.ts";

const service = useTestService();

const path = (account: string) => `/restapi/accounts/${account}/restrictions`;
const idOf = (response: TestResponse) => String(response.headers.location).split("/").at(-1) ?? "";

async function place(account: string, reason: string, type = "CR"): Promise<string> {
  const body = { reason: { code: reason }, type: { code: type } };
  const response = await service.call("operator", "POST", path(account), body);
  expect(response.status, response.text).toBe(201);
  return idOf(response);
}

const lift = (account: string, id: string, caller: "adviser" | "operator" = "adviser") =>
  service.call(caller, "DELETE", `${path(account)}/${id}`);

async function listed(account: string): Promise<string[]> {
  const { body } = await service.call("adviser", "GET", path(account));
  return body.map(({ accountRestrictionId: id }: { accountRestrictionId: string }) => id);
}

describe("who may lift which reason", () => {
  test.each([
    ["020", "institutional", ["restriction.lift.rule"]],
    ["021", "institutional", []],
    ["022", "institutional", []],
    ["020", "operator", []],
    ["021", "operator", []],
    ["022", "operator", []],
  ] as const)("%s by the %s firm", (reasonCode, firmKind, codes) => {
    const problems = problemsWithLifting({ reasonCode }, firmKind);
    expect(problems.map((each) => "errorCode" in each && each.errorCode)).toEqual(codes);
  });
});

test("the restrictions in force are listed with every field, oldest first", async () => {
  expect((await service.call("adviser", "GET", path("RA00000001"))).body).toEqual([]);
  service.setNow("2026-03-02T15:00:01.000Z");
  const first = await place("RA00000001", "022");
  service.setNow("2026-03-02T15:00:02.000Z");
  const second = await place("RA00000001", "021", "SO");
  service.setNow("2026-03-02T15:00:03.000Z");
  const third = await place("RA00000001", "021");
  expect(await listed("RA00000001")).toEqual([first, second, third]);
  await lift("RA00000001", second);
  const { status, body } = await service.call("adviser", "GET", path("RA00000001"));
  expect([status, body.length]).toEqual([200, 2]);
  expect({ ...body[0], accountRestrictionId: "drawn" }).toMatchInlineSnapshot(`
    {
      "accountNumber": "RA00000001",
      "accountRestrictionId": "drawn",
      "creationTs": "2026-03-02T10:00:01.000-05:00",
      "inceptionInfo": null,
      "reason": {
        "code": "022",
        "comments": "API Firm has not had their client approve.",
        "name": "API Account Approval",
      },
      "type": {
        "code": "CR",
        "description": "Account is completely restricted",
        "title": "Complete Restriction",
      },
    }
  `);
});

test("a restriction is lifted, returned with its address, and is no longer in force", async () => {
  const id = await place("RA00000002", "021");
  service.setNow("2026-03-02T16:00:00.000Z");
  const response = await lift("RA00000002", id);
  expect(response).toMatchObject({ status: 200, text: "" });
  expect(response.headers).toMatchObject({
    location: `${testBase}${path("RA00000002")}/${id}`,
    "content-length": "0",
  });
  expect(await listed("RA00000002")).toEqual([]);
  expect((await service.call("adviser", "GET", `${path("RA00000002")}/${id}`)).status).toBe(404);
  const stored = await service.db.rows(sql<{ liftedAt: Date }>`
    select lifted_at as "liftedAt" from restriction where restriction_id = ${id}`);
  expect(stored).toEqual([{ liftedAt: service.now() }]);
  expect((await service.eventsOf("RA00000002")).at(-1)).toMatchObject({
    type: "restriction.lifted",
    data: { reasonCode: expect.any(String), typeCode: expect.any(String) },
  });
  const entry = (await service.auditOf("RA00000002")).at(-1);
  expect(entry).toMatchObject({
    operation: "liftRestriction",
    caller: { apiUser: "5001", firm: "1002" },
    detail: { detail: { restrictionsLifted: [id] } },
  });
});

test("a restriction of the same kind may be placed again once one was lifted", async () => {
  await lift("RA00000002", await place("RA00000002", "021"));
  const id = await place("RA00000002", "021");
  expect(await listed("RA00000002")).toEqual([id]);
});

test("a firm does not lift 020, and its attempt leaves nothing behind", async () => {
  const id = await place("RA00000003", "020");
  const before = await service.auditOf("RA00000003");
  const response = await lift("RA00000003", id);
  expect([response.status, response.body]).toMatchInlineSnapshot(`
    [
      400,
      [
        {
          "errorCode": "restriction.lift.rule",
          "message": "This caller may not lift a restriction that stands for this reason.",
          "type": "VALIDATION_RULE",
        },
      ],
    ]
  `);
  expect(await listed("RA00000003")).toEqual([id]);
  expect(await service.auditOf("RA00000003")).toEqual(before);
  expect((await lift("RA00000003", id, "operator")).status).toBe(200);
  expect(await listed("RA00000003")).toEqual([]);
});

test("an open item for attention stays open when 020 is lifted without a signature", async () => {
  const items = () =>
    service.db.rows(sql`
      select * from item_for_attention where account_number = 'RA00000007' order by 1, 2`);
  const before = await items();
  expect(before).not.toEqual([]);
  expect((await lift("RA00000007", "4002", "operator")).status).toBe(200);
  expect(await items()).toEqual(before);
});

test("of two callers who lift it at once, one does and the other finds none", async () => {
  const id = await place("RA00000004", "021");
  const before = (await service.auditOf("RA00000004")).length;
  const responses = await Promise.all([lift("RA00000004", id), lift("RA00000004", id, "operator")]);
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  expect((await service.auditOf("RA00000004")).length).toBe(before + 1);
});

test("a second request, signed again and with the key of the first, is 404", async () => {
  const id = await place("RA00000005", "021");
  const target = `${path("RA00000005")}/${id}`;
  const headers = { "Idempotency-Key": "lift" };
  expect((await service.signed("adviser", "DELETE", target, { headers })).status).toBe(200);
  expect((await service.signed("adviser", "DELETE", target, { headers })).status).toBe(401);
  service.setNow(new Date(+service.now() + 1_000).toISOString());
  const again = await service.signed("adviser", "DELETE", target, { headers });
  expect([again.status, errorCodesOf(again)]).toEqual([404, ["restriction.not.found"]]);
});

test.each([
  ["an id of another account", "4002"],
  ["an id of none", "4999"],
  ["an id too large", "9223372036854775808"],
  ["words", "first"],
  ["U+0000", "%00"],
])("%s is not found, and nothing changes", async (_, id) => {
  const before = await service.auditOf("RA00000006");
  const response = await lift("RA00000006", id);
  expect([response.status, errorCodesOf(response)]).toEqual([404, ["restriction.not.found"]]);
  expect(await service.auditOf("RA00000006")).toEqual(before);
});

test.each([
  ["another firm", "otherAdviser"],
  ["an issuing firm", "issuer"],
  ["a client, though the account is its own", "client"],
  ["a key that only reads", "readOnly"],
] as const)("%s does not lift one", async (_, caller) => {
  const target = `${path("RA00000001")}/${await place("RA00000001", "020", "SO")}`;
  const before = await service.auditOf("RA00000001");
  const response = await service.call(caller, "DELETE", target);
  const absent = await service.call("adviser", "DELETE", `${path("RA99999999")}/1`);
  expect([response.status, response.text]).toEqual([403, absent.text]);
  expect(await service.auditOf("RA00000001")).toEqual(before);
  await service.call("operator", "DELETE", target);
});

test("an anonymous caller and a forger neither list nor lift", async () => {
  const { apiKey } = service.keys.adviser;
  const { sharedSecret } = service.keys.otherAdviser;
  const timestamp = service.now().toISOString();
  for (const [method, address] of [
    ["GET", path("RA00000006")],
    ["DELETE", `${path("RA00000006")}/4001`],
  ] as const) {
    const signing = { method, url: testBase + address, timestamp };
    const authorization = signedHeader({ apiKey, sharedSecret }, signing);
    expect((await service.call(null, method, address)).status).toBe(401);
    expect((await send(service.app, method, address, undefined, { authorization })).status).toBe(
      401,
    );
  }
  expect(await listed("RA00000006")).toContain("4001");
});

test.each([
  ["the firm", "adviser", 200],
  ["a key that only reads", "readOnly", 200],
  ["the operator", "operator", 200],
  ["another firm", "otherAdviser", 403],
  ["an issuing firm", "issuer", 403],
  ["a client of another account", "client", 403],
] as const)("%s listing restrictions gets %s %i", async (_, caller, status) => {
  expect((await service.call(caller, "GET", path("RA00000006"))).status).toBe(status);
});

test("lifting touches no restriction of the same id on another account", async () => {
  const row = (account: string) => `${account},77001,022,CR,2026-02-12T10:30:00-05:00`;
  await service.load({
    "restrictions.csv": [
      "accountNumber,accountRestrictionId,reason.code,type.code,creationTs",
      row("RA00000002"),
      row("RA00000006"),
      "",
    ].join("\n"),
  });
  expect((await lift("RA00000006", "77001", "operator")).status).toBe(200);
  expect(await listed("RA00000002")).toContain("77001");
  expect(await listed("RA00000006")).not.toContain("77001");
});
