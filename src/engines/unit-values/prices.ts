// The last price of each security as days pass, moved over splits and changes of symbol.
// (docs/performance.md, 2.1)
import type { Day } from "../../values/dates.ts";
import type { Id } from "../../values/ids.ts";
import { unitsOf } from "../../values/units.ts";
import type { Split, SymbolChange } from "../lot-relief/facts/fact.ts";

/** The closes of a security in the order of days; a close in units of 0.000001. */
export type Closes = readonly { readonly on: Day; readonly close: bigint }[];

/** A price as a fraction of units of 0.000001, and the day of the close that it comes from. */
export interface LastPrice {
  readonly on: Day;
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** Prices that follow the days: no question about a security goes back behind an earlier one. */
export interface PriceBoard {
  /** The last price up to a day. */
  last(security: Id, on: Day): LastPrice | undefined;
  /** Multiplies a price of an earlier day by old / new. */
  split(fact: Split): void;
  /** The new id continues from the old one's price, unless its own last close is no older. */
  rename(fact: SymbolChange): void;
}

interface Followed {
  readonly closes: Closes;
  /** Place of the first close that has not been taken over. */
  next: number;
  last: LastPrice | undefined;
}

/** A board over the closes of the securities an account has held. */
export function openPrices(closes: ReadonlyMap<Id, Closes>): PriceBoard {
  const followed = new Map<Id, Followed>();
  const follow = (security: Id): Followed => {
    const known = followed.get(security);
    if (known !== undefined) return known;
    const opened = { closes: closes.get(security) ?? [], next: 0, last: undefined };
    followed.set(security, opened);
    return opened;
  };
  return {
    last(security, on) {
      const price = follow(security);
      takeOver(price, (day) => day <= on);
      return price.last;
    },
    split({ security, tradeOn, ratioNew, ratioOld }) {
      const price = follow(security);
      takeOver(price, (day) => day < tradeOn);
      if (price.last === undefined) return;
      price.last = {
        on: price.last.on,
        numerator: price.last.numerator * unitsOf(ratioOld, ratioPlaces),
        denominator: price.last.denominator * unitsOf(ratioNew, ratioPlaces),
      };
    },
    rename({ security, intoSecurity, tradeOn }) {
      const [from, to] = [follow(security), follow(intoSecurity)];
      for (const price of [from, to]) takeOver(price, (day) => day < tradeOn);
      if (from.last && (to.last === undefined || to.last.on < from.last.on)) to.last = from.last;
    },
  };
}

function takeOver(price: Followed, isDue: (day: Day) => boolean): void {
  const { closes, next } = price;
  const due = next + countDue(closes, next, isDue);
  const close = closes[due - 1];
  if (due === next || close === undefined) return;
  price.next = due;
  price.last = { on: close.on, numerator: close.close, denominator: 1n };
}

/** How many closes from a place on are due; mostly one or none, so that steps begin small. */
function countDue(closes: Closes, from: number, isDue: (day: Day) => boolean): number {
  const isDueAt = (place: number) => {
    const close = closes[place];
    return close !== undefined && isDue(close.on);
  };
  let step = 1;
  while (isDueAt(from + step - 1)) step *= 2;
  let count = 0;
  for (; step >= 1; step /= 2) if (isDueAt(from + count + step - 1)) count += step;
  return count;
}

const ratioPlaces = 20;
