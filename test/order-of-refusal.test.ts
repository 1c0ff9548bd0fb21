// The order in which a request is refused: of two faults only the one of the earlier stage is
// answered, and each stage of 400 is complete and in order. (interface 7)
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { StoreUnavailable } from "../src/platform/store/db.ts";
import { openTestService, send, signedHeader, type TestService, testBase } from "./harness.ts";
import { testNow, testVault } from "./sample-template.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

interface Fault {
  readonly status: number;
  readonly path?: string;
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly caller?: "stranger" | "readOnly";
}

const restrictions = (account: string) => `/restapi/accounts/${account}/restrictions`;
const good = '{"reason":{"code":"021"},"type":{"code":"SO"}}';
const kept = { "Idempotency-Key": "kept" };

/** One fault of each stage, in the order of the stages. */
const stages: readonly [string, Fault][] = [
  ["an unknown route", { status: 404, path: "/restapi/nothing" }],
  ["a wrong method", { status: 405, method: "PATCH" }],
  ["a body over the limit", { status: 413, body: `"${"x".repeat(1_048_576)}"` }],
  ["no credentials", { status: 401, caller: "stranger" }],
  ["a body that is said to be no JSON", { status: 415, headers: { "content-type": "text/plain" } }],
  ["a caller without the scope", { status: 403, caller: "readOnly" }],
  ["another firm's account", { status: 403, path: restrictions("RB00000001") }],
  ["a fault of the shape", { status: 400, body: '{"reason":{"code":"021"}}' }],
  ["a key of another request", { status: 422, headers: kept }],
  ["a fault of the facts", { status: 400, path: restrictions("RA00000006") }],
];

function sendFaulty(faults: readonly Fault[]) {
  const all: Fault = Object.assign({}, ...faults);
  const headers = Object.assign({}, ...faults.map((fault) => fault.headers ?? {}));
  const caller = faults.find((fault) => fault.caller)?.caller ?? "adviser";
  const { method = "POST", path = restrictions("RA00000006"), body = good } = all;
  const authorization =
    caller === "stranger" ? {} : { authorization: `Bearer ${service.keys[caller].token}` };
  return send(service.app, method, path, body, { ...authorization, ...headers });
}

beforeAll(async () => {
  const other = { reason: { code: "021" }, type: { code: "CR" } };
  const path = restrictions("RA00000006");
  expect((await service.call("adviser", "POST", path, other, kept)).status).toBe(201);
});

test.each(stages)("%s is refused", async (_, fault) => {
  expect((await sendFaulty([fault])).status).toBe(fault.status);
});

/** Two faults that cannot occur in one request, since both determine its path, body or caller. */
function areApart(a: Fault, b: Fault): boolean {
  const chosen = ["path", "body", "method", "caller"] as const;
  return chosen.some((name) => a[name] !== undefined && b[name] !== undefined);
}

const pairs = stages.flatMap(([earlier, a], place) =>
  stages
    .slice(place + 1)
    .filter(([, b]) => !areApart(a, b) && a.status !== b.status)
    .map(([later, b]) => [earlier, later, a, b] as const),
);

test.each(pairs)("%s is refused before %s", async (_, __, a, b) => {
  const response = await sendFaulty([b, a]);
  expect(response.status, response.text).toBe(a.status);
});

test("a Content-Type that is not a media type is refused after the credentials", async () => {
  const headers = { "content-type": "garbage" };
  const stranger = await sendFaulty([{ status: 401, caller: "stranger", headers }]);
  const caller = await sendFaulty([{ status: 415, headers }]);
  expect([stranger.status, caller.status]).toEqual([401, 415]);
});

test.each([
  ["body", { body: 1 }],
  ["reason.code", { "reason.code": 1 }],
  ["reason.other", { reason: { code: "020", other: 1 } }],
])("an unknown name hides no rule, whatever it looks like: %s", async (field, more) => {
  const body = { reason: { code: "020" }, type: { code: "CR" }, ...more };
  const response = await service.call("adviser", "POST", restrictions("RA00000006"), body);
  expect(response.body).toMatchObject([
    { type: "SYNTAX", field, message: "The field is unrecognized." },
    { type: "VALIDATION_RULE", errorCode: "restriction.reason.rule" },
  ]);
});

