// The steps of a return: worked by hand, and multiplied to the figures that are served.

import { nearestEven } from "@bursar/values/units";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../../test/harness.ts";
import type { ReturnSteps } from "./steps-schema.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
  await service.load({
    "valuations.csv": [
      "accountNumber,folioNumber,date,marketValue,accrued,cashFlows,securityFlows,fees",
      "RA00000005,RA0000000503,2025-01-02,10000.00,,10000.00,,",
      "RA00000005,RA0000000503,2025-01-03,10100.00,,,,",
      "RA00000005,RA0000000503,2025-01-06,10403.00,,200.00,,30.30",
      "RA00000005,RA0000000503,2025-02-07,8900.00,100.00,-1403.00,,",
      "RA00000011,RA0000001103,2025-01-02,500.00,,500.00,,",
      "RA00000011,RA0000001103,2025-01-03,0.00,,,,",
      "RA00000011,RA0000001103,2025-01-06,0.50,,0.50,,",
      "RA00000011,RA0000001103,2025-01-07,300.00,,200.00,,",
      "",
    ].join("\n"),
  });
});
afterAll(() => service.close());

async function stepsOf(account: string, range: string, by = "day"): Promise<ReturnSteps> {
  const path = `/restapi/accounts/${account}/performance/steps?daterange=${range}&by=${by}`;
  const { status, body } = await service.call("adviser", "GET", path);
  expect(status).toBe(200);
  return body;
}

const dayOf = (date: string) => date.slice(0, 10);
const figuresOf = ({ gross, net, ...step }: ReturnSteps["steps"][number]) => [
  `${dayOf(step.startDate)} ${dayOf(step.endDate)}`,
  `${step.startMarketValue} + ${step.inflows} - ${step.outflows}, ${step.fees}: ${step.endMarketValue}`,
  `${gross.to} / ${gross.from} = ${gross.return}, ${gross.unitValue}`,
  `${net.to} / ${net.from} = ${net.return}, ${net.unitValue}`,
];

test("days are fractions of what was there and came in, worked by hand", async () => {
  const response = await stepsOf("RA00000005", "2025-01-03,2025-02-28");
  // 101 × 10433.30 / 10300 = 1053763.3 / 10300; the day after has as much as the day before.
  expect(response.steps.map(figuresOf)).toEqual([
    [
      "2025-01-03 2025-01-06",
      "10100.00 + 200.00 - 0.00, 30.30: 10403.00",
      "10433.30 / 10300.00 = 1.29417, 102.307116504854368932",
      "10403.00 / 10300.00 = 1.00000, 102.010000000000000000",
    ],
    [
      "2025-01-06 2025-02-07",
      "10403.00 + 0.00 - 1403.00, 0.00: 9000.00",
      "10403.00 / 10403.00 = 0.00000, 102.307116504854368932",
      "10403.00 / 10403.00 = 0.00000, 102.010000000000000000",
    ],
  ]);
  expect(response).toMatchObject({
    days: "35",
    startMarketValue: "10100.00",
    netFlows: "-1203.00",
    endMarketValue: "9000.00",
    leftAtStart: null,
    gross: { startUnitValue: "101.00000", endUnitValue: "102.30712", noReturn: null },
    net: { endUnitValue: "102.01000", timeWeightedReturn: "1.00000", noRate: null },
  });
  // 35 days from 3 January: the 200.00 count from the start of the third, the 1,403.00 for none.
  const { flows } = response;
  expect(flows?.map(({ date, ...flow }) => ({ on: dayOf(date), ...flow }))).toEqual([
    {
      on: "2025-01-06",
      inflow: "200.00",
      inflowDays: "33",
      outflow: "0.00",
      fees: "30.30",
      outflowDays: "32",
    },
    {
      on: "2025-02-07",
      inflow: "0.00",
      inflowDays: "1",
      outflow: "1403.00",
      fees: "0.00",
      outflowDays: "0",
    },
  ]);
});

