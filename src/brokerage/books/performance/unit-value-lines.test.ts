// Checks that lines have the values of their days, as published, and that what is served and daily rows
// agree after every load.

import { addDays, type Day, encodeDayUtc } from "@bursar/values/dates";
import { type Decimal, fixed } from "@bursar/values/decimal";
import { unitsOf } from "@bursar/values/units";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../../test/harness.ts";
import {
  encodeUnitValues,
  type UnitValueRow,
  writeUnits,
  writeUnitValues,
} from "./unit-value-lines.ts";
import { verifySeries } from "./verify-series.ts";

const value = fc
  .tuple(fc.bigInt(0n, 999_999_999_999n), fc.bigInt(0n, 10n ** 18n - 1n), fc.nat(18))
  .map(([whole, part, places]) => {
    const digits = String(part).padStart(18, "0").slice(0, places);
    return (places === 0 ? String(whole) : `${whole}.${digits}`) as Decimal;
  });
const day = fc.integer({ min: -36_000, max: 50_000 }).map((n) => addDays("2000-01-01" as Day, n));
const row: fc.Arbitrary<UnitValueRow> = fc.record({ valuedOn: day, gross: value, net: value });

const all = { firstOn: "1900-01-01" as Day, lastOn: "2140-01-01" as Day };

test("each day has a line, each value with 5 places, half even", () => {
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 92 }), (rows) => {
      expect(writeUnitValues(rows).split("\n")).toEqual(
        rows.map(({ valuedOn, gross, net }) => `${valuedOn} ${fixed(gross, 5)} ${fixed(net, 5)}`),
      );
    }),
  );
});

test("units of the chain are written as the same values", () => {
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 92 }), (rows) => {
      const units = rows.map(({ valuedOn, gross, net }) => ({
        on: valuedOn,
        gross: unitsOf(gross, 18),
        net: unitsOf(net, 18),
      }));
      expect(writeUnits(units)).toBe(writeUnitValues(rows));
    }),
  );
});

test("a unit above one trillion is not published, and a quarter of nothing else has no lines", () => {
  const on = "2025-01-02" as Day;
  const most = 10n ** 30n;
  expect(writeUnits([{ on, gross: most + 1n, net: 1n }])).toBeUndefined();
  expect(writeUnits([{ on, gross: most, net: 0n }])).toBe("2025-01-02 1000000000000.00000 0.00000");
});

test("a response has the values of the lines", () => {
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 92 }), (rows) => {
      const lines = writeUnitValues(rows);
      for (const returns of ["gross", "net"] as const) {
        expect(JSON.parse(`[${encodeUnitValues(lines, returns, all)}]`)).toEqual(
          rows.map((each) => ({
            date: encodeDayUtc(each.valuedOn),
            value: fixed(each[returns], 5),
          })),
        );
      }
    }),
  );
});

test("values of every length are written with their places", () => {
  const values = ["0", "0.00001", "0.99999", "1", "9.99999", "10", "42949.67295", "42949.67296"];
  values.push("99999.99999", "1000000000000");
  const rows = values.map((each, index) => ({
    valuedOn: addDays("2025-01-01" as Day, index),
    gross: each as Decimal,
    net: "0" as Decimal,
  }));
  const written = JSON.parse(`[${encodeUnitValues(writeUnitValues(rows), "gross", all)}]`);
  expect(written.map((each: { value: string }) => each.value)).toEqual(
    values.map((each) => fixed(each as Decimal, 5)),
  );
});

test("both ends of a range are included", () => {
  const rows = ["2025-01-02", "2025-01-03", "2025-01-06", "2025-01-07"].map((valuedOn) => ({
    valuedOn: valuedOn as Day,
    gross: "1" as Decimal,
    net: "0" as Decimal,
  }));
  const range = { firstOn: "2025-01-03" as Day, lastOn: "2025-01-06" as Day };
  const days = JSON.parse(`[${encodeUnitValues(writeUnitValues(rows), "gross", range)}]`);
  expect(days.map(({ date }: { date: string }) => date.slice(0, 10))).toEqual([
    "2025-01-03",
    "2025-01-06",
  ]);
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

test("what is served of the sample matches its daily rows", () => expectEqualForms(8));

test("new days, corrections and days in between are served, ties to even", async () => {
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

test("a quarter without its served row is found, and a served row without days", async () => {
  await service.admin(`delete from unit_value_quarter where account_number = '${account}'
    and quarter_on = '2024-01-01'`);
  await service.admin(`insert into unit_value_quarter values
    ('${account}', '', '2020-01-01', '2020-01-02 1.00000 1.00000')`);
  const { faults } = await verifySeries(service.db);
  expect(faults.map(({ quarterOn }) => quarterOn)).toEqual(["2020-01-01", "2024-01-01"]);
});

test.each([
  ["a served line of another form", "unit_value_quarter", "2025-04-01 7 7.00000"],
  ["a served line without a net value", "unit_value_quarter", "2025-04-01 7.00000"],
  ["a line behind a bad one", "unit_value_quarter", "2025-04-01\n2025-04-02 7.00000 7.00000"],
  ["a computed line of another form", "performance_quarter", "2025-04-01 1.00 0.00 0.00 0.00 0.00"],
])("%s is refused by the store", async (_, table, days) => {
  const insert = `insert into ${table} (account_number, folio_number, quarter_on, days) values
    ($1, '', '2019-04-01', $2)`;
  await expect(service.admin(insert, [account, days])).rejects.toThrow(`${table}_days`);
});
