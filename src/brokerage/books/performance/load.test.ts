// Checks what may be loaded as unit values, and how they are rounded in responses.
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../../test/harness.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const account = "RA00000005";
const file = (...rows: string[]) => ({
  "unit-values.csv": [
    "accountNumber,folioNumber,date,grossUnitValue,netUnitValue",
    ...rows,
    "",
  ].join("\n"),
});

test("net is above gross where fees were paid back", async () => {
  await service.load(file(`${account},,2024-12-30,100.1,100.2`));
  const { rows } = await service.admin(
    "select gross::text, net::text from unit_value where account_number = $1 and valued_on = '2024-12-30'",
    [account],
  );
  expect(rows).toEqual([{ gross: "100.1", net: "100.2" }]);
  const header = "accountNumber,folioNumber,date,grossUnitValue,netUnitValue,withdrawn";
  await service.load({ "unit-values.csv": `${header}\n${account},,2024-12-30,,,Y\n` });
});

test.each([
  ["a negative value", `${account},,2025-01-02,100,-0.1`, "netUnitValue"],
  ["more than 18 places", `${account},,2025-01-02,1.0000000000000000001,1`, "grossUnitValue"],
  ["an exponent", `${account},,2025-01-02,1e2,1`, "grossUnitValue"],
  ["a day that does not exist", `${account},,2025-02-29,100,100`, "date"],
  ["a day before 1900", `${account},,1899-12-31,100,100`, "date"],
  ["a day after today", `${account},,2026-03-03,100,100`, "date"],
  ["an absent account", "RA99999999,,2025-01-02,100,100", "accountNumber"],
  ["another account's folio", `${account},RA0000000103,2025-01-02,100,100`, "folioNumber"],
])("%s is refused by its column", async (_, row, column) => {
  await expect(service.load(file(row))).rejects.toMatchObject({
    problems: [{ file: "unit-values.csv", line: 2, column }],
  });
});

test("two values of one day are refused", async () => {
  const row = `${account},,2025-01-02,100,100`;
  await expect(service.load(file(row, row))).rejects.toMatchObject({
    problems: [{ file: "unit-values.csv", line: 3 }],
  });
});

test("rows are audited as a summary, only when they change, and read with 5 places", async () => {
  const before = (await service.auditOf(account)).length;
  const rows = [
    `${account},,2025-01-02,100.000005,0`,
    `${account},,2025-01-03,100.000015,100`,
    `${account},,2025-01-06,100.000014999999999999,99.999995`,
  ];
  await service.load(file(...rows));
  await service.load(file(...rows));
  const path = `/restapi/accounts/${account}/performance/unitvalues`;
  const { body } = await service.call("adviser", "GET", path);
  // Half even: 100.000005 goes to the even 0, 100.000015 to the even 2.
  expect(body.values.map(({ value }: { value: string }) => value)).toEqual([
    "100.00000",
    "100.00002",
    "100.00001",
  ]);
  const notes = (await service.auditOf(account)).slice(before);
  expect(notes.map(({ operation }) => operation)).toEqual(["loadFolder"]);
  expect(notes[0]?.detail.detail["unit-values"]).toEqual({
    count: "3",
    first: "2025-01-02",
    last: "2025-01-06",
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });

  await service.load(file(`${account},,2025-01-03,101,100`));
  const again = (await service.auditOf(account)).slice(before + 1);
  expect(again[0]?.detail.detail["unit-values"]).toMatchObject({ count: "1" });
});

test("NDJSON is loaded like CSV, numbers read from their digits", async () => {
  await service.load({
    "unit-values.ndjson": `{"accountNumber":"RA00000006","date":"2025-01-02","grossUnitValue":100.123456789012345678,"netUnitValue":"100"}\n`,
  });
  const path = "/restapi/accounts/RA00000006/performance/unitvalues";
  const { body } = await service.call("adviser", "GET", path);
  expect(body.values).toEqual([{ date: "2025-01-02T05:00:00.000+0000", value: "100.12346" }]);
});
