// Placing restrictions over HTTP, and reading them at their address. (interface 4.11)
import { expect, test } from "vitest";
import { type TestResponse, useTestService } from "../../../../test/harness.ts";
import { sql } from "../../../platform/store/db.ts";
import { codeList } from "../../../reference/codes.ts";
import { NewRestriction } from "./schema.ts";

const service = useTestService();

const path = (account: string) => `/restapi/accounts/${account}/restrictions`;
const sellOnly = { reason: { code: "021" }, type: { code: "SO" } };
const complete = { reason: { code: "021" }, type: { code: "CR" } };

const idOf = (response: TestResponse) => String(response.headers.location).split("/").at(-1) ?? "";
const codesOf = (response: TestResponse) =>
  response.body.map(
    (problem: { type: string; field?: string; errorCode?: string }) =>
      `${problem.field ?? "-"} ${problem.errorCode ?? problem.type}`,
  );

interface Stored {
  readonly id: string;
  readonly info: string | null;
}

function storedFor(account: string): Promise<Stored[]> {
  return service.db.rows(sql<Stored>`
    select restriction_id as id, inception_info as info from restriction
    where account_number = ${account} order by created_at, restriction_id`);
}

test("a restriction is placed, returned with its address and read there", async () => {
  const body = { inceptionInfo: "Court order", ...sellOnly };
  const response = await service.call("adviser", "POST", path("RA00000001"), body);
  const id = idOf(response);

  expect(response).toMatchObject({ status: 201, text: "" });
  expect(response.headers).toMatchObject({
    location: `http://bursar.test${path("RA00000001")}/${id}`,
    "content-length": "0",
  });
  expect(await storedFor("RA00000001")).toEqual([{ id, info: "Court order" }]);
  const read = await service.call("adviser", "GET", `${path("RA00000001")}/${id}`);
  expect(read.status).toBe(200);
  expect({ ...read.body, accountRestrictionId: "drawn" }).toMatchInlineSnapshot(`
    {
      "accountNumber": "RA00000001",
      "accountRestrictionId": "drawn",
      "creationTs": "2026-03-02T10:00:00.000-05:00",
      "inceptionInfo": "Court order",
      "reason": {
        "code": "021",
        "comments": "Externally Set Restriction used through the API",
        "name": "External",
      },
      "type": {
        "code": "SO",
        "description": "Sales and transfers out are allowed; buys and withdrawals are not",
        "title": "Sell Only",
      },
    }
  `);
  expect((await service.eventsOf("RA00000001")).at(-1)).toEqual({
    type: "restriction.created",
    data: { accountRestrictionId: expect.any(String), reasonCode: "021", typeCode: "SO" },
  });
  const entry = (await service.auditOf("RA00000001")).at(-1);
  const { restriction } = entry?.detail.after ?? {};
  expect({ ...entry, detail: { ...restriction, id: "drawn" } }).toMatchInlineSnapshot(`
    {
      "caller": {
        "apiUser": "5001",
        "firm": "1002",
      },
      "detail": {
        "createdAt": "2026-03-02T15:00:00.000Z",
        "id": "drawn",
        "inceptionInfo": "Court order",
        "reasonCode": "021",
        "typeCode": "SO",
      },
      "operation": "createRestriction",
      "sequence": "2",
    }
  `);
});

test("restrictions of one reason and different types are in force side by side", async () => {
  const response = await service.call("adviser", "POST", path("RA00000001"), complete);
  expect(response.status).toBe(201);
  expect(await storedFor("RA00000001")).toHaveLength(2);
});

test("a second one of the same type and reason is refused and leaves nothing", async () => {
  const before = await service.auditOf("RA00000001");
  const response = await service.call("adviser", "POST", path("RA00000001"), sellOnly);
  expect([response.status, response.body]).toMatchInlineSnapshot(`
    [
      400,
      [
        {
          "errorCode": "restriction.unique.rule",
          "message": "A restriction of this type and reason is already in force.",
          "type": "VALIDATION_RULE",
        },
      ],
    ]
  `);
  expect(await storedFor("RA00000001")).toHaveLength(2);
  expect(await service.auditOf("RA00000001")).toEqual(before);
});

