// The last price of each security as days pass, moved over splits and changes of symbol.
// (docs/performance.md, 2.1)
import type { Day } from "../../values/dates.ts";
import type { Id } from "../../values/ids.ts";
import { unitsOf } from "../../values/units.ts";
import type { Ratio } from "../lot-relief/fact.ts";

/** The closes of a security in the order of days; a close in units of 0.000001. */
export type Closes = readonly { readonly on: Day; readonly close: bigint }[];

/** A price as a fraction of units of 0.000001, and whether it is of an earlier day. */
export interface LastPrice {
  readonly numerator: bigint;
  readonly denominator: bigint;
  readonly isStale: boolean;
}

/** Prices that follow the days. */
export interface PriceBoard {
  /** Takes over the closes of a day; all others become stale. */
  advance(on: Day): void;
  /** Multiplies a price of an earlier day by old / new. */
  split(security: Id, ratio: Ratio): void;
  rename(from: Id, to: Id): void;
  last(security: Id): LastPrice | undefined;
}

/** A board over the closes of the securities an account has held. */
export function openPrices(closes: ReadonlyMap<Id, Closes>): PriceBoard {
  const next = new Map<Id, number>();
  const last = new Map<Id, LastPrice>();
  return {
    advance(on) {
      for (const [security, days] of closes) {
        let at = next.get(security) ?? 0;
        let found: LastPrice | undefined;
        for (; at < days.length && (days[at]?.on ?? on) <= on; at += 1) {
          const day = days[at];
          if (day) found = { numerator: day.close, denominator: 1n, isStale: day.on !== on };
        }
        next.set(security, at);
        const known = found ?? last.get(security);
        if (known && !found && !known.isStale) last.set(security, { ...known, isStale: true });
        else if (found) last.set(security, found);
      }
    },
    split(security, ratio) {
      const price = last.get(security);
      if (price === undefined) return;
      last.set(security, {
        numerator: price.numerator * unitsOf(ratio.ratioOld, ratioPlaces),
        denominator: price.denominator * unitsOf(ratio.ratioNew, ratioPlaces),
        isStale: true,
      });
    },
    rename(from, to) {
      const price = last.get(from);
      if (price !== undefined) last.set(to, { ...price, isStale: true });
    },
    last: (security) => last.get(security),
  };
}

const ratioPlaces = 20;
