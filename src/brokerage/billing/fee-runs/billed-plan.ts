// A plan as runs bill by it: what it leaves out has its default, and money is in cents. Pure.
import { addDays, addMonths, type Day, endOfQuarter } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { places, unitsOf } from "@bursar/values/units";
import type { BillingPlanRow } from "../../clients-and-accounts/billing-plans/reads.ts";
import { monthOf, type Stretch } from "./billed-days.ts";
import type { Insufficient } from "./calculation/billable-value.ts";
import type { FeePlan } from "./calculation/fee-plan.ts";
import type { Payee } from "./calculation/payee-shares.ts";

/** The kind of fees that a run bills: advisory fees, platform fees, or brokerage fees. */
export type FeeKind = "A" | "P" | "B";

/** A plan with its defaults. */
export interface BilledPlan {
  readonly oid: Id;
  readonly kind: FeeKind;
  readonly isInAdvance: boolean;
  /** Calendar months of a period. */
  readonly months: 1 | 3;
  readonly basis: "AVG" | "END";
  readonly excludesCash: boolean;
  /** Cents; undefined where flows are not prorated. */
  readonly flowFrom: bigint | undefined;
  readonly insufficient: Insufficient;
  /** Empty where the firm alone is paid. */
  readonly splits: readonly Payee[];
  /** Cents a folio and year, of a platform plan. */
  readonly folioFees: bigint;
  readonly fees: FeePlan;
}

const kinds = { advisory: "A", platform: "P", brokerage: "B" } as const;
const ratePlaces = 6;

/** A stored plan as it is billed. */
export function billedPlan(row: BillingPlanRow): BilledPlan {
  const months = row.billPeriodVal === "1" ? 1 : 3;
  return {
    months,
    oid: row.billingPlanOid,
    kind: kinds[row.kind],
    isInAdvance: row.billMode === "D",
    basis: row.basis === "AVG" ? "AVG" : "END",
    excludesCash: row.excludeCash ?? false,
    flowFrom: cents(row.flowFrom),
    insufficient: (row.insufficient ?? "P") as Insufficient,
    splits: row.splits.map(({ payee, percent }) => ({ payee, percent: unitsOf(percent, 2) })),
    folioFees: cents(row.folioFees) ?? 0n,
    fees: {
      tiers: row.assetFees.map(({ fromAmount, annualRate }) => ({
        from: unitsOf(fromAmount, places.money),
        rate: unitsOf(annualRate, ratePlaces),
      })),
      tierType: row.tierType === "W" ? "W" : "M",
      months: BigInt(months),
      flatFee: cents(row.flatFee),
      minimumFee: cents(row.minimumFee),
      maximumFee: cents(row.maximumFee),
      maximumRate: unitsOf(row.maximumRate ?? ("3" as Decimal), 2),
    },
  };
}

function cents(amount: Decimal | null): bigint | undefined {
  return amount === null ? undefined : unitsOf(amount, places.money);
}

/** The last day of a day's month. */
export function endOfMonth(day: Day): Day {
  return addDays(addMonths(monthOf(day), 1), -1);
}

/** The period of a plan that ends on the last day of a month; undefined where none does. */
export function periodOf({ months }: BilledPlan, end: Day): Stretch | undefined {
  const isEnd = end === (months === 1 ? endOfMonth(end) : endOfQuarter(end));
  return isEnd ? { from: addMonths(monthOf(end), 1 - months), to: end } : undefined;
}

/** The days ahead of its period within which a plan in advance may be billed. */
const daysAhead = 10;

/** Why no period of a plan that ends on a month's last day may be billed today; undefined where it may: in arrears once
 * it is over, in advance from 10 days before it. */
export function whyNotDue(plan: BilledPlan, end: Day, today: Day): string | undefined {
  const period = periodOf(plan, end);
  if (period === undefined) {
    return `Plan ${plan.oid} is billed by quarters: one ends on ${endOfQuarter(end)}, none on ${end}.`;
  }
  const first = plan.isInAdvance ? addDays(period.from, -daysAhead) : addDays(period.to, 1);
  const manner = plan.isInAdvance ? "in advance" : "in arrears";
  return first > today
    ? `Plan ${plan.oid} is billed ${manner}: for this period from ${first} on.`
    : undefined;
}
