// The holdings of an account at the end of days, security by security, and the cash that each fact
// has moved: the same steps as the raw data, of which these are the parts. (docs/statements.md)

import type { Day } from "../../values/src/dates.ts";
import type { Id } from "../../values/src/ids.ts";
import { centsDivisor, nearest, places, unitsOf } from "../../values/src/units.ts";
import type { AccountFact } from "./account-fact.ts";
import { bookingsOf } from "./bookings.ts";
import type { Payout } from "./cash-fact.ts";
import type { AccountBook } from "./folio-book.ts";
import type { LastPrice } from "./given-prices.ts";
import { openPrices, type PriceBoard } from "./prices.ts";
import { isPayout } from "./promised.ts";
import type { RawSources } from "./raw-data.ts";

/** A security in a folio: shares in 0.00001, their value in cents; without a price neither. */
export interface HeldAtEnd {
  readonly folio: string;
  readonly security: Id;
  readonly shares: bigint;
  readonly price: LastPrice | undefined;
  readonly cents: bigint | undefined;
}

/** An amount that is due to a folio and not paid, in cents; interest on uninvested cash has no
 * security. */
export interface AccruedAtEnd {
  readonly folio: string;
  readonly security: Id | undefined;
  readonly cents: bigint;
}

/** An account at the end of a day. What later cash advances of purchases is in none of it. */
export interface DayEnd {
  readonly on: Day;
  readonly held: readonly HeldAtEnd[];
  /** By folio, in cents. */
  readonly cash: ReadonlyMap<string, bigint>;
  readonly accrued: readonly AccruedAtEnd[];
}

/** The movement by a fact in all folios together: cents, and shares by security. A journal between
 * folios moves nothing. */
export interface Move {
  readonly on: Day;
  readonly fact: AccountFact;
  readonly cents: bigint;
  readonly shares: ReadonlyMap<Id, bigint>;
}

/** The ends of some days, and what facts have moved until the last of them. */
export interface DayEnds {
  readonly ends: readonly DayEnd[];
  readonly moves: readonly Move[];
}

/** Follows an account up to the last of some days, given in order. */
export function dayEndsOf(
  sources: Pick<RawSources, "facts" | "promised" | "closes" | "quotationFactors">,
  days: readonly Day[],
): DayEnds {
  const { facts, promised = [], closes, quotationFactors } = sources;
  const prices = openPrices(closes, quotationFactors);
  const account: AccountBook = {
    folios: new Map(),
    quotationFactors,
    onSplit: prices.split,
    onSymbolChange: prices.rename,
  };
  const bookings = bookingsOf(facts, promised);
  const securities = new Map(
    [...facts, ...promised].flatMap((fact) =>
      fact.kind === "returnOfCapital" ? [[fact.transactionId, fact.security] as const] : [],
    ),
  );
  const payouts = { paid: facts.filter(isPayout), promised: promised.filter(isPayout) };
  const moves: Move[] = [];
  let next = 0;
  const ends = days.map((on): DayEnd => {
    for (let step = bookings[next]; step && step.on <= on; step = bookings[next]) {
      const before = totalsOf(account);
      step.apply(account);
      prices.note(step.fact);
      next += 1;
      const moved = differenceOf(before, totalsOf(account));
      const isMove = moved.cents !== 0n || moved.shares.size > 0;
      if (isMove) moves.push({ on: step.on, fact: step.fact, ...moved });
    }
    return {
      on,
      held: heldOn(account, prices, on),
      cash: new Map([...account.folios].map(([name, { cash }]) => [name, cash])),
      accrued: [...unpaidOn(payouts, on), ...accruedIn(account, securities)],
    };
  });
  return { ends, moves };
}

type Totals = Pick<Move, "cents" | "shares">;

/** The cash of all folios, and the shares of each security. */
function totalsOf({ folios }: AccountBook): Totals {
  let cents = 0n;
  const shares = new Map<Id, bigint>();
  for (const { cash, positions } of folios.values()) {
    cents += cash;
    for (const [id, held] of positions) shares.set(id, (shares.get(id) ?? 0n) + held);
  }
  return { cents, shares };
}

function differenceOf(before: Totals, after: Totals): Totals {
  const shares = new Map<Id, bigint>();
  for (const id of new Set([...before.shares.keys(), ...after.shares.keys()])) {
    const moved = (after.shares.get(id) ?? 0n) - (before.shares.get(id) ?? 0n);
    if (moved !== 0n) shares.set(id, moved);
  }
  return { cents: after.cents - before.cents, shares };
}

function heldOn({ folios }: AccountBook, prices: PriceBoard, on: Day): HeldAtEnd[] {
  return [...folios].flatMap(([folio, { positions }]) =>
    [...positions].map(([security, shares]) => {
      const price = prices.last(security, on);
      const cents = price && nearest(shares * price.numerator, price.denominator * centsDivisor);
      return { folio, security, shares, price, cents };
    }),
  );
}

/** Payouts whose ex-date has come and that are not paid by the end of a day. */
function unpaidOn(
  { paid, promised }: { readonly paid: readonly Payout[]; readonly promised: readonly Payout[] },
  on: Day,
): AccruedAtEnd[] {
  const isDue = ({ exOn, tradeOn }: Payout) => exOn !== undefined && exOn <= on && on < tradeOn;
  const isPromised = ({ exOn, tradeOn }: Payout) => (exOn ?? tradeOn) <= on;
  return [...paid.filter(isDue), ...promised.filter(isPromised)].map(
    ({ folio, security, amount }) => ({ folio, security, cents: unitsOf(amount, places.money) }),
  );
}

/** Capital that is due, and interest that was paid for until the next interest is due. */
function accruedIn({ folios }: AccountBook, securities: ReadonlyMap<Id, Id>): AccruedAtEnd[] {
  return [...folios].flatMap(([folio, { receivables, boughtInterest }]) => [
    ...[...receivables].map(([id, cents]) => ({ folio, security: securities.get(id), cents })),
    ...[...boughtInterest].map(([security, cents]) => ({ folio, security, cents })),
  ]);
}
