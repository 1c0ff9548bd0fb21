// Checks that packed days have the values that were packed, as published, and that the two forms
// agree after every load.

import { addDays, type Day, encodeDayUtc } from "@bursar/values/dates";
import { type Decimal, fixed } from "@bursar/values/decimal";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../../test/harness.ts";
import { decodeSeries, encodeSeries, type UnitValueRow, writeSeries } from "./packed-series.ts";
import { verifySeries } from "./verify-series.ts";

const value = fc
  .tuple(fc.bigInt(0n, 999_999_999_999n), fc.bigInt(0n, 10n ** 18n - 1n), fc.nat(18))
  .map(([whole, part, places]) => {
    const digits = String(part).padStart(18, "0").slice(0, places);
    return (places === 0 ? String(whole) : `${whole}.${digits}`) as Decimal;
  });
const day = fc.integer({ min: -36_000, max: 50_000 }).map((n) => addDays("2000-01-01" as Day, n));
const row: fc.Arbitrary<UnitValueRow> = fc.record({ valuedOn: day, gross: value, net: value });

test("packed values are read back in order, each with 5 places, half even", () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 92 }), (rows) => {
      const packed = encodeSeries(rows);
      expect(packed.length).toBe(rows.length * 20);
      const published = rows.map(({ valuedOn, gross, net }) => ({
        valuedOn,
        gross: fixed(gross, 5),
        net: fixed(net, 5),
      }));
      expect(decodeSeries(packed)).toEqual(published);
    }),
  );
});

test("writing packed days gives their values", () => {
  const range = { firstOn: "1900-01-01" as Day, lastOn: "2140-01-01" as Day };
  fc.assert(
    fc.property(fc.array(row, { maxLength: 92 }), (rows) => {
      const packed = encodeSeries(rows);
      for (const returns of ["gross", "net"] as const) {
        const written = `[${writeSeries(packed, returns, range)}]`;
        expect(JSON.parse(written)).toEqual(
          decodeSeries(packed).map((each) => ({
            date: encodeDayUtc(each.valuedOn),
            value: each[returns],
          })),
        );
      }
    }),
  );
});

test("values of every length are written with their places", () => {
  const range = { firstOn: "2025-01-01" as Day, lastOn: "2025-12-31" as Day };
  const values = ["0", "0.00001", "0.99999", "1", "9.99999", "10", "42949.67295", "42949.67296"];
  values.push("99999.99999", "1000000000000");
  const rows = values.map((each, index) => ({
    valuedOn: addDays("2025-01-01" as Day, index),
    gross: each as Decimal,
    net: "0" as Decimal,
  }));
  const written = JSON.parse(`[${writeSeries(encodeSeries(rows), "gross", range)}]`);
  expect(written.map((each: { value: string }) => each.value)).toEqual(
    values.map((each) => fixed(each as Decimal, 5)),
  );
});

test("both ends of a range are included", () => {
  const rows = ["2025-01-02", "2025-01-03", "2025-01-06"].map((valuedOn) => ({
    valuedOn: valuedOn as Day,
    gross: "1" as Decimal,
    net: "0" as Decimal,
  }));
  const days = decodeSeries(encodeSeries(rows), "2025-01-03" as Day, "2025-01-06" as Day);
  expect(days.map(({ valuedOn }) => valuedOn)).toEqual(["2025-01-03", "2025-01-06"]);
});

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const account = "RA00000005";
const load = (...rows: string[]) =>
  service.load({
    "unit-values.csv": [
      "accountNumber,folioNumber,date,grossUnitValue,netUnitValue",
      ...rows.map((each) => `${account},${each}`),
      "",
    ].join("\n"),
  });

async function expectEqualForms(series: number): Promise<void> {
  expect(await verifySeries(service.db)).toMatchObject({ series, faults: [] });
}

test("the sample's packed form matches its daily rows", () => expectEqualForms(8));

test("new days, corrections and days in between reach the packed form, ties to even", async () => {
  await load(
    ",2025-03-31,100.000005,0.000005",
    ",2025-04-01,100.000015,100",
    ",2025-04-03,100.000014999999999999,99.999995",
    `${account}03,2025-12-31,1000000000000,999999999999.999999999999999999`,
  );
  await expectEqualForms(10);
  await load(",2025-04-02,7.5,7.4999949", ",2025-04-03,7,6", ",2024-02-29,1,1");
  await expectEqualForms(10);
  const { body } = await service.call(
    "adviser",
    "GET",
    `/restapi/accounts/${account}/performance/unitvalues?daterange=2024-01-01,2026-01-01`,
  );
  expect(body.values.map((each: object) => Object.values(each).join(" "))).toMatchInlineSnapshot(`
    [
      "2024-02-29T05:00:00.000+0000 1.00000",
      "2025-03-31T04:00:00.000+0000 100.00000",
      "2025-04-01T04:00:00.000+0000 100.00002",
      "2025-04-02T04:00:00.000+0000 7.50000",
      "2025-04-03T04:00:00.000+0000 7.00000",
    ]
  `);
});

test("more than one trillion is refused", async () => {
  await expect(load(",2025-05-01,1000000000000.1,1")).rejects.toMatchObject({
    problems: [{ line: 2, column: "grossUnitValue" }],
  });
});

test.each([
  ["a daily row that was changed behind its back", "update unit_value set net = 1"],
  ["a daily row that is gone", "delete from unit_value"],
])("%s is found", async (_, change) => {
  const where = `where account_number = '${account}' and valued_on = '2025-04-02'`;
  await service.admin(`${change} ${where}`);
  expect((await verifySeries(service.db)).faults).toEqual([
    { accountNumber: account, folioNumber: "", quarterOn: "2025-04-01" },
  ]);
  await load(",2025-04-02,7.5,7.4999949");
  await expectEqualForms(10);
});

test("a quarter without its packed row is found, and a packed row without days", async () => {
  await service.admin(`delete from unit_value_quarter where account_number = '${account}'
    and quarter_on = '2024-01-01'`);
  await service.admin(`insert into unit_value_quarter values
    ('${account}', '', '2020-01-01', decode(repeat('00', 20), 'hex'))`);
  const { faults } = await verifySeries(service.db);
  expect(faults.map(({ quarterOn }) => quarterOn)).toEqual(["2020-01-01", "2024-01-01"]);
});
