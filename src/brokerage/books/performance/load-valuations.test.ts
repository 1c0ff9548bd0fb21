// Checks what may be loaded as a folio's raw performance data, and how it is read.
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../../test/harness.ts";
import { selectValuations } from "./valuation-queries.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const account = "RA00000006";
const file = (...rows: string[]) => ({
  "valuations.csv": [
    "accountNumber,folioNumber,date,marketValue,accrued,cashFlows,securityFlows,fees",
    ...rows,
    "",
  ].join("\n"),
});

test("a day on which more is paid back than taken has fees below 0", async () => {
  const row = (fees: string, withdrawn = "") =>
    `accountNumber,folioNumber,date,marketValue,fees,withdrawn\n${account},${account}03,2025-01-02,${fees},${withdrawn}\n`;
  await service.load({ "valuations.csv": row("1,-1.50") });
  const { rows } = await service.admin(
    "select fees::text from folio_valuation where folio_number = $1 and valued_on = '2025-01-02'",
    [`${account}03`],
  );
  expect(rows).toEqual([{ fees: "-1.50" }]);
  await service.load({ "valuations.csv": row(",", "Y") });
});

test.each([
  ["a third place", `${account},${account}03,2025-01-02,1.001,,,,`, "marketValue"],
  ["a day that does not exist", `${account},${account}03,2025-02-29,1,,,,`, "date"],
  ["a day before 1900", `${account},${account}03,1899-12-31,1,,,,`, "date"],
  ["another account's folio", `${account},RA0000000103,2025-01-02,1,,,,`, "folioNumber"],
  ["an absent account", "RA99999999,RA9999999903,2025-01-02,1,,,,", "accountNumber"],
  ["what accrues without a value", `${account},${account}03,2025-01-02,,1,5,,`, "accrued"],
  ["a row without a figure", `${account},${account}03,2025-01-02,,,,,`, "marketValue"],
])("%s is refused by its column", async (_, row, column) => {
  await expect(service.load(file(row))).rejects.toMatchObject({
    problems: [{ file: "valuations.csv", line: 2, column }],
  });
});

test("cash and advances are read with the value that they are a part of, and are 0 if left out", async () => {
  const other = "RA00000011";
  const folio = `${other}03`;
  const header = "accountNumber,folioNumber,date,marketValue,accrued,cash,advances,cashFlows";
  const load = (row: string) =>
    service.load({ "valuations.csv": `${header}\n${other},${folio},${row}\n` });
  for (const [row, column] of [
    ["2025-01-02,,,-5,,1", "cash"],
    ["2025-01-02,,,,5,1", "advances"],
  ] as const) {
    await expect(load(row)).rejects.toMatchObject({ problems: [{ line: 2, column }] });
  }
  await load("2025-01-02,10,5005,-5005.00,5005.00,5005");
  const days = (await selectValuations(service.db, [other])).get(other)?.get(folio);
  expect(days?.[0]?.valuation).toMatchObject({ cash: -500_500n, advances: 500_500n });
  const path = `/restapi/accounts/${other}/folios/${folio}/performance/rawdata`;
  const { body } = await service.call("adviser", "GET", `${path}?daterange=2025-01-02,2025-01-02`);
  expect(body.values).toMatchObject([{ cash: "-5005.00", advances: "5005.00" }]);
});

test("days are read by folio in cents, an empty cell as 0, and can be corrected by a load", async () => {
  await service.load(
    file(
      `${account},${account}03,2025-01-03,,,-20.00,,1.50`,
      `${account},${account}03,2025-01-02,100.10,0.05,100.00,-3,`,
      `${account},${account}01,2025-01-02,7,,,,`,
    ),
  );
  await service.load(file(`${account},${account}01,2025-01-02,8,,,,`));
  const valued = (marketValue: bigint, accrued: bigint) => ({
    marketValue,
    accrued,
    cash: 0n,
    advances: 0n,
    isEstimated: false,
  });
  const nothing = { cashFlows: 0n, securityFlows: 0n, fees: 0n };
  const day = { ...nothing, isWaiting: false, hasEstimatedFlows: false };
  expect((await selectValuations(service.db, [account])).get(account)).toEqual(
    new Map([
      [`${account}01`, [{ ...day, on: "2025-01-02", valuation: valued(800n, 0n) }]],
      [
        `${account}03`,
        [
          {
            ...day,
            on: "2025-01-02",
            cashFlows: 10_000n,
            securityFlows: -300n,
            valuation: valued(10_010n, 5n),
          },
          { ...day, on: "2025-01-03", cashFlows: -2_000n, fees: 150n, valuation: undefined },
        ],
      ],
    ]),
  );
  const notes = await service.auditOf(account);
  expect(notes.at(-2)?.detail.detail.valuations).toMatchObject({ count: "3" });
});
