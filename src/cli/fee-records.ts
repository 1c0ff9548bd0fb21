// The inputs of a fee as they are written outside the engine. (docs/billing.md, "The engine alone")
import type { Decimal } from "@bursar/values/decimal";
import { places, unitsOf } from "@bursar/values/units";
import type { Static } from "typebox";
import { type FeePlan, wholePercent } from "../brokerage/billing/fee-runs/calculation/fee-plan.ts";
import type { Payee } from "../brokerage/billing/fee-runs/calculation/payee-shares.ts";
import { bool, day, decimal, text } from "../values/scalars.ts";
import { list, object, optional } from "../values/wire.ts";

const money = decimal({ places: places.money });
const fee = optional(decimal({ places: places.money, min: "0" }));
const percent = decimal({ places: 2, min: "0", max: "100" });
const count = decimal({ places: 0, min: "1", max: "366" });

/** The plan and the period: the first line. */
export const PlanLine = object({
  kind: text({ oneOf: ["plan"] }),
  from: day(),
  to: day(),
  months: decimal({ places: 0, min: "1", max: "12" }),
  basis: optional(text<"AVG" | "END">({ oneOf: ["AVG", "END"] })),
  billMode: optional(text<"A" | "D">({ oneOf: ["A", "D"] })),
  tierType: optional(text<"M" | "W">({ oneOf: ["M", "W"] })),
  assetFees: optional(
    list(
      object({
        fromAmount: decimal({ places: places.money, min: "0" }),
        annualRate: decimal({ places: 6, min: "0", max: "100" }),
      }),
    ),
  ),
  flatFee: fee,
  minimumFee: fee,
  maximumFee: fee,
  maximumRate: optional(percent),
  excludeCash: optional(bool()),
  flowFrom: fee,
  splits: optional(list(object({ payee: text({ max: 40 }), percent }))),
});
export type PlanLine = Static<typeof PlanLine>;

/** An account on days of the period, with its values and flows. */
export const PartLine = object({
  kind: text({ oneOf: ["part"] }),
  account: text(),
  from: day(),
  to: day(),
  discount: optional(percent),
  values: list(
    object({
      on: day(),
      value: money,
      cash: optional(money),
      excluded: optional(list(money)),
    }),
  ),
  flows: optional(list(object({ on: day(), amount: money }))),
});
export type PartLine = Static<typeof PartLine>;

/** A flow of a period that was billed in advance. */
export const FlowLine = object({
  kind: text({ oneOf: ["flow"] }),
  on: day(),
  amount: money,
  rate: decimal({ places: 6, min: "0", max: "100" }),
  months: count,
  days: count,
  daysLeft: count,
});
export type FlowLine = Static<typeof FlowLine>;

/** A fee billed in advance, and the days of it that were not served. */
export const UnservedLine = object({
  kind: text({ oneOf: ["unserved"] }),
  fee: money,
  days: count,
  daysUnserved: count,
});
export type UnservedLine = Static<typeof UnservedLine>;

/** The amount that is due, and the cash that is free for it. */
export const CollectLine = object({
  kind: text({ oneOf: ["collect"] }),
  due: money,
  freeCash: money,
  insufficient: text<"P" | "D" | "N">({ oneOf: ["P", "D", "N"] }),
});
export type CollectLine = Static<typeof CollectLine>;

/** Money as cents. */
export function cents(amount: Decimal): bigint {
  return unitsOf(amount, places.money);
}

/** A percent as hundredths of one. */
export function hundredths(value: Decimal): bigint {
  return unitsOf(value, 2);
}

const usualMaximumRate = "3.00" as Decimal;

/** The plan of a line, as the calculation takes it. */
export function decodeFeePlan(line: PlanLine): FeePlan {
  const { assetFees = [], tierType = "M", maximumRate = usualMaximumRate } = line;
  const orNone = (amount: Decimal | undefined) =>
    amount === undefined ? undefined : cents(amount);
  return {
    tiers: assetFees.map(({ fromAmount, annualRate }) => ({
      from: cents(fromAmount),
      rate: unitsOf(annualRate, 6),
    })),
    tierType,
    months: unitsOf(line.months, 0),
    flatFee: orNone(line.flatFee),
    minimumFee: orNone(line.minimumFee),
    maximumFee: orNone(line.maximumFee),
    maximumRate: hundredths(maximumRate),
  };
}

/** The payees of a line; without any the firm alone. */
export function decodePayees({ splits = [] }: PlanLine): Payee[] {
  if (splits.length === 0) return [{ payee: "firm", percent: wholePercent }];
  return splits.map(({ payee, percent: part }) => ({ payee, percent: hundredths(part) }));
}
