// Closes of a security over its splits, as one series: a benchmark has no account whose shares a split would
// change. (docs/performance.md, 5)
import type { Day } from "../../values/src/dates.ts";
import type { Decimal } from "../../values/src/decimal.ts";
import { unitsOf } from "../../values/src/units.ts";
import type { Closes } from "./prices.ts";

/** `ratioNew` shares for `ratioOld` from the opening of a day on. */
export interface SecuritySplit {
  readonly exOn: Day;
  readonly ratioNew: Decimal;
  readonly ratioOld: Decimal;
}

/** The closes in order, each multiplied by new / old of the splits since the first; all by one number more,
 * so that they stay whole. Closes between which nothing was split keep their quotients. */
export function acrossSplits(closes: Closes, splits: readonly SecuritySplit[]): Closes {
  const [first] = closes;
  const due = splits
    .filter(({ exOn }) => first !== undefined && exOn > first.on)
    .toSorted((a, b) => (a.exOn < b.exOn ? -1 : 1))
    .map(({ exOn, ratioNew, ratioOld }) => ({
      exOn,
      into: unitsOf(ratioNew, ratioPlaces),
      from: unitsOf(ratioOld, ratioPlaces),
    }));
  if (due.length === 0) return closes;
  return closes.map(({ on, close }) => {
    const value = due.reduce(
      (product, { exOn, into, from }) => product * (exOn <= on ? into : from),
      close,
    );
    return { on, close: value };
  });
}

const ratioPlaces = 20;
