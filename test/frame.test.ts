// The frame over HTTP: credentials, the order of refusal, headers, retries. (interface 1, 5, 7)
import { afterAll, beforeAll, expect, test } from "vitest";
import { type House, openHouse } from "./harness.ts";

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

const restriction = { reason: { code: "021" }, type: { code: "SO" } };
const path = "/restapi/accounts/RA00000001/restrictions";

test("a restriction is created, found at its Location, and audited", async () => {
  const made = await house.call("adviser", "POST", path, restriction);
  expect(made.text).toBe("");
  expect(made.status).toBe(201);
  const found = await house.call("adviser", "GET", String(made.headers.location).slice(18));
  expect(found.status).toBe(200);
  expect((await house.auditOf("RA00000001")).at(-1)?.operation).toBe("createRestriction");
});
