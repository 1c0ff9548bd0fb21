// The basis of a part of a period as value-days: cents × days. As a sum over days it is whole, also
// where the mean is not.
import { addDays, type Day, daysBetween } from "@bursar/values/dates";
import { moneyText } from "@bursar/values/units";
import { counted } from "../../../../values/readable.ts";
import type { FeeStep } from "./fee-step.ts";

/** Cents that came in (or, below 0, went out) on a day. */
export interface DayFlow {
  readonly on: Day;
  readonly cents: bigint;
}

/** The days of a part, both included. */
export interface Span {
  readonly from: Day;
  readonly to: Day;
}

/** The value-days of a part, never below 0, with their working. */
export interface ValueDays {
  readonly valueDays: bigint;
  readonly steps: readonly FeeStep[];
}

/** The days of a span. */
export function daysIn({ from, to }: Span): bigint {
  return BigInt(daysBetween(from, to)) + 1n;
}

/**
 * By the value at one end. A flow of at least `flowFrom` cents, either way, counts only for the days
 * from its own on; without `flowFrom` no flow is prorated.
 */
export function endValueDays(
  span: Span,
  value: { readonly on: Day; readonly cents: bigint },
  flows: readonly DayFlow[] = [],
  flowFrom?: bigint,
): ValueDays {
  const days = daysIn(span);
  const prorated = flows.filter(
    ({ on, cents }) => on >= span.from && on <= span.to && isProrated(cents, flowFrom),
  );
  const flowDays = prorated.map((flow) => ({ ...flow, before: daysBefore(span.from, flow.on) }));
  const total = flowDays.reduce(
    (rest, { cents, before }) => rest - cents * before,
    value.cents * days,
  );
  return {
    valueDays: total < 0n ? 0n : total,
    steps: [
      { step: "value", sum: `Value of ${value.on}`, amount: moneyText(value.cents) },
      ...flowDays.map(({ on, cents, before }) => ({
        step: "flow" as const,
        sum: `Flow of ${on}, not there for ${before}/${days} of the time`,
        amount: moneyText(cents),
      })),
    ],
  };
}

/** Whether a flow is large enough to be prorated. */
function isProrated(cents: bigint, flowFrom: bigint | undefined): boolean {
  return flowFrom !== undefined && (cents < 0n ? -cents : cents) >= flowFrom;
}

function daysBefore(from: Day, on: Day): bigint {
  return BigInt(daysBetween(from, on));
}

/** A value that stands from its day on until the next one, in cents. */
export interface DatedValue {
  readonly on: Day;
  readonly cents: bigint;
}

/** By the mean of the values of all calendar days; a day without value has the last one's, or 0. */
export function averageValueDays(span: Span, values: readonly DatedValue[]): ValueDays {
  const stretches = stretchesOf(span, values);
  const total = stretches.reduce((sum, { cents, days }) => sum + cents * days, 0n);
  return {
    valueDays: total < 0n ? 0n : total,
    steps: stretches.map(({ on, cents, days }) => ({
      step: "value",
      sum: `Value from ${on}, ${counted(days, "day")}`,
      amount: moneyText(cents),
    })),
  };
}

/** The days of a span by the value that stood on them; equal values in a row are one stretch. */
function stretchesOf({ from, to }: Span, values: readonly DatedValue[]) {
  const before = values.findLast(({ on }) => on <= from);
  const starts = [
    { on: from, cents: before?.cents ?? 0n },
    ...values.filter(({ on }) => on > from && on <= to),
  ].filter(({ cents }, at, all) => at === 0 || all[at - 1]?.cents !== cents);
  return starts.map((start, at) => {
    const end = starts[at + 1]?.on ?? addDays(to, 1);
    return { ...start, days: BigInt(daysBetween(start.on, end)) };
  });
}