test("problems of shape are returned together, without any problem of the facts", async () => {
  const response = await service.call("adviser", "POST", restrictions("RA00000006"), {
    type: { code: "XX", Title: "x" },
    reason: { code: "020" },
    inceptionInfo: 7,
    extra: true,
  });
  expect([response.status, response.body]).toMatchInlineSnapshot(`
    [
      400,
      [
        {
          "field": "extra",
          "message": "The field is unrecognized.",
          "type": "SYNTAX",
        },
        {
          "field": "inceptionInfo",
          "message": "The value must be a text.",
          "type": "SYNTAX",
        },
        {
          "field": "type.Title",
          "message": "The field is unrecognized.",
          "type": "SYNTAX",
        },
        {
          "errorCode": "invalid.choice",
          "field": "type.code",
          "message": "The value is not in the field's code list: CR, SO.",
          "type": "VALIDATION_FIELD",
        },
        {
          "errorCode": "restriction.reason.rule",
          "message": "This caller may not place a restriction for this reason.",
          "type": "VALIDATION_RULE",
        },
      ],
    ]
  `);
});

test("the facts are checked once the shape is sound", async () => {
  const path = restrictions("RA00000006");
  const response = await service.call("adviser", "POST", path, JSON.parse(good));
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
});

describe("a rule over a field that already failed does not run", () => {
  const path = "/restapi/accounts/RA00000002";

  test("and runs where the field is sound", async () => {
    const response = await service.call("adviser", "PUT", path, {
      primaryBeneficiaries: [
        { firstName: "A", lastName: "B", sharePct: "60", relationship: "CHILD" },
        { firstName: "C", lastName: "D", sharePct: "30", relationship: "CHILD" },
      ],
    });
    const codes = response.body.map(({ errorCode }: { errorCode: string }) => errorCode);
    expect(codes).toContain("account.primary.beneficiaries.share.rule");
  });

  test("but not where one of its entries failed", async () => {
    const response = await service.call("adviser", "PUT", path, {
      primaryBeneficiaries: [
        { firstName: "A", lastName: "B", sharePct: "60", relationship: "CHILD" },
        { firstName: "C", lastName: "D", sharePct: "x", relationship: "CHILD" },
      ],
    });
    const types = new Set(response.body.map(({ type }: { type: string }) => type));
    expect(types).toEqual(new Set(["VALIDATION_FIELD"]));
  });
});

describe("errors reveal nothing internal", () => {
  test("a defect is returned with its request id alone", async () => {
    const open = () => {
      throw new Error("select secret from member where ssn = '987-65-4320'");
    };
    const broken = await openTestService({ vault: { ...testVault, open } });
    try {
      const url = "/restapi/accounts/RA00000001";
      const signing = { method: "GET", url: testBase + url, timestamp: testNow.toISOString() };
      const authorization = signedHeader(broken.keys.adviser, signing);
      const response = await broken.app.inject({ url, headers: { authorization } });
      const id = response.headers["x-request-id"];
      expect(response.statusCode).toBe(500);
      expect(response.body).toBe(`[{"type":"REQUEST","message":"Request ${id} failed."}]`);
    } finally {
      await broken.close();
    }
  });

  test("an unavailable store gets 503, which says when to retry", async () => {
    const fail = async () => {
      throw new StoreUnavailable(new Error("connect ECONNREFUSED /run/bursar"));
    };
    const away = await openTestService({ db: { ...service.db, rows: fail, first: fail } });
    try {
      const response = await away.call("adviser", "GET", "/restapi/accounts/RA00000001");
      expect([
        response.status,
        response.headers["retry-after"],
        response.body,
      ]).toMatchInlineSnapshot(`
        [
          503,
          "1",
          [
            {
              "errorCode": "service.unavailable",
              "message": "The service is not available; try again.",
              "type": "REQUEST",
            },
          ],
        ]
      `);
    } finally {
      await away.close();
    }
  });
});
