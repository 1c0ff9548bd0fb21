// Finds the last price of a security: among its own closes and, before a split or a change of
// symbol, among those from which its price is derived. (docs/positions.md)

import type { Day } from "../../values/src/dates.ts";
import type { Id } from "../../values/src/ids.ts";
import { unitsOf } from "../../values/src/units.ts";
import type { AccountFact } from "./account-fact.ts";
import { factorOf, type QuotationFactors } from "./quotation.ts";

/** The closes of a security from one day to before another, and what each is multiplied by. */
export interface PriceSource {
  readonly security: Id;
  readonly since?: Day;
  readonly before?: Day;
  readonly numerator: bigint;
  readonly denominator: bigint;
}

type Sources = readonly PriceSource[];

/** The sources of each security behind the facts noted so far, which come in order; the newest close of
 * any is the last price, of the same day that of the first. */
export interface PriceSourceBoard {
  of(security: Id): Sources;
  note(fact: AccountFact): void;
}

/** A board on which no fact has been noted. Prices are quotations: over a change of symbol they are
 * multiplied by old / new quotation factor. */
export function openPriceSources(factors?: QuotationFactors): PriceSourceBoard {
  const known = new Map<Id, Sources>();
  const of = (security: Id) => known.get(security) ?? [{ security, ...unchanged }];
  return {
    of,
    note(fact) {
      const { kind, tradeOn } = fact;
      if (kind === "split") {
        const from = unitsOf(fact.ratioNew, ratioPlaces);
        const to = unitsOf(fact.ratioOld, ratioPlaces);
        const before = of(fact.security).map((source) => scaled(source, to, from));
        known.set(fact.security, goingOn(fact.security, tradeOn, before));
      }
      if (kind === "symbolChange") {
        const old = factorOf(factors, fact.security);
        const now = factorOf(factors, fact.intoSecurity);
        const renamed = of(fact.security).map((source) => scaled(source, old, now));
        const before = of(fact.intoSecurity).concat(renamed);
        known.set(fact.intoSecurity, goingOn(fact.intoSecurity, tradeOn, before));
      }
    },
  };
}

const unchanged = { numerator: 1n, denominator: 1n };

/** Closes from the day of an event on apply unchanged; all sources before it end there. */
function goingOn(security: Id, on: Day, before: Sources): Sources {
  const ended = before
    .map((source) => ({ ...source, before: earlier(source.before, on) }))
    .filter((source) => source.since === undefined || source.since < source.before);
  return [{ security, since: on, ...unchanged }, ...ended];
}

function earlier(a: Day | undefined, b: Day): Day {
  return a !== undefined && a < b ? a : b;
}

const ratioPlaces = 20;

/** A price is multiplied by a fraction: before a split by old / new. */
function scaled(source: PriceSource, by: bigint, divisor: bigint): PriceSource {
  const numerator = source.numerator * by;
  const denominator = source.denominator * divisor;
  const common = greatestCommon(numerator, denominator);
  return { ...source, numerator: numerator / common, denominator: denominator / common };
}

function greatestCommon(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestCommon(b, a % b);
}
