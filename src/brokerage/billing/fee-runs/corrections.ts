// The corrections of billing in advance: flows of the period before, and days not served. Pure.
import { addDays, type Day, daysBetween } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import { places, unitsOf } from "@bursar/values/units";
import { flowsIn } from "./billable-days.ts";
import { common, daysOf, without } from "./billed-days.ts";
import type { BilledPlan } from "./billed-plan.ts";
import type { CalculatedItem } from "./calculated-item.ts";
import { flowsFee, unservedFee } from "./calculation/advance-fees.ts";
import { assetFee } from "./calculation/asset-fee.ts";
import { type FeePlan, wholeRate } from "./calculation/fee-plan.ts";
import type { FeePartRow } from "./part-queries.ts";
import type { CorrectedItem } from "./unit-facts-queries.ts";
import type { UnitSources } from "./unit-sources.ts";

/** The line of an account for flows, or for days not served; undefined where it comes to nothing. */
export function correctionOf(
  plan: BilledPlan,
  sources: UnitSources,
  part: FeePartRow,
): CalculatedItem | undefined {
  const { accountNumber, ofRunOid, ofLine } = part;
  const item = sources.corrected.find(
    (each) =>
      each.accountNumber === accountNumber && each.feeRunOid === ofRunOid && each.line === ofLine,
  );
  if (item === undefined) return undefined;
  return part.lineKind === "refund" ? refundOf(part, item) : flowsOf(plan, sources, part, item);
}

function refundOf(part: FeePartRow, item: CorrectedItem): CalculatedItem | undefined {
  const days = { billed: BigInt(item.days), unserved: BigInt(daysOf(part)) };
  const { cents, steps } = unservedFee(unitsOf(item.billed, places.money), days);
  if (cents === 0n) return undefined;
  return { ...lineOf(part, item), basis: 0n, computed: cents, steps, warnings: ["terminated"] };
}

/** Flows of a period count to the end of the line, since its value is that of the day before the period. Each stretch of
 * one who began within it has a value of its own: that has the flows of its first day, and counts to its last. */
function flowsOf(
  { fees, flowFrom = 0n }: BilledPlan,
  { accounts, unitBases }: UnitSources,
  part: FeePartRow,
  item: CorrectedItem,
): CalculatedItem | undefined {
  const account = accounts.get(part.accountNumber);
  const isOwnValue = item.lineKind === "inception";
  const large = item.parts.flatMap((stretch) => {
    const end = isOwnValue && stretch.to < part.to ? stretch.to : part.to;
    const from = isOwnValue ? addDays(stretch.from, 1) : stretch.from;
    const shared = common(stretch, { from, to: end });
    const days = shared === undefined ? [] : without(shared, item.refunded);
    return days
      .flatMap((each) => (account === undefined ? [] : flowsIn(account, each)))
      .filter(({ cents }) => (cents < 0n ? -cents : cents) >= flowFrom)
      .map((flow) => ({ ...flow, daysLeft: daysLeft(flow.on, end) }));
  });
  const unitBasis = unitsOf(
    unitBases.get(`${item.feeRunOid} ${item.unitNumber}`) ?? zero,
    places.money,
  );
  const period = {
    months: fees.months,
    days: BigInt(daysOf({ from: part.periodFrom, to: part.periodTo })),
    rate: rateOn(fees, unitBasis),
  };
  const { cents: computed, steps } = flowsFee(period, large);
  if (computed === 0n) return undefined;
  const basis = large.reduce((sum, { cents }) => sum + cents, 0n);
  return { ...lineOf(part, item), basis, computed, steps, warnings: ["flows"] };
}

const zero = "0" as Decimal;

/** The part of a basis of some cents that is billed a year, before any rounding. */
function rateOn(fees: FeePlan, cents: bigint) {
  if (cents <= 0n) return { numerator: 0n, denominator: 1n };
  const { numerator } = assetFee(fees, { numerator: cents, denominator: 1n });
  return { numerator, denominator: cents * wholeRate };
}

function daysLeft(on: Day, to: Day): bigint {
  return BigInt(daysBetween(on, to)) + 1n;
}

function lineOf(part: FeePartRow, item: CorrectedItem) {
  const { accountNumber, unitNumber, unit, lineKind, billingPlanOid, from, to } = part;
  return {
    accountNumber,
    unitNumber,
    unit,
    lineKind,
    billingPlanOid,
    from,
    to,
    days: daysOf(part),
    rate: item.rate,
    previous: undefined,
    factsVersion: "0",
    isExcluded: false,
    payerAccountNumber: part.payerAccountNumber,
    collect: part.collect,
    correctedLine: { feeRunOid: item.feeRunOid, line: item.line },
  };
}
