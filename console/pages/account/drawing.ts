// Chart positions of an account's series; only a position on the screen is ever a number.
import { secondsOf } from "../../data/ranges.ts";
import type { Shapes } from "../../data/service.ts";
import { directionOf } from "../../data/texts.ts";
import type { Line } from "../../parts/chart.tsx";
import { type Fees, feeTitles } from "./fees.tsx";

/** A day of an account's series. */
export type Day = Shapes["PerformanceDay"];

/** The charts on offer. */
export type View = "return" | "value" | "drawdown";

/** Each chart by its name. */
export const views: Readonly<Record<View, string>> = {
  return: "Return",
  value: "Value",
  drawdown: "Drawdown",
};

/** A chart's lines over its days, and the days of flows. */
export interface Drawing {
  readonly days: readonly number[];
  readonly lines: readonly Line[];
  readonly flows: readonly number[];
}

type Places = readonly (number | null)[];

interface Wanted {
  readonly view: View;
  /** Whether the first day shown is the first of all, before which a unit was worth 100. */
  readonly isWhole: boolean;
  readonly fees: Fees;
  /** The name of the benchmark. */
  readonly index: string | undefined;
}

/** Computes the lines and marks of a chart. */
export function drawingOf(shown: readonly Day[], wanted: Wanted): Drawing {
  const flows = shown
    .filter(({ cashFlows, securityFlows }) => isFlow(cashFlows) || isFlow(securityFlows))
    .map(({ date }) => secondsOf(date));
  return { days: shown.map(({ date }) => secondsOf(date)), lines: linesOf(shown, wanted), flows };
}

/** Whether there was a flow. */
export function isFlow(amount: string | null): boolean {
  return amount !== null && directionOf(amount) !== "even";
}

/** Names of a day's unit values in the response. */
export const unitFields = {
  net: { own: "feeUnitValue", index: "feeBenchmarkValue" },
  gross: { own: "unitValue", index: "benchmarkValue" },
} as const;

function linesOf(shown: readonly Day[], { view, isWhole, fees, index }: Wanted): readonly Line[] {
  const of = (field: keyof Day): Places =>
    shown.map(({ [field]: text }) => (typeof text === "string" ? Number(text) : null));
  if (view === "value")
    return [
      { name: "Market value", color: "--series-1", isFilled: true, values: of("marketValue") },
    ];
  const own = of(unitFields[fees].own);
  const other = of(unitFields[fees].index);
  const line = (name: string, values: Places): Line => ({
    name,
    values,
    color: "--series-2",
    isDashed: true,
  });
  if (view === "drawdown") {
    const name = `Drawdown from peak, ${feeTitles[fees].toLowerCase()}`;
    const depth: Line = { name, color: "--loss", isFilled: true, values: depths(own) };
    return [depth, ...(index === undefined ? [] : [line(index, depths(other))])];
  }
  const base = isWhole ? firstUnit : undefined;
  const main: Line = { name: feeTitles[fees], color: "--series-1", values: changes(own, base) };
  if (index !== undefined) {
    const first = own.find((value, at) => value && other[at]);
    return [main, line(index, changes(fromSameStart(other, own), base ?? own[0] ?? first))];
  }
  const rest = fees === "net" ? "gross" : "net";
  return [main, line(feeTitles[rest], changes(of(unitFields[rest].own), base))];
}

/** The value of a unit before its first day. */
const firstUnit = 100;

/** How far each point is from the base, in percent; without a base, from the first point. */
function changes(values: Places, base: number | null | undefined): Places {
  const from = base ?? values.find((value) => value !== null) ?? firstUnit;
  return values.map((value) => (value === null ? null : (value / from - 1) * 100));
}

/** How far each point is below the highest point before it. */
function depths(values: Places): (number | null)[] {
  let highest = 0;
  return values.map((value) => {
    if (value === null) return null;
    highest = Math.max(highest, value);
    return highest === 0 ? null : (value / highest - 1) * 100;
  });
}

/** Rescales a line to meet another on the first day that both have. */
function fromSameStart(values: Places, own: Places): Places {
  const at = values.findIndex((value, day) => value && own[day]);
  const scale = (own[at] ?? 0) / (values[at] ?? 1);
  return values.map((value) => (value === null ? null : value * scale));
}
