// A random group through the service's calculation.
import type { FeePart } from "../../src/brokerage/billing/fee-runs/calculation/fee-account.ts";
import {
  calculateUnitFee,
  type UnitFee,
} from "../../src/brokerage/billing/fee-runs/calculation/unit-fee.ts";
import {
  averageValueDays,
  endValueDays,
} from "../../src/brokerage/billing/fee-runs/calculation/value-days.ts";
import { dayOf, type FeeCase, type PartCase, type PlanCase } from "./fee-cases.ts";

/** The fee that the service bills the group. */
export function calculateCase({ plan, periodDays, parts }: FeeCase): UnitFee {
  return calculateUnitFee(
    plan,
    BigInt(periodDays),
    parts.map((part) => feePart(plan, part)),
  );
}

function feePart({ basis, flowFrom }: PlanCase, part: PartCase): FeePart {
  const { account, firstDay, values, flows, discount } = part;
  const span = { from: dayOf(firstDay), to: dayOf(firstDay + values.length - 1) };
  const dated = (list: readonly bigint[]) =>
    list.map((cents, at) => ({ on: dayOf(firstDay + at), cents }));
  const { valueDays } =
    basis === "AVG"
      ? averageValueDays(span, dated(values))
      : endValueDays(span, { on: span.to, cents: values.at(-1) ?? 0n }, dated(flows), flowFrom);
  return { accountNumber: account, days: BigInt(values.length), valueDays, discount };
}
