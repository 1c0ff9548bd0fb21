// The fees of published and worked cases, to the cent. (docs/billing.md)

import type { Day } from "@bursar/values/dates";
import { decodeDecimal } from "@bursar/values/decimal";
import { moneyText, unitsOf } from "@bursar/values/units";
import { describe, expect, test } from "vitest";
import { flowsFee, unservedFee } from "./advance-fees.ts";
import { billableValue, takenNow } from "./billable-value.ts";
import type { FeePart } from "./fee-account.ts";
import type { FeePlan } from "./fee-plan.ts";
import { shareAmongPayees } from "./payee-shares.ts";
import { calculateUnitFee } from "./unit-fee.ts";
import { averageValueDays, endValueDays } from "./value-days.ts";

const read = (text: string, places: number) => {
  const decimal = decodeDecimal(text);
  if (decimal === undefined) throw new Error(`${text} is no decimal`);
  return unitsOf(decimal, places);
};
const cents = (text: string) => read(text, 2);
const day = (text: string) => text as Day;

const quarter = { from: day("2026-01-01"), to: day("2026-03-31") };
const tiers = [
  { from: 0n, rate: 1_200_000n },
  { from: cents("250000"), rate: 900_000n },
  { from: cents("1000000"), rate: 600_000n },
];
const tiered: FeePlan = { tiers, tierType: "M", months: 3n, maximumRate: 300n };
const onePercent: FeePlan = { ...tiered, tiers: [{ from: 0n, rate: 1_000_000n }] };

const part = (accountNumber: string, value: string, days = 90n): FeePart => ({
  accountNumber,
  days,
  valueDays: cents(value) * days,
  discount: 0n,
});
const fee = (plan: FeePlan, ...parts: FeePart[]) => calculateUnitFee(plan, 90n, parts);
const amounts = (list: readonly bigint[]) => list.map(moneyText);

