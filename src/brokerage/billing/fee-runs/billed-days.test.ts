// Days of billing as bits and stretches, and what payees are due.
import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { describe, expect, test } from "vitest";
import { common, daysOf, monthDaysOf, without } from "./billed-days.ts";
import type { BilledPlan } from "./billed-plan.ts";
import { payoutsOf } from "./payouts.ts";

const stretch = (from: string, to: string) => ({ from: from as Day, to: to as Day });

describe("days", () => {
  test("are bits of their months, the first day as bit 0", () => {
    expect(monthDaysOf(stretch("2026-01-30", "2026-03-02"))).toEqual([
      { month: "2026-01-01", days: 3n << 29n },
      { month: "2026-02-01", days: (1n << 28n) - 1n },
      { month: "2026-03-01", days: 3n },
    ]);
    expect(monthDaysOf(stretch("2028-02-29", "2028-02-29"))).toEqual([
      { month: "2028-02-01", days: 1n << 28n },
    ]);
    expect(monthDaysOf(stretch("2026-01-01", "2026-01-31"))).toEqual([
      { month: "2026-01-01", days: 2n ** 31n - 1n },
    ]);
  });

  test("are counted, shared and left out by stretches", () => {
    const quarter = stretch("2026-01-01", "2026-03-31");
    expect(daysOf(quarter)).toBe(90);
    expect(common(quarter, stretch("2026-03-31", "2026-04-30"))).toEqual(
      stretch("2026-03-31", "2026-03-31"),
    );
    expect(common(quarter, stretch("2026-04-01", "2026-04-30"))).toBeUndefined();
    const taken = [stretch("2025-12-01", "2026-01-10"), stretch("2026-02-01", "2026-02-28")];
    expect(without(quarter, taken)).toEqual([
      stretch("2026-01-11", "2026-01-31"),
      stretch("2026-03-01", "2026-03-31"),
    ]);
    expect(without(quarter, [quarter])).toEqual([]);
  });
});

describe("payouts", () => {
  const splits = [
    { payee: "Firm", percent: 8_000n },
    { payee: "Solicitor", percent: 1_250n },
    { payee: "Platform", percent: 750n },
  ];
  const plans = new Map([["1", { splits } as unknown as BilledPlan]]);
  const paid = (collected: string, refunded: string, plan: string | null = "1") => ({
    billingPlanOid: plan as Id | null,
    collected: collected as Decimal,
    refunded: refunded as Decimal,
  });
  const of = (
    payments: ReturnType<typeof paid>[],
    before: { payee: string; amount: string }[] = [],
  ) =>
    payoutsOf({
      payments,
      plans,
      firm: "HARBOR",
      before: before.map((each) => ({ ...each, collected: "0", refunded: "0", carried: "0" })),
    }).map(({ payee, collected, refunded, carried, amount }) =>
      [payee, collected, refunded, carried, amount].join(" "),
    );

  test("are shared by the splits of each plan, to the cent", () => {
    expect(of([paid("2789.35", "0")])).toEqual([
      "Firm 2231.48 0.00 0.00 2231.48",
      "Platform 209.20 0.00 0.00 209.20",
      "Solicitor 348.67 0.00 0.00 348.67",
    ]);
    expect(of([paid("10", "0", "2"), paid("5", "0", null)])).toEqual([
      "HARBOR 15.00 0.00 0.00 15.00",
    ]);
  });

  test("are less what came back, and what a payee owes is carried on", () => {
    expect(of([paid("0", "100")])).toEqual([
      "Firm 0.00 80.00 0.00 -80.00",
      "Platform 0.00 7.50 0.00 -7.50",
      "Solicitor 0.00 12.50 0.00 -12.50",
    ]);
    const before = [
      { payee: "Firm", amount: "-80.00" },
      { payee: "Left", amount: "-1.00" },
      { payee: "Platform", amount: "9.00" },
    ];
    expect(of([paid("100", "0")], before)).toEqual([
      "Firm 80.00 0.00 -80.00 0.00",
      "Left 0.00 0.00 -1.00 -1.00",
      "Platform 7.50 0.00 0.00 7.50",
      "Solicitor 12.50 0.00 0.00 12.50",
    ]);
  });
});
