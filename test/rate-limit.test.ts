// An API user's requests are limited, at the right point in the order of refusal.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestService, signedHeader, type TestService, testBase } from "./harness.ts";
import { testNow } from "./sample-template.ts";

const account = "/restapi/accounts/RA00000001";

let service: TestService;
beforeAll(async () => {
  service = await openTestService({ rateLimit: 2 });
});
afterAll(() => service.close());

async function exhaust(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await service.call("adviser", "GET", account);
}

test("a request over the rate gets 429 with the seconds to wait", async () => {
  await exhaust();
  const response = await service.call("adviser", "GET", account);
  expect(response.status).toBe(429);
  expect(response.headers["retry-after"]).toBe("1");
  expect(response.body).toMatchInlineSnapshot(`
    [
      {
        "errorCode": "too.many.requests",
        "message": "This API user has exceeded its rate limit; wait before the next request.",
        "type": "REQUEST",
      },
    ]
  `);
});

test("each response to an API user names the remaining allowance, whatever its status", async () => {
  const limits = async (path = account, headers = {}) => {
    const response = await service.call("adviser", "GET", path, undefined, headers);
    const { ratelimit, "ratelimit-policy": policy } = response.headers;
    return [response.status, ratelimit, policy];
  };
  service.setNow(new Date(+service.now() + 60_000).toISOString());
  const policy = '"api-user";q=4;w=2';
  expect(await limits()).toEqual([200, '"api-user";r=3;t=1', policy]);
  expect(await limits("/restapi/accounts/RZ99999999")).toEqual([403, '"api-user";r=2;t=1', policy]);
  const tagged = `${account}/reportedtaxlots?taxyear=2025`;
  const { etag } = (await service.call("adviser", "GET", tagged)).headers;
  const again = await limits(tagged, { "If-None-Match": String(etag) });
  expect(again).toEqual([304, '"api-user";r=0;t=1', policy]);
  expect(await limits()).toEqual([429, '"api-user";r=0;t=1', policy]);
});

test("a signed request with a body that is over the rate is judged by its head", async () => {
  await exhaust();
  const response = await service.signed("adviser", "PUT", account, { body: "{}" });
  expect([response.status, response.headers.ratelimit]).toEqual([429, '"api-user";r=0;t=1']);
  expect(response.headers["ratelimit-policy"]).toBe('"api-user";q=4;w=2');
});

test("a caller without a credential learns nothing of a rate", async () => {
  for (const path of [account, "/health/ready", "/openapi.json"]) {
    const { headers } = await service.call(null, "GET", path);
    expect(Object.keys(headers).filter((name) => name.startsWith("ratelimit"))).toEqual([]);
  }
});

test("another user is answered meanwhile, and the same one a second later", async () => {
  await exhaust();
  expect((await service.call("operator", "GET", account)).status).toBe(200);
  service.setNow(new Date(+service.now() + 1_000).toISOString());
  expect((await service.call("adviser", "GET", account)).status).toBe(200);
});

test("the rate is checked after the credentials and before the media type", async () => {
  await exhaust();
  const text = { "Content-Type": "text/plain" };
  expect((await service.call("adviser", "PUT", account, "x", text)).status).toBe(429);
  expect((await service.call(null, "PUT", account, "x", text)).status).toBe(401);
});

test("health is answered whatever the rate", async () => {
  await exhaust();
  expect((await service.call("adviser", "GET", "/health/ready")).status).toBe(200);
});

test("a signed request counts toward the user's rate as a token does", async () => {
  service.setNow(new Date(+testNow + 60_000).toISOString());
  await exhaust();
  expect((await service.signed("adviser", "GET", account)).status).toBe(429);
});

describe("a request that costs more counts for more", () => {
  let spentMs = 0;
  let perLookMs = 0;
  let costly: TestService;
  beforeAll(async () => {
    const threadMs = () => {
      spentMs += perLookMs;
      return spentMs;
    };
    costly = await openTestService({ rateLimit: 4, threadMs });
  });
  afterAll(() => costly.close());

  async function statuses(requests: readonly (() => Promise<{ status: number }>)[]) {
    costly.setNow(new Date(+costly.now() + 60_000).toISOString());
    const found: number[] = [];
    for (const request of requests) found.push((await request()).status);
    return found;
  }
  const read = () => costly.call("adviser", "GET", account);
  const large = `{"accountName":"${"x".repeat(7 * 65_536)}"}`;

  test("for its bytes", async () => {
    const write = () => costly.call("adviser", "PUT", account, large);
    expect(await statuses([write, read])).toEqual([400, 429]); // 8 − 1 − 7 = 0
  });

  test("for its bytes, also when a signed one is refused for its media type or its subject", async () => {
    const headers = { "Content-Type": "text/plain" };
    const text = () => costly.signed("adviser", "PUT", account, { body: large, headers });
    expect(await statuses([text, read])).toEqual([415, 429]);
    const other = account.replace("RA", "RB");
    const foreign = () => costly.signed("adviser", "PUT", other, { body: large });
    expect(await statuses([foreign, read])).toEqual([403, 429]);
  });

  test("for the time of checking it, also when it is refused", async () => {
    perLookMs = 7;
    const write = () => costly.call("adviser", "PUT", account, {});
    expect(await statuses([read, read])).toEqual([200, 429]);
    expect(await statuses([write, read])).toEqual([expect.any(Number), 429]);
    perLookMs = 0;
  });

  test("but not a forger's, for the user whose key it names", async () => {
    const { apiKey } = costly.keys.adviser;
    const forge = () => {
      const signing = { method: "PUT", url: testBase + account, body: large };
      const timestamp = costly.now().toISOString();
      const keys = { apiKey, sharedSecret: "guessed" };
      const authorization = signedHeader(keys, { ...signing, timestamp });
      return costly.call(null, "PUT", account, large, { authorization });
    };
    expect(await statuses([forge, forge, read])).toEqual([401, 401, 200]);
  });
});