describe("the fee of a unit", () => {
  test.each<[string, FeePlan, FeePart[], string, string]>([
    ["marginal tiers", tiered, [part("A", "1234567.89")], "2789.35", "0.903750"],
    [
      "a whole tier",
      { ...tiered, tierType: "W" },
      [part("A", "1234567.89")],
      "1851.85",
      "0.600000",
    ],
    ["days since inception", onePercent, [part("A", "300000", 50n)], "416.67", "1.000000"],
    [
      "a minimum",
      { ...onePercent, minimumFee: cents("600") },
      [part("A", "40000")],
      "150.00",
      "1.000000",
    ],
    [
      "its days",
      { ...onePercent, minimumFee: cents("600") },
      [part("A", "40000", 50n)],
      "83.33",
      "1.000000",
    ],
    [
      "a cap",
      { ...onePercent, minimumFee: cents("600") },
      [part("A", "5000")],
      "37.50",
      "1.000000",
    ],
    [
      "a maximum",
      { ...onePercent, maximumFee: cents("2000") },
      [part("A", "400000")],
      "500.00",
      "1.000000",
    ],
    [
      "a flat fee",
      { ...onePercent, flatFee: cents("1000") },
      [part("A", "100000")],
      "500.00",
      "1.000000",
    ],
    [
      "two lengths of time",
      tiered,
      [part("A", "200000"), part("B", "300000", 50n)],
      "962.50",
      "1.050000",
    ],
    ["a discount", onePercent, [{ ...part("A", "40000"), discount: 1_250n }], "87.50", "1.000000"],
    ["nothing", { ...onePercent, minimumFee: cents("600") }, [part("A", "0")], "0.00", "0.000000"],
    [
      "a plan without rates",
      { ...onePercent, tiers: [] },
      [part("A", "40000")],
      "0.00",
      "0.000000",
    ],
    [
      "less than the first amount",
      { ...tiered, tiers: tiers.slice(1) },
      [part("A", "250000")],
      "0.00",
      "0.000000",
    ],
  ])("of %s", (_, plan, parts, total, rate) => {
    const calculated = fee(plan, ...parts);
    expect([moneyText(calculated.cents), calculated.rate]).toEqual([total, rate]);
  });

  test("is shared by what each account of a household weighs", () => {
    const {
      cents: total,
      rate,
      shares,
    } = fee(tiered, part("C", "95500.25"), part("A", "180000"), part("B", "420000"));
    expect([moneyText(total), rate]).toEqual(["1752.38", "1.007836"]);
    expect(shares.map((share) => [share.accountNumber, moneyText(share.cents)])).toEqual([
      ["A", "453.53"],
      ["B", "1058.23"],
      ["C", "240.62"],
    ]);
  });

  test("goes to the first account where none weighs anything", () => {
    const free = { discount: 10_000n };
    const { shares } = fee(
      { ...onePercent, flatFee: cents("100") },
      { ...part("B", "100000"), ...free },
      { ...part("A", "100000"), ...free },
    );
    expect(amounts(shares.map((share) => share.cents))).toEqual(["25.00", "0.00"]);
  });

  test("counts an account with two terms once, by the mean of its parts", () => {
    // 100,000.00 on all 90 days, the last 40 at half the fee: 250.00 × (50 + 20) ÷ 90.
    const calculated = fee(tiered, part("A", "100000", 50n), {
      ...part("A", "100000", 40n),
      discount: 5_000n,
    });
    expect([moneyText(calculated.cents), calculated.rate]).toEqual(["233.33", "1.200000"]);
    const flat = { ...tiered, tiers: [], flatFee: cents("400") };
    expect(moneyText(fee(flat, part("A", "9000", 50n), part("A", "9000", 40n)).cents)).toBe(
      "67.50",
    );
  });

  test("names the bounds that decided on it", () => {
    const bounded = { ...onePercent, minimumFee: cents("600"), maximumFee: cents("2000") };
    const boundsOf = (value: string) => fee(bounded, part("A", value)).bounds;
    expect(["5000", "40000", "80000", "400000"].map(boundsOf)).toEqual([
      ["minimum", "cap"],
      ["minimum"],
      [],
      ["maximum"],
    ]);
  });

  test("is shown step by step", () => {
    const { steps } = fee(
      { ...tiered, flatFee: cents("100"), minimumFee: cents("8000") },
      part("A", "200000"),
      { ...part("B", "300000", 50n), discount: 1_000n },
    );
    expect(steps.map(({ step, sum, amount }) => `${step}: ${sum} = ${amount}`)).toEqual([
      "basis: A = 200000.00",
      "basis: B = 300000.00",
      "basis: Together = 500000.00",
      "tier: 250000.00 × 1.20 percent (from 0.00) = 3000.00",
      "tier: 250000.00 × 0.90 percent (from 250000.00) = 2250.00",
      "rate: 5250.00 ÷ 500000.00, percent a year = 1.050000",
      "fee: A: 200000.00 × the rate × 3/12 × 90/90 = 525.00",
      "fee: B: 300000.00 × the rate × 3/12 × 50/90, less 10.00 percent = 393.75",
      "flat: 100.00 × 3/12 × 90/90 = 25.00",
      "minimum: At least 8000.00 × 3/12 × 90/90 = 2000.00",
      "rounded: 2000.00 = 2000.00",
      "share: A = 1142.86",
      "share: B = 857.14",
    ]);
  });
});

describe("the basis", () => {
  test("at the end leaves out what a large flow was not there for", () => {
    const { valueDays, steps } = endValueDays(
      quarter,
      { on: day("2026-03-31"), cents: cents("512000") },
      [
        { on: day("2026-03-20"), cents: cents("100000") },
        { on: day("2026-03-21"), cents: cents("9999.99") },
        { on: day("2025-12-31"), cents: cents("50000") },
      ],
      cents("10000"),
    );
    const calculated = fee(onePercent, { accountNumber: "A", days: 90n, valueDays, discount: 0n });
    expect(moneyText(calculated.cents)).toBe("1063.33");
    expect(steps).toEqual([
      { step: "value", sum: "Value of 2026-03-31", amount: "512000.00" },
      {
        step: "flow",
        sum: "Flow of 2026-03-20, not there for 78/90 of the time",
        amount: "100000.00",
      },
    ]);
  });

  test("grows by an outflow, and an inflow larger than it leaves nothing", () => {
    const at = (flow: string) =>
      endValueDays(
        quarter,
        { on: day("2026-03-31"), cents: cents("1000") },
        [{ on: day("2026-02-15"), cents: cents(flow) }],
        0n,
      ).valueDays;
    expect([at("-1000"), at("1000000")]).toEqual([cents("135000"), 0n]); // 90,000 + 45 × 1,000
  });

  test("on average counts each calendar day, a day without value as the one before", () => {
    const january = { from: day("2026-01-01"), to: day("2026-01-31") };
    const { valueDays, steps } = averageValueDays(january, [
      { on: day("2025-12-31"), cents: cents("100000") },
      { on: day("2026-01-02"), cents: cents("100000") },
      { on: day("2026-01-16"), cents: cents("110000") },
      { on: day("2026-02-02"), cents: cents("1") },
    ]);
    const calculated = calculateUnitFee({ ...onePercent, months: 1n }, 31n, [
      { accountNumber: "A", days: 31n, valueDays, discount: 0n },
    ]);
    expect(moneyText(calculated.cents)).toBe("87.63");
    expect(steps.map(({ sum, amount }) => [sum, amount])).toEqual([
      ["Value from 2026-01-01, 15 days", "100000.00"],
      ["Value from 2026-01-16, 16 days", "110000.00"],
    ]);
  });

  test("on average is 0 before the first value, and never below 0", () => {
    const of = (value: string) =>
      averageValueDays(quarter, [{ on: day("2026-03-31"), cents: cents(value) }]).valueDays;
    expect([of("500"), of("-500")]).toEqual([cents("500"), 0n]);
  });
});

