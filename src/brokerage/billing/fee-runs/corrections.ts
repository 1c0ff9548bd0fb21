// The corrections of billing in advance: flows of the period before, and days not served. Pure.
import { addDays, type Day, daysBetween } from "@bursar/values/dates";
import { places, unitsOf } from "@bursar/values/units";
import { flowsIn } from "./billable-days.ts";
import { daysOf } from "./billed-days.ts";
import type { BilledPlan } from "./billed-plan.ts";
import type { CalculatedItem } from "./calculated-item.ts";
import { flowFee, unservedFee } from "./calculation/advance-fees.ts";
import type { FeePartRow } from "./part-queries.ts";
import type { CorrectedItem } from "./unit-facts-queries.ts";
import type { UnitSources } from "./unit-sources.ts";

const ratePlaces = 6;

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

/** Flows of the first day are in the value by which it was billed. */
function flowsOf(
  { fees: { months }, flowFrom = 0n }: BilledPlan,
  sources: UnitSources,
  part: FeePartRow,
  item: CorrectedItem,
): CalculatedItem | undefined {
  const account = sources.accounts.get(part.accountNumber);
  const from = part.from > part.periodFrom ? addDays(part.from, 1) : part.from;
  const flows = account === undefined ? [] : flowsIn(account, { from, to: part.to });
  const large = flows.filter(({ cents }) => (cents < 0n ? -cents : cents) >= flowFrom);
  const period = {
    months,
    days: BigInt(daysOf({ from: part.periodFrom, to: part.periodTo })),
    rate: unitsOf(item.rate, ratePlaces),
  };
  const lines = large.map((flow) => flowFee(period, flow, daysLeft(flow.on, part.to)));
  const computed = lines.reduce((sum, { cents }) => sum + cents, 0n);
  if (computed === 0n) return undefined;
  const basis = large.reduce((sum, { cents }) => sum + cents, 0n);
  const steps = lines.flatMap((line) => line.steps);
  return { ...lineOf(part, item), basis, computed, steps, warnings: ["flows"] };
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
    of: { feeRunOid: item.feeRunOid, line: item.line },
  };
}
