// An API user's requests are limited, at the right point in the order of refusal.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type House, openHouse } from "./harness.ts";
import { testNow } from "./sample-template.ts";

const account = "/restapi/accounts/RA00000001";

let house: House;
beforeAll(async () => {
  house = await openHouse({ rateLimit: 2 });
});
afterAll(() => house.close());

async function exhaust(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await house.call("adviser", "GET", account);
}

test("a request over the rate is answered 429 with the seconds to wait", async () => {
  await exhaust();
  const answer = await house.call("adviser", "GET", account);
  expect(answer.status).toBe(429);
  expect(answer.headers["retry-after"]).toBe("1");
  expect(answer.body).toMatchInlineSnapshot(`
    [
      {
        "errorCode": "too.many.requests",
        "message": "This API user has exceeded its rate limit; wait before the next request.",
        "type": "REQUEST",
      },
    ]
  `);
});

test("another user is answered meanwhile, and the same one a second later", async () => {
  await exhaust();
  expect((await house.call("operator", "GET", account)).status).toBe(200);
  house.setNow(new Date(+house.now() + 1_000).toISOString());
  expect((await house.call("adviser", "GET", account)).status).toBe(200);
});

test("the rate is judged after the credentials and before the media type", async () => {
  await exhaust();
  const text = { "Content-Type": "text/plain" };
  expect((await house.call("adviser", "PUT", account, "x", text)).status).toBe(429);
  expect((await house.call(null, "PUT", account, "x", text)).status).toBe(401);
});

test("health is answered whatever the rate", async () => {
  await exhaust();
  expect((await house.call("adviser", "GET", "/health/ready")).status).toBe(200);
});

test("a signed request counts for the user as its token does", async () => {
  house.setNow(new Date(+testNow + 60_000).toISOString());
  await exhaust();
  expect((await house.signed("adviser", "GET", account)).status).toBe(429);
});
