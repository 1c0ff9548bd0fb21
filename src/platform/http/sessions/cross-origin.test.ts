// Pages of other origins: what a browser may do for those that are named, and for all others.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestService, send, type TestService } from "../../../../test/harness.ts";

const page = "https://app.example";
const account = "/restapi/accounts/RA00000001";
const preflight = { "Access-Control-Request-Method": "PUT" };

let open: TestService;
let closed: TestService;
beforeAll(async () => {
  open = await openTestService({ corsOrigins: [page, "http://localhost:3000"] });
  closed = await openTestService();
});
afterAll(async () => {
  await open.close();
  await closed.close();
});

const corsOf = (headers: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => /^access-control-|^vary$/.test(name)),
  );

describe("a page of a named origin", () => {
  test("learns which methods and headers it may send, without a credential", async () => {
    const response = await send(open.app, "OPTIONS", account, undefined, {
      Origin: page,
      ...preflight,
    });
    expect([response.status, response.text]).toEqual([204, ""]);
    expect(response.headers["x-request-id"]).toMatch(/^[\w-]{16}$/);
    expect(corsOf(response.headers)).toMatchObject({
      vary: "Origin",
      "access-control-allow-origin": page,
      "access-control-allow-methods": "GET, PUT",
      "access-control-allow-headers": expect.stringMatching(
        /Idempotency-Key.* X-Request-Id, traceparent$/,
      ),
      "access-control-max-age": "600",
    });
    expect(response.headers).not.toHaveProperty("access-control-allow-credentials");
  });

  test.each([
    ["a response", "adviser", 200],
    ["a refusal", undefined, 401],
  ] as const)("reads %s", async (_, caller, status) => {
    const headers = { Origin: page };
    const response =
      caller === undefined
        ? await send(open.app, "GET", account, undefined, headers)
        : await open.call(caller, "GET", account, undefined, headers);
    expect(response.status).toBe(status);
    expect(corsOf(response.headers)).toMatchObject({
      "access-control-allow-origin": page,
      "access-control-expose-headers": expect.stringMatching(
        /^X-Request-Id, traceparent, RateLimit, RateLimit-Policy, .*ETag/,
      ),
    });
  });

  test.each(["/restapi/accounts/RB00000001", "/restapi/accounts/RZ99999999"])(
    "reads that it may not read %s",
    async (path) => {
      const response = await open.call("adviser", "GET", path, undefined, { Origin: page });
      expect([response.status, corsOf(response.headers)]).toMatchObject([
        403,
        { vary: "Origin", "access-control-allow-origin": page },
      ]);
    },
  );

  test("finds no path that does not exist", async () => {
    const headers = { Origin: page, ...preflight };
    const response = await send(open.app, "OPTIONS", "/restapi/nothing", undefined, headers);
    expect(response.status).toBe(404);
  });
});

test("OPTIONS that asks nothing is a method that the path does not have", async () => {
  const response = await send(open.app, "OPTIONS", account, undefined, { Origin: page });
  expect(response.status).toBe(405);
});

test.each([
  "https://evil.example",
  "https://app.example.evil.example",
  "http://app.example",
  "https://app.example:8443",
  "null",
])("a page of another origin is allowed nothing: %s", async (origin) => {
  const asked = await send(open.app, "OPTIONS", account, undefined, {
    Origin: origin,
    ...preflight,
  });
  expect([asked.status, corsOf(asked.headers)]).toEqual([405, { vary: "Origin" }]);
  const response = await open.call("adviser", "GET", account, undefined, { Origin: origin });
  expect([response.status, corsOf(response.headers)]).toEqual([200, { vary: "Origin" }]);
});

test("where no origin is named nothing is said of any", async () => {
  const headers = { Origin: page, ...preflight };
  const response = await send(closed.app, "OPTIONS", account, undefined, headers);
  expect([response.status, corsOf(response.headers)]).toEqual([405, {}]);
});
