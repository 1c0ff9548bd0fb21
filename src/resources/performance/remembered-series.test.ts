// That series which are remembered are answered as the store has them now, and to nobody without access.
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../test/harness.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
  await load("2025-01-02,100,99", "2025-03-06,100,99.5", "2025-03-07,102,101");
});
afterAll(() => service.close());

const account = "RA00000005";
const path = `/restapi/accounts/${account}/performance/unitvalues`;
const range = "?daterange=2025-03-06,2025-03-07";
function load(...days: string[]): Promise<unknown> {
  const rows = days.map((day) => `${account},,${day}`);
  const header = "accountNumber,folioNumber,date,grossUnitValue,netUnitValue";
  return service.load({ "unit-values.csv": `${[header, ...rows].join("\n")}\n` });
}

const read = (query = range) => service.call("adviser", "GET", path + query);
const valuesOf = (answer: { body: { values: { value: string }[] } }) =>
  answer.body.values.map(({ value }) => value);

test("a change is read at once, by whoever read the series before, with a tag of its own", async () => {
  const before = await read();
  expect((await read()).body).toEqual(before.body);
  await load("2025-03-06,101,100.5");
  const after = await read();
  expect([before, after].map(valuesOf)).toEqual([
    ["100.00000", "102.00000"],
    ["101.00000", "102.00000"],
  ]);
  expect(after.headers.etag).not.toBe(before.headers.etag);
  expect((await read()).body).toEqual(after.body);
});

test("each range and each return is remembered by itself", async () => {
  const asked = ["", range, `${range}&returntype=netfee`, "?daterange=2025-03-07,2025-03-07"];
  const first = [];
  for (const query of asked) first.push((await read(query)).body);
  const again = [];
  for (const query of asked) again.push((await read(query)).body);
  expect(again).toEqual(first);
  expect(new Set(first.map((body) => JSON.stringify(body))).size).toBe(asked.length);
});

test("what is remembered is shown to nobody without access", async () => {
  expect((await read()).status).toBe(200);
  const foreign = await service.call("otherAdviser", "GET", path + range);
  expect(foreign.status).toBe(403);
  expect(JSON.stringify(foreign.body)).not.toContain("ACCOUNT");
});
