// What a range of the performance of an account or a folio comes to. (interface 2.12)
import {
  type Summary as Figures,
  summarise,
  type ValuedDay,
} from "../../engines/unit-values/summary.ts";
import type { Context } from "../../platform/change/context.ts";
import { fivePlacesOf, moneyOf } from "./day-columns.ts";
import type { SeriesKey } from "./queries.ts";
import type { ReturnType, SeriesQuery, Summary } from "./schema.ts";
import { identifierOf } from "./unit-values.ts";
import { rangeOf, selectValuedRange, type ValuedRange } from "./valued-days.ts";

/** Answers the returns, flows and values of a range; what is not known or available is null. */
export async function summaryOf(
  ctx: Context,
  key: SeriesKey,
  { daterange, returntype = "grossfee" }: SeriesQuery,
): Promise<Summary> {
  const identifier = await identifierOf(ctx.db, key);
  const range = await rangeOf(ctx.db, key, daterange);
  const valued = range && (await selectValuedRange(ctx.db, key, range));
  return { ...identifier, ...encodeFigures(valued && figuresOf(valued, viewOf(returntype))) };
}

/** The engine's name of a return type. */
export function viewOf(returntype: ReturnType): "gross" | "net" {
  return returntype === "netfee" ? "net" : "gross";
}

/** The figures of a range, each undefined where a day that it needs has no raw data. */
export type KnownFigures = { readonly [name in keyof Figures]: Figures[name] | undefined };

/** Sums a range up. */
export function figuresOf({ start, days }: ValuedRange, view: "gross" | "net"): KnownFigures {
  const last = days.at(-1);
  const isBrought = ({ raw }: ValuedRange["days"][number]) => raw === undefined;
  if (start.value !== undefined && !days.some(isBrought)) {
    const from = { on: start.on, value: start.value, unit: start[view] };
    return summarise(from, days as readonly ValuedDay[], view);
  }
  // A brought history tells units alone, so that flows and the first value are not known.
  const from = { on: start.on, value: 0n, unit: start[view] };
  const known = summarise(from, last ? [withoutFlows(last)] : [], view);
  return {
    timeWeightedReturn: known.timeWeightedReturn,
    moneyWeightedReturn: undefined,
    netFlows: undefined,
    startMarketValue: start.value,
    endMarketValue: last === undefined || isBrought(last) ? undefined : known.endMarketValue,
  };
}

function withoutFlows({ on, raw, unit }: ValuedRange["days"][number]): ValuedDay {
  const { marketValue = 0n, accrued = 0n } = raw ?? {};
  return { raw: { on, marketValue, accrued, cashFlows: 0n, securityFlows: 0n, fees: 0n }, unit };
}

const unknown: KnownFigures = {
  timeWeightedReturn: undefined,
  moneyWeightedReturn: undefined,
  netFlows: undefined,
  startMarketValue: undefined,
  endMarketValue: undefined,
};

function encodeFigures(figures: KnownFigures = unknown) {
  const { timeWeightedReturn, moneyWeightedReturn, netFlows } = figures;
  const money = (cents: bigint | undefined) => (cents === undefined ? null : moneyOf(cents));
  return {
    timeWeightedReturn: timeWeightedReturn === undefined ? null : fivePlacesOf(timeWeightedReturn),
    moneyWeightedReturn:
      typeof moneyWeightedReturn === "bigint" ? fivePlacesOf(moneyWeightedReturn) : null,
    netFlows: money(netFlows),
    startMarketValue: money(figures.startMarketValue),
    endMarketValue: money(figures.endMarketValue),
  };
}
