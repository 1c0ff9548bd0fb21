// The corrections of billing in advance: flows of the period before, and days not served.
import { moneyText, nearest, textOf } from "@bursar/values/units";
import type { FeeStep } from "./fee-step.ts";
import type { DayFlow } from "./value-days.ts";

/** An amount in cents with its working. */
export interface FeeLine {
  readonly cents: bigint;
  readonly steps: readonly FeeStep[];
}

/** The refund of a fee billed in advance, as an amount below 0. */
export function unservedFee(
  cents: bigint,
  days: { readonly billed: bigint; readonly unserved: bigint },
): FeeLine {
  const refund = -nearest(cents * days.unserved, days.billed);
  const sum = `${moneyText(cents)} × ${days.unserved}/${days.billed}, the days not served`;
  return { cents: refund, steps: [{ step: "refund", sum, amount: moneyText(refund) }] };
}

/** A period that was billed in advance. */
export interface BilledPeriod {
  readonly months: bigint;
  readonly days: bigint;
  /** 0.000001 percent a year, as the bill showed it. */
  readonly rate: bigint;
}

/** The fee on a flow of a period billed in advance, for its days from the flow's own on. */
export function flowFee(period: BilledPeriod, flow: DayFlow, daysLeft: bigint): FeeLine {
  const { months, days, rate } = period;
  const cents = nearest(flow.cents * rate * months * daysLeft, 1_200_000_000n * days);
  const sum =
    `${moneyText(flow.cents)} of ${flow.on} × ${textOf(rate, 6)} percent ` +
    `× ${months}/12 × ${daysLeft}/${days}`;
  return { cents, steps: [{ step: "flow", sum, amount: moneyText(cents) }] };
}
