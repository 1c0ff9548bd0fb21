// The fee of a unit for a period, from the values of its accounts. Pure. (docs/billing.md, 1)
import { addDays, type Day } from "@bursar/values/dates";
import { unitsOf } from "@bursar/values/units";
import {
  billableAt,
  billableValues,
  flowsIn,
  type ValuedAccount,
  valuationAt,
} from "./billable-days.ts";
import { daysOf } from "./billed-days.ts";
import type { BilledPlan } from "./billed-plan.ts";
import type { CalculatedItem, Warning } from "./calculated-item.ts";
import type { FeeStep } from "./calculation/fee-step.ts";
import { calculateUnitFee, type UnitFee } from "./calculation/unit-fee.ts";
import { averageValueDays, endValueDays } from "./calculation/value-days.ts";
import type { FeePartRow } from "./part-queries.ts";
import type { UnitSources } from "./unit-sources.ts";

interface ValuedPart {
  readonly part: FeePartRow;
  readonly valueDays: bigint;
  readonly steps: readonly FeeStep[];
  readonly warnings: readonly Warning[];
}

const nobody: ValuedAccount = { days: [], exclusions: [], worth: new Map() };

/** The items of a unit's accounts under one plan, by account number. */
export function periodFees(
  plan: BilledPlan,
  sources: UnitSources,
  parts: readonly FeePartRow[],
): CalculatedItem[] {
  const [{ periodFrom, periodTo }] = parts as [FeePartRow];
  const period = { from: periodFrom, to: periodTo };
  const valued = parts.map((part) => valuedPart(plan, sources, part));
  const fee = calculateUnitFee(
    plan.fees,
    BigInt(daysOf(period)),
    valued.map(({ part, valueDays }) => ({
      accountNumber: part.accountNumber,
      days: BigInt(daysOf(part)),
      valueDays,
      discount: unitsOf(part.discount, 2),
    })),
  );
  const ofAccount = Map.groupBy(valued, ({ part }) => part.accountNumber);
  return fee.shares.map((share) =>
    itemOf(share, fee, ofAccount.get(share.accountNumber as never) ?? []),
  );
}

function valuedPart(plan: BilledPlan, sources: UnitSources, part: FeePartRow): ValuedPart {
  const account = sources.accounts.get(part.accountNumber) ?? nobody;
  const basisOn = basisDay(plan, part);
  const at = (on: Day) => billableAt(account, on, plan.excludesCash);
  const flowFrom = plan.isInAdvance ? undefined : plan.flowFrom;
  const flows = flowsIn(account, part);
  const { valueDays, steps } =
    plan.basis === "AVG"
      ? averageValueDays(part, billableValues(account, part, plan.excludesCash))
      : endValueDays(part, { on: basisOn, cents: at(basisOn) }, flows, flowFrom);
  const day = valuationAt(account.days, basisOn);
  const isFar = (day?.on ?? "") < sources.calendar.addTradingDays(basisOn, -5);
  const found: [Warning, boolean][] = [
    ["noValuation", isFar],
    ["estimated", day?.isEstimated === true],
    ["flows", steps.some(({ step }) => step === "flow")],
    ["inception", part.from > part.periodFrom],
    ["terminated", part.to < part.periodTo],
  ];
  const warnings = found.filter(([, holds]) => holds).map(([warning]) => warning);
  return { part, valueDays, steps, warnings };
}

/** The day whose value counts, by `END`. */
function basisDay({ isInAdvance }: BilledPlan, part: FeePartRow): Day {
  if (!isInAdvance) return part.to;
  return part.lineKind === "inception" ? part.from : addDays(part.periodFrom, -1);
}

function itemOf(
  { basis, cents }: UnitFee["shares"][number],
  { rate, steps, bounds }: UnitFee,
  valued: readonly ValuedPart[],
): CalculatedItem {
  const parts = valued.map(({ part }) => part);
  const last = parts.at(-1) as FeePartRow;
  const bound: Warning[] = [
    ...(bounds.includes("minimum") ? (["minimum"] as const) : []),
    ...(bounds.includes("cap") ? (["cap"] as const) : []),
  ];
  return {
    accountNumber: last.accountNumber,
    unitNumber: last.unitNumber,
    unit: last.unit,
    lineKind: last.lineKind,
    billingPlanOid: last.billingPlanOid,
    from: (parts[0] as FeePartRow).from,
    to: last.to,
    days: parts.reduce((days, part) => days + daysOf(part), 0),
    basis,
    rate,
    computed: cents,
    previous: undefined,
    steps: [...valued.flatMap((each) => each.steps), ...steps],
    warnings: [...new Set([...valued.flatMap((each) => each.warnings), ...bound])],
    factsVersion: "0",
    isExcluded: false,
    payerAccountNumber: last.payerAccountNumber,
    collect: last.collect,
    correctedLine: null,
  };
}
