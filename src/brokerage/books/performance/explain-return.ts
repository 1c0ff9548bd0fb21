// How a return was computed: the range's days with flows and fees, ending in the served figures.
// (docs/performance.md)
import { debitOf, endValueOf, flowOf, hasReturn, largestOf } from "@bursar/performance";
import { addDays, type Day } from "@bursar/values/dates";
import type { Reader } from "../../../platform/store/db.ts";
import { type AdvanceStep, advancesWithin, tooLittle } from "./capital.ts";
import { fivePlacesOf, moneyOf, moneyOrNull, type SeriesValuation } from "./day-columns.ts";
import { type OldPrice, selectDayNotes } from "./folio-days.ts";
import type { SeriesKey } from "./queries.ts";
import { unitText } from "./return-steps.ts";
import type { DateRange } from "./schema.ts";
import { figuresOf, timeWeightedOf } from "./summary.ts";
import { type StartOfRange, selectValuedRange, type ValuedRange } from "./valued-days.ts";

/** A day of the chain; null where a figure is not known or not available. */
export interface ReturnStep {
  readonly on: Day;
  readonly valueBefore: string | null;
  readonly value: string | null;
  /** The two parts of the value, and those of the day's flow. */
  readonly marketValue: string | null;
  readonly accrued: string | null;
  readonly cashFlows: string | null;
  readonly securityFlows: string | null;
  readonly inflow: string | null;
  readonly outflow: string | null;
  readonly fees: string | null;
  /** Of what is accrued, cash to come that purchases have been counted as paid with. */
  readonly advances: string | null;
  /** The larger of what was owed on the last day and what is on this. */
  readonly debit: string | null;
  /** The cash that purchases since the last day lacked, and the part of it that was advanced. */
  readonly advanced: readonly AdvanceStep[];
  /** Whether the day has no return, so that its units are carried; and why. */
  readonly isCarried: boolean;
  readonly noReturn: string | null;
  readonly grossReturn: string | null;
  readonly gross: string | null;
  readonly netReturn: string | null;
  readonly net: string | null;
  /** The positions that were valued at a price that is not a close of the day, if the raw data is
   * computed. */
  readonly oldPrices: readonly OldPrice[];
}

/** The figures of one view, as the summary serves them, and why one is absent. The unit at the end
 * is the last one: 0 after a total loss. */
export interface ReturnFigures {
  readonly startUnit: string | null;
  readonly endUnit: string | null;
  readonly timeWeightedReturn: string | null;
  readonly noReturn?: string;
  readonly moneyWeightedReturn: string | null;
  readonly noRate?: string;
}

/** The start of a range, its days, and its results. */
export interface ReturnExplained {
  readonly start: {
    readonly on: Day;
    readonly value: string | null;
    /** The value that was left at a new beginning on the first day: it counts as an inflow. */
    readonly left?: string;
  };
  readonly days: readonly ReturnStep[];
  readonly netFlows: string | null;
  readonly endMarketValue: string | null;
  readonly gross: ReturnFigures;
  readonly net: ReturnFigures;
}

/** Explains the returns of a range; undefined where nothing is valued. */
export async function explainReturn(
  db: Reader,
  key: SeriesKey,
  range: DateRange,
): Promise<ReturnExplained | undefined> {
  const valued = await selectValuedRange(db, key, range);
  if (valued === undefined) return undefined;
  const { start, days } = valued;
  const { oldPrices, advances } = await selectDayNotes(db, key);
  const { netFlows, endMarketValue } = figuresOf(valued, "gross");
  return {
    start: {
      on: start.on,
      value: moneyOrNull(start.value),
      ...(start.left && { left: moneyOf(start.left) }),
    },
    days: days.map((day, index) => {
      const before = days[index - 1] ?? start;
      // A first valuation is where the range starts: its purchases stand with the day that follows.
      const after = index === 0 ? addDays(start.on, -1) : before.on;
      const advanced = advancesWithin(advances, after, day.on);
      return { ...stepOf(day, before), advanced, oldPrices: oldPrices.get(day.on) ?? [] };
    }),
    netFlows: moneyOrNull(netFlows),
    endMarketValue: moneyOrNull(endMarketValue),
    gross: explainedFigures(valued, "gross"),
    net: explainedFigures(valued, "net"),
  };
}

/** The figures of one view of a range. */
export function explainedFigures(valued: ValuedRange, view: "gross" | "net"): ReturnFigures {
  const { moneyWeightedReturn: rate } = figuresOf(valued, view);
  const { rate: weighted, endUnit } = timeWeightedOf(valued, view);
  return {
    startUnit: unitText(valued.start[view]),
    endUnit: unitText(endUnit),
    timeWeightedReturn: typeof weighted === "bigint" ? rateText(weighted) : null,
    ...(typeof weighted !== "bigint" && { noReturn: weighted }),
    moneyWeightedReturn: typeof rate === "bigint" ? rateText(rate) : null,
    ...(typeof rate !== "bigint" && { noRate: rate ?? "not all days have raw data" }),
  };
}

function stepOf({ on, raw, unit: units }: SeriesValuation, before: SeriesValuation | StartOfRange) {
  const flow = raw && flowOf(raw);
  const valueBefore =
    "value" in before ? (before.valueBefore ?? before.value) : before.raw && endValueOf(before.raw);
  const debits = [before, { raw }].map(debitAt);
  const debit = raw && largestOf(debits);
  const isCarried = raw !== undefined && !hasReturn(units);
  const inflow = flow === undefined || flow < 0n ? 0n : flow;
  const positive = (cents: bigint | undefined) =>
    cents === undefined ? undefined : cents > 0n ? cents : 0n;
  return {
    on,
    valueBefore: moneyOrNull(valueBefore),
    value: moneyOrNull(raw && endValueOf(raw)),
    marketValue: moneyOrNull(raw?.marketValue),
    accrued: moneyOrNull(raw?.accrued),
    cashFlows: moneyOrNull(raw?.cashFlows),
    securityFlows: moneyOrNull(raw?.securityFlows),
    inflow: moneyOrNull(positive(flow)),
    outflow: moneyOrNull(positive(flow === undefined ? undefined : -flow)),
    fees: moneyOrNull(raw?.fees),
    advances: moneyOrNull(raw && (raw.advances ?? 0n)),
    debit: moneyOrNull(debit),
    isCarried,
    noReturn:
      isCarried && valueBefore !== undefined ? tooLittle(valueBefore + inflow, debit ?? 0n) : null,
    grossReturn: rateText(units.grossReturn),
    gross: unitText(units.gross),
    netReturn: rateText(units.netReturn),
    net: unitText(units.net),
  };
}

/** The debt at the end of a day, or where a range starts. */
function debitAt(day: Pick<SeriesValuation, "raw"> | StartOfRange): bigint {
  if ("raw" in day) return day.raw === undefined ? 0n : debitOf(day.raw);
  return day.debit ?? 0n;
}

function rateText(rate: bigint | undefined): string | null {
  return rate === undefined ? null : fivePlacesOf(rate);
}
