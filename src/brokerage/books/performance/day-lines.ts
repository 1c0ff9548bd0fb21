// A quarter's computed days as text, a line a day, as `psql` shows them; every figure is exact.
// (docs/adr/0046-series-as-lines.md)
import type { RawDay, UnitDay } from "@bursar/performance";
import type { Day } from "@bursar/values/dates";
import { fivePlacesOf, moneyOf, type SeriesValuation, unitText } from "./day-columns.ts";

/** A computed day of a series: its raw data with its units and returns. */
export interface SeriesDay {
  readonly raw: RawDay;
  readonly unit: UnitDay;
  /** Whether it is the last day of an imported history, from whose units the chain continues. */
  readonly isImported: boolean;
}

/** A computed day as one among those of an imported history. */
export function valuationOf({ raw, unit, isImported }: SeriesDay): SeriesValuation {
  return { on: raw.on, raw, unit: isImported ? { ...unit, isImported } : unit };
}

/** Stands for a figure that a day does not have. */
const none = "-";

/** Writes days, oldest first. */
export function writeDays(days: readonly SeriesDay[]): string {
  return days.map(writeDay).join("\n");
}

function writeDay({ raw, unit, isImported }: SeriesDay): string {
  const { gross, net, grossReturn, netReturn } = unit;
  const worth = `${raw.on} ${moneyOf(raw.marketValue)} ${moneyOf(raw.accrued)}`;
  const flows = `${moneyOf(raw.cashFlows)} ${moneyOf(raw.securityFlows)} ${moneyOf(raw.fees)}`;
  const units = `${orNone(gross, unitText)} ${orNone(net, unitText)}`;
  const returns = `${orNone(grossReturn, fivePlacesOf)} ${orNone(netReturn, fivePlacesOf)}`;
  const marks = `${raw.isEstimated ? " estimated" : ""}${isImported ? " imported" : ""}`;
  return `${worth} ${flows}${cashOf(raw)} ${units} ${returns}${marks}`;
}

/** Cash and advances, of a day that has either. */
function cashOf({ cash = 0n, advances = 0n }: RawDay): string {
  return cash === 0n && advances === 0n ? "" : ` ${moneyOf(cash)} ${moneyOf(advances)}`;
}

function orNone(figure: bigint | undefined, write: (figure: bigint) => string): string {
  return figure === undefined ? none : write(figure);
}

/** The days of lines, oldest first. */
export function readDays(lines: string): SeriesDay[] {
  return lines === "" ? [] : lines.split("\n").map(readDay);
}

function readDay(line: string): SeriesDay {
  const fields = line.split(" ");
  const hasCash = isMoney(fields[cashAt]);
  const unitsAt = hasCash ? cashAt + 2 : cashAt;
  const marksAt = unitsAt + 4;
  const [on, marketValue, accrued, cashFlows, securityFlows, fees] = fields as [Day, ...string[]];
  return {
    raw: {
      on,
      marketValue: readFigure(marketValue),
      accrued: readFigure(accrued),
      cashFlows: readFigure(cashFlows),
      securityFlows: readFigure(securityFlows),
      fees: readFigure(fees),
      cash: hasCash ? readFigure(fields[cashAt]) : 0n,
      advances: hasCash ? readFigure(fields[cashAt + 1]) : 0n,
      isEstimated: fields.includes("estimated", marksAt),
    },
    unit: {
      on,
      gross: readOptional(fields[unitsAt]),
      net: readOptional(fields[unitsAt + 1]),
      grossReturn: readOptional(fields[unitsAt + 2]),
      netReturn: readOptional(fields[unitsAt + 3]),
    },
    isImported: fields.includes("imported", marksAt),
  };
}

/** Where cash and advances stand if a day has them, else its units. */
const cashAt = 6;

/** Whether a figure has the places of money; units have more, and returns. */
function isMoney(text = ""): boolean {
  return text.at(-3) === ".";
}

function readOptional(text: string | undefined): bigint | undefined {
  return text === none ? undefined : readFigure(text);
}

/** A figure in its smallest unit: it is written with all its places. */
function readFigure(text = ""): bigint {
  // Most flows are zero; without this, reading days takes a seventh longer.
  return text === "0.00" ? 0n : BigInt(text.replace(".", ""));
}

/** The first day in which two quarters differ; undefined if they do not. */
export function firstDifference(before: string, after: string): Day | undefined {
  const known = before.split("\n");
  const now = after.split("\n");
  const count = Math.max(known.length, now.length);
  for (let at = 0; at < count; at += 1) {
    const line = known[at] ?? "";
    const other = now[at] ?? "";
    if (line === other) continue;
    const days = [line, other].filter((each) => each !== "").map((each) => each.slice(0, 10));
    return days.toSorted()[0] as Day;
  }
  return undefined;
}