describe("of what is worth billing", () => {
  test("cash is left out where the plan excludes it, but no debt", () => {
    const at = (cash: string, ...excluded: string[]) =>
      billableValue(
        { value: cents("250000"), cash: cents(cash), excluded: excluded.map(cents) },
        true,
      );
    const billable = at("30000");
    const calculated = fee(onePercent, part("A", moneyText(billable)));
    expect(moneyText(calculated.cents)).toBe("550.00");
    expect(amounts([at("-30000"), at("0", "10000.01", "0.99")])).toEqual([
      "250000.00",
      "239999.00",
    ]);
    expect(billableValue({ value: 5n, cash: 2n, excluded: [] }, false)).toBe(5n);
  });

  test.each([
    ["P", "400", "400.00"],
    ["P", "-1", "0.00"],
    ["P", "600", "550.00"],
    ["D", "549.99", "0.00"],
    ["D", "550", "550.00"],
    ["N", "0", "550.00"],
  ] as const)("%s with %s of free cash takes %s of 550.00", (insufficient, free, taken) => {
    expect(moneyText(takenNow(cents("550"), cents(free), insufficient))).toBe(taken);
  });
});

describe("in advance", () => {
  test("days after the end are refunded", () => {
    const { cents: refund, steps } = unservedFee(cents("1250"), { billed: 91n, unserved: 46n });
    expect(moneyText(refund)).toBe("-631.87");
    expect(steps[0]?.sum).toBe("1250.00 × 46/91, the days not served");
  });

  test("a flow is billed for the days that it was there", () => {
    const flow = { on: day("2026-02-17"), cents: cents("60000"), daysLeft: 43n };
    const rate = { numerator: 1n, denominator: 100n };
    const line = flowsFee({ months: 3n, days: 90n, rate }, [flow]);
    expect(moneyText(line.cents)).toBe("71.67");
    expect(line.steps).toEqual([
      {
        step: "flow",
        sum: "60000.00 of 2026-02-17 × 1.000000 percent × 3/12 × 43/90",
        amount: "71.66666667",
      },
      { step: "rounded", sum: "71.66666667", amount: "71.67" },
    ]);
  });

  test("several flows are rounded together, at the rate that was not rounded", () => {
    const flow = (on: string, amount: string, daysLeft: bigint) => ({
      on: day(on),
      cents: cents(amount),
      daysLeft,
    });
    const flows = [
      flow("2026-02-10", "10004.05", 50n),
      flow("2026-02-11", "10002.49", 49n),
      flow("2026-02-12", "10000.88", 48n),
    ];
    const period = { months: 3n, days: 90n };
    const onePercent = { numerator: 1n, denominator: 100n };
    // 13.8945 + 13.6145 + 13.3345; one by one 13.89 + 13.61 + 13.33 = 40.83
    expect(moneyText(flowsFee({ ...period, rate: onePercent }, flows).cents)).toBe("40.84");
    // 4,530.00 a year of 420,000.00, which is shown as 1.078571 percent.
    const rate = { numerator: 453_000n, denominator: 42_000_000n };
    const large = [flow("2026-01-01", "90000000", 90n)];
    expect(moneyText(flowsFee({ ...period, rate }, large).cents)).toBe("242678.57"); // not 242,678.48
  });
});

test("payees share what is collected to the cent", () => {
  const payees = [
    { payee: "Firm", percent: 8_000n },
    { payee: "Solicitor", percent: 1_250n },
    { payee: "Platform", percent: 750n },
  ];
  expect(amounts(shareAmongPayees(cents("2789.35"), payees))).toEqual([
    "2231.48",
    "348.67",
    "209.20",
  ]);
});
