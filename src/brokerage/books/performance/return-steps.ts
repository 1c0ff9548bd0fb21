// The steps from the start of a range to its end: days, or months and years of them. (docs/performance.md)
import {
  type Advance,
  debitOf,
  endValueOf,
  flowOf,
  hasReturn,
  largestOf,
  published,
} from "@bursar/performance";
import { addDays, daysBetween, encodeDayUtc } from "@bursar/values/dates";
import { textOf } from "@bursar/values/units";
import { type AdvanceStep, advancesWithin, tooLittle } from "./capital.ts";
import { fivePlacesOf, moneyOf, type SeriesValuation } from "./day-columns.ts";
import type { ReturnSteps } from "./steps-schema.ts";
import { timeWeightedOf, type View } from "./summary.ts";
import type { StartOfRange, ValuedRange } from "./valued-days.ts";

type Step = ReturnSteps["steps"][number];
type StepReturn = Step["gross"];

/** How many letters of a day name its year, its month, or itself. */
const nameLengths: Readonly<Record<string, number>> = { year: 4, month: 7, day: 10 };

/** The steps of a range in order, each from the end of the last, with the advances of its days. */
export function stepsOf(
  { start, days }: ValuedRange,
  { by, advances }: { readonly by: string; readonly advances: readonly Advance[] },
): Step[] {
  const nameOf = ({ on }: SeriesValuation) => on.slice(0, nameLengths[by]);
  const groups = [...Map.groupBy(days, nameOf).values()];
  return groups.map((group, at) => {
    const before = groups[at - 1]?.at(-1);
    const from = before === undefined ? start : endOf(before);
    const step = by === "day" ? dayStep(from, group) : stepOf({ start: from, days: group });
    // Also those of the day on which the range starts, which has no step of its own.
    const after = at === 0 ? addDays(start.on, -1) : from.on;
    const within = advancesWithin(advances, after, group.at(-1)?.on ?? from.on);
    return { ...step, advanced: within.map(encodeAdvance) };
  });
}

function encodeAdvance(advance: AdvanceStep): Step["advanced"][number] {
  const { on, until, paidOn, ...same } = advance;
  const paidDate = paidOn === null ? null : encodeDayUtc(paidOn);
  return { ...same, date: encodeDayUtc(on), paidDate, untilDate: encodeDayUtc(until) };
}

/** Where the day after one starts. */
function endOf({ on, raw, unit }: SeriesValuation): StartOfRange {
  const { gross, net } = unit;
  return { on, value: raw && endValueOf(raw), gross, net, debit: raw && debitOf(raw) };
}

function dayStep(start: StartOfRange, days: readonly SeriesValuation[]): Step {
  const step = stepOf({ start, days });
  const [day] = days;
  const value = start.valueBefore ?? start.value;
  if (day?.raw === undefined || value === undefined) return step;
  const { raw, unit } = day;
  const { inflow, outflow } = flowsOf(day);
  const capital = value + inflow;
  const end = endValueOf(raw) + outflow;
  const viewOf = (view: View, rate: bigint | undefined): StepReturn => ({
    from: rate === undefined ? null : moneyOf(capital),
    to: rate === undefined ? null : moneyOf(notNegative(view === "gross" ? end + raw.fees : end)),
    return: rate === undefined ? null : fivePlacesOf(rate),
    unitValue: step[view].unitValue,
  });
  return {
    ...step,
    startMarketValue: moneyOf(value),
    noReturn: hasReturn(unit)
      ? null
      : `${moneyOf(value)} + ${moneyOf(inflow)} is ${tooLittle(capital, mostOwed(start, days))}`,
    gross: viewOf("gross", unit.grossReturn),
    net: viewOf("net", unit.netReturn),
  };
}

/** A step by its unit values; what one of its days does not have is not known of the step. */
function stepOf({ start, days }: ValuedRange): Step {
  const last = days.at(-1);
  const sum = (amount: (day: SeriesValuation) => bigint) =>
    days.every(({ raw }) => raw !== undefined)
      ? moneyOf(days.reduce((total, day) => total + amount(day), 0n))
      : null;
  const viewOf = (view: View): StepReturn => {
    const { rate, endUnit } = timeWeightedOf({ start, days }, view);
    const isKnown = typeof rate === "bigint";
    const at = last?.unit[view];
    return {
      from: isKnown ? unitText(start[view]) : null,
      to: isKnown ? unitText(endUnit) : null,
      return: isKnown ? fivePlacesOf(rate) : null,
      unitValue: at === undefined ? null : textOf(at, 18),
    };
  };
  return {
    startDate: encodeDayUtc(start.on),
    endDate: encodeDayUtc(last?.on ?? start.on),
    startMarketValue: start.value === undefined ? null : moneyOf(start.value),
    inflows: sum((day) => flowsOf(day).inflow),
    outflows: sum((day) => flowsOf(day).outflow),
    fees: sum(({ raw }) => raw?.fees ?? 0n),
    endMarketValue: last?.raw ? moneyOf(endValueOf(last.raw)) : null,
    advances: last?.raw ? moneyOf(last.raw.advances ?? 0n) : null,
    advanced: [],
    debit: moneyOf(mostOwed(start, days)),
    noReturn: null,
    carriedDays: String(days.filter(({ raw, unit }) => raw && !hasReturn(unit)).length),
    estimated: days.some(({ raw }) => raw?.isEstimated),
    gross: viewOf("gross"),
    net: viewOf("net"),
  };
}

/** The most that was owed before the days or on one of them. */
function mostOwed({ debit = 0n }: StartOfRange, days: readonly SeriesValuation[]): bigint {
  const debits = days.map(({ raw }) => (raw === undefined ? 0n : debitOf(raw)));
  return largestOf([debit].concat(debits));
}

function flowsOf({ raw }: SeriesValuation) {
  const flow = raw === undefined ? 0n : flowOf(raw);
  return { inflow: notNegative(flow), outflow: notNegative(-flow) };
}

function notNegative(cents: bigint): bigint {
  return cents > 0n ? cents : 0n;
}

/** A unit value as it is published. */
export function unitText(unit: bigint | undefined): string | null {
  return unit === undefined ? null : fivePlacesOf(published(unit));
}

/** The days of a range with flows or fees, and for how long each counts; null where the raw data of a
 * day or the first value is not known. */
export function countedFlows({ start, days }: ValuedRange): ReturnSteps["flows"] {
  const endOn = days.at(-1)?.on ?? start.on;
  if (start.value === undefined || days.some(({ raw }) => raw === undefined)) return null;
  return days.flatMap((day, at) => {
    const { inflow, outflow } = flowsOf(day);
    const left = at === 0 ? (start.left ?? 0n) : 0n;
    const fees = day.raw?.fees ?? 0n;
    if (inflow + left === 0n && outflow === 0n && fees === 0n) return [];
    const outflowDays = daysBetween(day.on, endOn);
    return [
      {
        date: encodeDayUtc(day.on),
        inflow: moneyOf(inflow + left),
        inflowDays: String(outflowDays + 1),
        outflow: moneyOf(outflow),
        fees: moneyOf(fees),
        outflowDays: String(outflowDays),
      },
    ];
  });
}
