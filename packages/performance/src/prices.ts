// The last price of each security as days pass, moved over splits and changes of symbol.
// (docs/performance.md, 2.1)

import type { Ratio, Split, SymbolChange } from "../../tax-lots/src/facts/fact.ts";
import type { Day } from "../../values/src/dates.ts";
import type { Id } from "../../values/src/ids.ts";
import { unitsOf } from "../../values/src/units.ts";
import type { AccountFact } from "./account-fact.ts";
import { type LastPrice, type PriceOrigin, pricesGivenBy } from "./given-prices.ts";
import { factorOf, type QuotationFactors, quotedValue } from "./quotation.ts";

/** The closes of a security in the order of days; a close in units of 0.000001. */
export type Closes = readonly { readonly on: Day; readonly close: bigint }[];

/** Prices that follow the days: no question about a security goes back behind an earlier one. */
export interface PriceBoard {
  /** The last close up to a day; before the first one the latest trade, else the latest value. */
  last(security: Id, on: Day): LastPrice | undefined;
  /** Takes over what a fact says of prices. */
  note(fact: AccountFact): void;
  /** Multiplies a price of an earlier day by old / new. */
  split(fact: Split): void;
  /** The new id continues from the old one's price, unless its own last one is no older. */
  rename(fact: SymbolChange): void;
}

interface Followed {
  readonly closes: Closes;
  readonly factor: bigint;
  /** Place of the first close that has not been taken over. */
  next: number;
  readonly known: Map<PriceOrigin, LastPrice>;
}

const origins: readonly PriceOrigin[] = ["close", "trade", "value"];

/** A board over the closes of the securities an account has held, and their quotation factors. */
export function openPrices(
  closes: ReadonlyMap<Id, Closes>,
  factors: QuotationFactors | undefined,
): PriceBoard {
  const followed = new Map<Id, Followed>();
  const follow = (security: Id): Followed => {
    const known = followed.get(security);
    if (known !== undefined) return known;
    const factor = factorOf(factors, security);
    const own = closes.get(security) ?? [];
    const opened: Followed = { closes: own, factor, next: 0, known: new Map() };
    followed.set(security, opened);
    return opened;
  };
  return {
    last(security, on) {
      const price = follow(security);
      takeOver(price, (day) => day <= on);
      const origin = origins.find((each) => price.known.has(each));
      return origin && price.known.get(origin);
    },
    note(fact) {
      for (const { security, ...price } of pricesGivenBy(fact, factors)) {
        follow(security).known.set(price.origin, price);
      }
    },
    split({ security, tradeOn, ...ratio }) {
      const price = follow(security);
      takeOver(price, (day) => day < tradeOn);
      for (const [origin, known] of price.known) price.known.set(origin, divided(known, ratio));
    },
    rename({ security, intoSecurity, tradeOn }) {
      const from = follow(security);
      const to = follow(intoSecurity);
      for (const price of [from, to]) takeOver(price, (day) => day < tradeOn);
      for (const [origin, known] of from.known) {
        const own = to.known.get(origin);
        if (own === undefined || own.on < known.on) to.known.set(origin, known);
      }
    },
  };
}

/** The same price once `ratioNew` shares stand for `ratioOld`. */
function divided(price: LastPrice, { ratioNew, ratioOld }: Ratio): LastPrice {
  return {
    ...price,
    numerator: price.numerator * unitsOf(ratioOld, ratioPlaces),
    denominator: price.denominator * unitsOf(ratioNew, ratioPlaces),
  };
}

function takeOver(price: Followed, isDue: (day: Day) => boolean): void {
  const { closes, factor, next } = price;
  const due = next + countDue(closes, next, isDue);
  const close = closes[due - 1];
  if (due === next || close === undefined) return;
  price.next = due;
  const { on } = close;
  const { numerator, denominator } = quotedValue(close.close, factor);
  price.known.set("close", { on, origin: "close", numerator, denominator });
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