test("months and years are quotients of published units, with what came and went in them", async () => {
  const months = await stepsOf("RA00000005", "2025-01-03,2025-02-28", "month");
  expect(months.steps.map(figuresOf)).toEqual([
    [
      "2025-01-03 2025-01-06",
      "10100.00 + 200.00 - 0.00, 30.30: 10403.00",
      "102.30712 / 101.00000 = 1.29418, 102.307116504854368932",
      "102.01000 / 101.00000 = 1.00000, 102.010000000000000000",
    ],
    [
      "2025-01-06 2025-02-07",
      "10403.00 + 0.00 - 1403.00, 0.00: 9000.00",
      "102.30712 / 102.30712 = 0.00000, 102.307116504854368932",
      "102.01000 / 102.01000 = 0.00000, 102.010000000000000000",
    ],
  ]);
  const [year] = (await stepsOf("RA00000005", "2024-01-03,2025-02-28", "year")).steps;
  expect(year?.gross).toMatchObject({ from: "100.00000", to: "102.30712", return: "2.30712" });
});

test("a total loss, a day without enough capital and a new beginning have what they have", async () => {
  const { steps, gross } = await stepsOf("RA00000011", "2025-01-01,2025-01-08");
  expect(steps.map(({ gross: step }) => step)).toEqual([
    { from: "500.00", to: "500.00", return: "0.00000", unitValue: "100.000000000000000000" },
    { from: "500.00", to: "0.00", return: "-100.00000", unitValue: "0.000000000000000000" },
    { from: null, to: null, return: null, unitValue: null },
    { from: "200.50", to: "300.00", return: "49.62594", unitValue: "149.625935162094763092" },
  ]);
  expect(gross).toMatchObject({
    timeWeightedReturn: null,
    noReturn: "the range contains a new beginning",
  });
});

test.each([
  ["RA00000001", "2024-01-02,2025-12-31"],
  ["RA00000003", "2023-01-01,2025-12-31"],
  ["RA00000002", "2026-01-01,2026-09-30"],
])("the steps of %s multiply to the figures that are served", async (account, range) => {
  const days = await stepsOf(account, range);
  const summaryOf = async (view: string) =>
    service.call(
      "adviser",
      "GET",
      `/restapi/accounts/${account}/performance/summary?daterange=${range}&returntype=${view}fee`,
    );
  for (const view of ["gross", "net"] as const) {
    const { body: summary } = await summaryOf(view);
    const { timeWeightedReturn, moneyWeightedReturn, startUnitValue } = days[view];
    expect({ timeWeightedReturn, moneyWeightedReturn }).toEqual({
      timeWeightedReturn: summary.timeWeightedReturn,
      moneyWeightedReturn: summary.moneyWeightedReturn,
    });
    // Each day's unit is the last one times its fraction, to the 18th place, half even; an imported
    // history has units alone, of which the last is where the fractions begin.
    const units = days.steps.map(({ [view]: step }) => step);
    for (const [at, { from, to, unitValue }] of units.entries()) {
      const before = units[at - 1]?.unitValue;
      if (!before || !from || !to || !unitValue) continue;
      const { inflows, endDate } = days.steps[at] ?? {};
      if (inflows === null) {
        expect(nearestEven(parts(unitValue), 10n ** 13n), endDate).toBe(parts(to));
        continue;
      }
      const exact = nearestEven(parts(before) * parts(to), parts(from));
      expect(exact, endDate).toBe(parts(unitValue));
    }
    for (const by of ["month", "year"]) {
      const { steps } = await stepsOf(account, range, by);
      const chained = steps.map(({ [view]: step }) => step);
      expect(chained.map(({ from }) => from)).toEqual([
        startUnitValue,
        ...chained.slice(0, -1).map(({ to }) => to),
      ]);
      expect(chained.at(-1)?.to).toBe(days[view].endUnitValue);
    }
  }
});

/** A decimal without its point, the same for all of as many places. */
function parts(decimal: string): bigint {
  return BigInt(decimal.replace(".", ""));
}

test("an account without a value has no step, and another firm's is not there", async () => {
  const none = await stepsOf("RA00000005", "2020-01-01,2020-12-31");
  expect(none).toMatchObject({ steps: [], flows: null, gross: { noReturn: "nothing is valued" } });
  const path = "/restapi/accounts/RA00000001/performance/steps";
  expect((await service.call("otherAdviser", "GET", path)).status).toBe(403);
  expect((await service.call("client", "GET", path)).status).toBe(200);
  expect((await service.call("adviser", "GET", `${path}?by=week`)).body).toMatchObject([
    { errorCode: "invalid.by" },
  ]);
});
