// The engine's summary of a range, with the same start as the served one.

import { addDays } from "../../values/src/dates.ts";
import {
  beforeFirstDay,
  beginsAnew,
  chainDays,
  endValueOf,
  firstUnit,
  flowOf,
  type RawDay,
} from "../src/chain.ts";
import { type Summary, summarise } from "../src/summary.ts";
import type { SummaryRange } from "./summary.ts";

/** The engine's figures; undefined where nothing is valued up to the last day. */
export function engineSummary(
  days: readonly RawDay[],
  { firstOn, lastOn, view }: SummaryRange,
): Summary | undefined {
  const { units } = chainDays(beforeFirstDay, days);
  const valued = days
    .map((raw, at) => ({ raw, unit: units[at] as (typeof units)[number] }))
    .filter(({ raw }) => raw.on <= lastOn);
  const [first] = valued;
  if (first === undefined) return undefined;
  const found = valued.findLastIndex(({ raw }) => raw.on <= firstOn);
  const at = found === -1 && flowOf(first.raw) === 0n ? 0 : found;
  const before = valued[at - 1];
  const from = valued[at] ?? first;
  const isAnew = before !== undefined && beginsAnew(before.unit, from.unit);
  if (at >= 0 && !isAnew) {
    const start = { ...from.unit, on: from.raw.on, value: endValueOf(from.raw) };
    return summarise(start, valued.slice(at + 1), view);
  }
  const value = before ? endValueOf(before.raw) : 0n;
  const fresh = { on: addDays(from.raw.on, -1), value: 0n, gross: firstUnit, net: firstUnit };
  const start = { ...fresh, left: value > 0n ? value : 0n };
  return summarise(start, valued.slice(Math.max(at, 0)), view);
}
