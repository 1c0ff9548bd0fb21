// The summary of a range of the performance of an account or a folio. (interface 2.12)
import {
  endValueOf,
  type Summary as Figures,
  summarise,
  type TimeWeighted,
  timeWeighted,
  type ValuedDay,
} from "@bursar/performance";
import type { Context } from "../../../platform/change/context.ts";
import { fivePlacesOf, moneyOf, type SeriesValuation } from "./day-columns.ts";
import type { SeriesKey } from "./queries.ts";
import type { Identifier, ReturnType, SeriesQuery, Summary } from "./schema.ts";
import { rangeOf, selectValuedRange, type ValuedRange } from "./valued-days.ts";

/** Whether fees are left out of a return, or in it. */
export type View = "gross" | "net";

/** The figures of a range, and the range itself; undefined if nothing in it is valued. */
export interface SummaryOfRange {
  readonly figures: Omit<Summary, keyof Identifier>;
  readonly range: ValuedRange | undefined;
}

/** Returns the returns, flows and values of a range; what is not known or available is null. */
export async function summaryOf(
  ctx: Context,
  key: SeriesKey,
  { daterange, returntype }: SeriesQuery,
): Promise<SummaryOfRange> {
  const asked = await rangeOf(ctx.db, key, daterange);
  const range = asked && (await selectValuedRange(ctx.db, key, asked));
  const figures = encodeSummary(range, returntype);
  return { figures, range };
}

/** The figures of a range as they are returned; without one all of them are null. */
export function encodeSummary(range: ValuedRange | undefined, returntype: ReturnType | undefined) {
  return encodeFigures(range && figuresOf(range, viewOf(returntype)));
}

/** The engine's name of a return type; without one fees are left out. */
export function viewOf(returntype: ReturnType | undefined): View {
  return returntype === "netfee" ? "net" : "gross";
}

/** The figures of a range, each undefined where a day that it needs has no raw data. */
export type KnownFigures = { readonly [name in keyof Figures]: Figures[name] | undefined };

/** Summarises a range. */
export function figuresOf({ start, days }: ValuedRange, view: View): KnownFigures {
  const { value } = start;
  if (value !== undefined && days.every(isComputed)) {
    return summarise({ ...start, value }, days, view);
  }
  // An imported history has units alone: its flows and its first value are not known.
  const { raw } = days.at(-1) ?? {};
  return {
    timeWeightedReturn: timeWeightedOf({ start, days }, view).rate,
    moneyWeightedReturn: undefined,
    netFlows: undefined,
    startMarketValue: value,
    endMarketValue: raw && endValueOf(raw),
  };
}

/** The time-weighted return of a range, and the unit value at its end. */
export function timeWeightedOf({ start, days }: ValuedRange, view: View): TimeWeighted {
  return timeWeighted(
    start,
    days.map(({ unit }) => unit),
    view,
  );
}

function isComputed(day: SeriesValuation): day is ValuedDay & SeriesValuation {
  return day.raw !== undefined;
}

const unknown: KnownFigures = {
  timeWeightedReturn: undefined,
  moneyWeightedReturn: undefined,
  netFlows: undefined,
  startMarketValue: undefined,
  endMarketValue: undefined,
};

function encodeFigures(figures: KnownFigures = unknown) {
  const money = (cents: bigint | undefined) => (cents === undefined ? null : moneyOf(cents));
  const rate = (known: bigint | string | undefined) =>
    typeof known === "bigint" ? fivePlacesOf(known) : null;
  return {
    timeWeightedReturn: rate(figures.timeWeightedReturn),
    moneyWeightedReturn: rate(figures.moneyWeightedReturn),
    netFlows: money(figures.netFlows),
    startMarketValue: money(figures.startMarketValue),
    endMarketValue: money(figures.endMarketValue),
  };
}