test("of two placed at once, one is in force and the other is refused", async () => {
  const place = () => service.call("adviser", "POST", path("RA00000002"), sellOnly);
  const responses = await Promise.all([place(), place()]);
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 400]);
  const refused = responses.find(({ status }) => status === 400) as TestResponse;
  expect(codesOf(refused)).toEqual(["- restriction.unique.rule"]);
  expect(await storedFor("RA00000002")).toHaveLength(1);
  expect(await service.auditOf("RA00000002")).toHaveLength(2); // the load, and this one
});

test("two of different types placed at once are both in force", async () => {
  const place = (body: unknown) => service.call("adviser", "POST", path("RA00000003"), body);
  const responses = await Promise.all([place(sellOnly), place(complete)]);
  expect(responses.map(({ status }) => status)).toEqual([201, 201]);
  expect(await storedFor("RA00000003")).toHaveLength(2);
});

test("a repeat with the same key returns the first restriction and places no second one", async () => {
  const place = (body: unknown) =>
    service.call("adviser", "POST", path("RA00000004"), body, { "Idempotency-Key": "r-1" });
  const first = await place(sellOnly);
  const second = await place(sellOnly);
  expect([second.status, idOf(second)]).toEqual([201, idOf(first)]);
  expect(second.headers["idempotency-replayed"]).toBe("true");
  expect(await storedFor("RA00000004")).toHaveLength(1);
  expect((await place(complete)).status).toBe(422);
});

const places: [string, "adviser" | "operator", string, number][] = [
  ["a firm places 021", "adviser", "021", 201],
  ["a firm does not place 020", "adviser", "020", 400],
  ["a firm does not place 022", "adviser", "022", 400],
  ["the operator places 020", "operator", "020", 201],
  ["the operator places 021", "operator", "021", 201],
  ["the operator places 022", "operator", "022", 201],
];

test.each(places)("%s", async (_, caller, code, status) => {
  const account = caller === "adviser" ? "RA00000009" : "RA00000010";
  const body = { reason: { code }, type: { code: "CR" } };
  const response = await service.call(caller, "POST", path(account), body);
  expect(response.status).toBe(status);
  if (status === 400) {
    expect(response.body).toEqual([
      {
        type: "VALIDATION_RULE",
        errorCode: "restriction.reason.rule",
        message: "This caller may not place a restriction for this reason.",
      },
    ]);
  }
});

test("every type of the list is accepted", async () => {
  for (const { code } of codeList("restriction-type").rows) {
    const body = { reason: { code: "021" }, type: { code } };
    expect((await service.call("operator", "POST", path("RB00000001"), body)).status).toBe(201);
  }
});

test.each([
  ["no reason", { type: { code: "SO" } }, ["reason null.reason"]],
  ["no type", { reason: { code: "021" } }, ["type null.type"]],
  ["null for the reason", { ...sellOnly, reason: null }, ["reason null.reason"]],
  ["no code of the reason", { ...sellOnly, reason: {} }, ["reason.code null.reason.code"]],
  ["null for a code", { ...sellOnly, type: { code: null } }, ["type.code null.type.code"]],
  ["a reason of none", { ...sellOnly, reason: { code: "999" } }, ["reason.code invalid.choice"]],
  [
    "a name for a code",
    { ...sellOnly, reason: { code: "External" } },
    ["reason.code invalid.choice"],
  ],
  ["a type of none", { ...sellOnly, type: { code: "so" } }, ["type.code invalid.choice"]],
  ["a code that is a number", { ...sellOnly, reason: { code: 21 } }, ["reason.code SYNTAX"]],
  ["a reason that is a text", { ...sellOnly, reason: "021" }, ["reason SYNTAX"]],
  ["an unknown field", { ...sellOnly, Reason: {} }, ["Reason SYNTAX"]],
  [
    "an unknown field inside",
    { ...sellOnly, type: { code: "SO", names: "" } },
    ["type.names SYNTAX"],
  ],
  [
    "a name that is no text",
    { ...sellOnly, reason: { code: "021", name: [] } },
    ["reason.name SYNTAX"],
  ],
  [
    "a name that is no text together with a reason that the firm may not give",
    { ...sellOnly, reason: { code: "020", name: [] } },
    ["reason.name SYNTAX", "- restriction.reason.rule"],
  ],
  [
    "256 characters",
    { ...sellOnly, inceptionInfo: "x".repeat(256) },
    ["inceptionInfo invalid.inception.info"],
  ],
  [
    "256 characters of two units",
    { ...sellOnly, inceptionInfo: "🖋".repeat(256) },
    ["inceptionInfo invalid.inception.info"],
  ],
  [
    "a control character",
    { ...sellOnly, inceptionInfo: "a\u0007b" },
    ["inceptionInfo invalid.value"],
  ],
  ["U+0000", { ...sellOnly, inceptionInfo: "a\0b" }, ["inceptionInfo invalid.value"]],
  ["half of a pair", { ...sellOnly, inceptionInfo: "a\ud83d" }, ["inceptionInfo invalid.value"]],
  [
    "several at once",
    { inceptionInfo: "x".repeat(256), reason: { code: "020" }, more: 1 },
    [
      "more SYNTAX",
      "inceptionInfo invalid.inception.info",
      "type null.type",
      "- restriction.reason.rule",
    ],
  ],
])("%s is refused", async (_, body, refusals) => {
  const response = await service.call("adviser", "POST", path("RA00000005"), body);
  expect([response.status, codesOf(response)]).toEqual([400, refusals]);
  expect(await storedFor("RA00000005")).toEqual([]);
});

