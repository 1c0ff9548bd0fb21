// The corrections of billing in advance: flows of the period before, and days not served.
import { moneyText, nearest, textOf } from "@bursar/values/units";
import { dollarsText } from "./fee-figures.ts";
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
  /** The part of its value that a unit was billed a year, before any rounding. */
  readonly rate: { readonly numerator: bigint; readonly denominator: bigint };
}

/** A flow with its days from its own on. */
export interface BilledFlow extends DayFlow {
  readonly daysLeft: bigint;
}

const ratePlaces = 6;
const percent = 100n;

/** The fee on flows of a period billed in advance, each for its days; their sum is rounded once. */
export function flowsFee(
  { months, days, rate }: BilledPeriod,
  flows: readonly BilledFlow[],
): FeeLine {
  const denominator = rate.denominator * 12n * days;
  const shown = nearest(rate.numerator * percent * 10n ** BigInt(ratePlaces), rate.denominator);
  const lines = flows.map(({ on, cents, daysLeft }) => ({
    numerator: cents * rate.numerator * months * daysLeft,
    sum:
      `${moneyText(cents)} of ${on} × ${textOf(shown, ratePlaces)} percent ` +
      `× ${months}/12 × ${daysLeft}/${days}`,
  }));
  const total = lines.reduce((sum, { numerator }) => sum + numerator, 0n);
  const cents = nearest(total, denominator);
  const steps: FeeStep[] = lines.map(({ numerator, sum }) => ({
    step: "flow",
    sum,
    amount: dollarsText(numerator, denominator),
  }));
  const sum = dollarsText(total, denominator);
  return { cents, steps: [...steps, { step: "rounded", sum, amount: moneyText(cents) }] };
}
