// The engine's summary of a range, from where the summary that is served starts.
import {
  beforeFirstDay,
  chainDays,
  endValueOf,
  flowOf,
  type RawDay,
} from "../../src/engines/unit-values/chain.ts";
import { firstUnit, type Summary, summarise } from "../../src/engines/unit-values/summary.ts";
import { addDays, type Day } from "../../src/values/dates.ts";
import type { Asked } from "./summary.ts";

/** The engine's figures; undefined where nothing is valued up to the last day. */
export function engineSummary(
  days: readonly RawDay[],
  { firstOn, lastOn, view }: Asked,
): Summary | undefined {
  const { units } = chainDays(beforeFirstDay, days);
  const valued = days
    .map((raw, at) => ({ raw, unit: units[at] as (typeof units)[number] }))
    .filter(({ raw }) => raw.on <= lastOn);
  const [first] = valued;
  if (first === undefined) return undefined;
  const found = valued.findLastIndex(({ raw }) => raw.on <= firstOn);
  const at = found === -1 && flowOf(first.raw) === 0n ? 0 : found;
  const from = valued[at];
  const start = from
    ? { on: from.raw.on as Day, value: endValueOf(from.raw), unit: from.unit[view] }
    : { on: addDays(first.raw.on, -1), value: 0n, unit: firstUnit };
  return summarise(start, valued.slice(at + 1), view);
}