test.each([
  ["255 characters", "RA00000011", "x".repeat(255)],
  ["255 characters of two units each", "RA00000012", "🖋".repeat(255)],
  ["255 characters of three bytes each", "RA00000013", "署".repeat(255)],
  ["no character", "RA00000014", ""],
])("%s are kept as they are", async (_, account, inceptionInfo) => {
  const response = await service.call("adviser", "POST", path(account), {
    ...sellOnly,
    inceptionInfo,
  });
  expect(response.status).toBe(201);
  const read = await service.call("adviser", "GET", `${path(account)}/${idOf(response)}`);
  expect(read.body.inceptionInfo).toBe(inceptionInfo);
});

test("the texts next to the codes of a response may be sent back, and are ignored", async () => {
  const body = {
    reason: { code: "021", name: "", comments: "line\nbreak" },
    type: { code: "CR", title: "x".repeat(300), description: null },
  };
  const response = await service.call("adviser", "POST", path("RA00000016"), body);
  const read = await service.call("adviser", "GET", `${path("RA00000016")}/${idOf(response)}`);
  expect([read.body.reason.name, read.body.type.title]).toEqual([
    "External",
    "Complete Restriction",
  ]);
  expect(read.body.inceptionInfo).toBeNull();
});

test.each([
  ["another firm", "otherAdviser"],
  ["an issuing firm", "issuer"],
  ["a client, though the account is its own", "client"],
  ["a key that only reads", "readOnly"],
] as const)("%s does not place a restriction", async (_, caller) => {
  const response = await service.call(caller, "POST", path("RA00000001"), sellOnly);
  const absent = await service.call("adviser", "POST", path("RA99999999"), sellOnly);
  expect([response.status, response.text]).toEqual([403, absent.text]);
  expect(absent.body).toMatchInlineSnapshot(`
    [
      {
        "message": "The user is not allowed to use this request.",
        "type": "REQUEST",
      },
    ]
  `);
});

test.each([
  ["the firm", "adviser", 200],
  ["a key that only reads", "readOnly", 200],
  ["the operator", "operator", 200],
  ["another firm", "otherAdviser", 403],
  ["an issuing firm", "issuer", 403],
  ["a client of another account", "client", 403],
] as const)("%s reading a restriction gets %s %i", async (_, caller, status) => {
  const response = await service.call(caller, "GET", `${path("RA00000006")}/4001`);
  expect(response.status).toBe(status);
  if (status === 200) expect(response.body.inceptionInfo).toContain("estate");
});

test.each([
  ["an id of another account", "4002"],
  ["an id of none", "4999"],
  ["zero", "0"],
  ["an id too large", "9223372036854775808"],
  ["words", "first"],
  ["U+0000", "%00"],
])("%s is not found", async (_, id) => {
  const response = await service.call("adviser", "GET", `${path("RA00000006")}/${id}`);
  expect([response.status, codesOf(response)]).toEqual([404, ["- restriction.not.found"]]);
});

test("the example of the contract is accepted", async () => {
  const [example] = (NewRestriction as { examples?: unknown[] }).examples ?? [];
  const response = await service.call("adviser", "POST", path("RA00000017"), example);
  expect(response.status).toBe(201);
});
