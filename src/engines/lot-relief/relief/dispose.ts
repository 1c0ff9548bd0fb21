// Disposals: which lots go, what they fetch, and what the loss meets.
import type { Decimal } from "../../../values/decimal.ts";
import { amountOf, nearestEven, places, unitsOf } from "../../../values/units.ts";
import { dayNumber } from "../facts/calendar.ts";
import type { Disposal, FactBase, Worthlessness } from "../facts/fact.ts";
import { FactRefused, factRefusals } from "../facts/refusals.ts";
import type { TransCode } from "../shelf/row.ts";
import type { Shelf } from "../shelf/shelf.ts";
import { itemsOf } from "../shelf/sorted.ts";
import { type Book, shelfOf } from "./book.ts";
import { closeRows, closingOf } from "./close.ts";
import { type Method, methods, namedLotsLetter, type Situation } from "./methods.ts";
import { type Take, takeAll, takeByMethod, takeNamed } from "./relieve.ts";
import { traceConsidered, traceRelieved } from "./trace-steps.ts";
import { washLosses } from "./wash-sales.ts";

const transCodes: Readonly<Record<Disposal["kind"], TransCode>> = {
  sell: "SLE",
  redemption: "RDM",
  expiry: "EXP",
  cashInLieu: "CIL",
  transferOut: "transferOut",
};

/** Closes the shares of a disposal; refused before anything changes. */
export function dispose(book: Book, fact: Disposal): void {
  const shelf = shelfOf(book, fact.security);
  const shares = unitsOf(fact.shares, places.shares);
  if (shares > shelf.quantity) throw new FactRefused(factRefusals.held);
  const price = fact.price === undefined ? undefined : unitsOf(fact.price, places.price);
  const pooled = averageOf(shelf, shares);
  const order = { fact, shares, price: fact.kind === "expiry" ? 0n : price };
  const position = shelf.quantity;
  const { takes, strategy } = chooseLots(book, shelf, order);
  relievePool(book, shelf, { fact, pooled, shares, position });
  const closed = {
    closing: closingOf(fact, { transCode: transCodes[fact.kind], strategy, price: order.price }),
    takes,
    net: proceedsOf(order),
    pooled,
    fact,
  };
  const rows = closeRows(book, shelf, closed);
  if (shelf.pool !== undefined) settlePool(shelf);
  else washLosses(book, shelf, rows);
}

/** Closes at 0 all that is held of a security that has become worthless, if anything. */
export function writeOff(book: Book, fact: Worthlessness): void {
  const shelf = shelfOf(book, fact.security);
  const closing = closingOf(fact, { transCode: "EXP", price: 0n });
  const position = shelf.quantity;
  const pooled = averageOf(shelf, position);
  const takes = takeAll(shelf, itemsOf(shelf.byAge));
  relievePool(book, shelf, { fact, pooled, shares: position, position });
  const rows = closeRows(book, shelf, { closing, takes, net: 0n, pooled, fact: {} });
  if (shelf.pool !== undefined) settlePool(shelf);
  else washLosses(book, shelf, rows);
}

/** A disposal with its shares and its price in units. */
interface Order {
  readonly fact: Disposal;
  readonly shares: bigint;
  readonly price: bigint | undefined;
}

function proceedsOf({ fact, shares, price = 0n }: Order): bigint | undefined {
  if (fact.kind === "transferOut") return undefined;
  if (fact.netAmount !== undefined) return unitsOf(fact.netAmount, places.money);
  const fees = fact.fees === undefined ? 0n : unitsOf(fact.fees, places.money);
  return amountOf(shares, price) - fees;
}

/** Basis that goes with shares of a position under average cost. */
interface Pooled {
  readonly basis: bigint;
  readonly isKnown: boolean;
}

/** Average cost: the part of the basis that goes with the shares; the last share takes what is left. */
function averageOf({ pool, quantity }: Shelf, shares: bigint): Pooled | undefined {
  if (pool === undefined) return undefined;
  const isAll = shares === quantity;
  const basis = isAll ? pool.basis : nearestEven(pool.basis * shares, quantity);
  return { basis, isKnown: pool.isBasisKnown };
}

interface Relief {
  readonly fact: FactBase;
  readonly pooled: Pooled | undefined;
  readonly shares: bigint;
  readonly position: bigint;
}

function relievePool(book: Book, { pool }: Shelf, { fact, pooled, ...relief }: Relief): void {
  if (pool === undefined || pooled === undefined) return;
  traceRelieved(book, fact, { ...relief, pool, basis: pooled.basis });
  pool.basis -= pooled.basis;
}

/** An empty position forgets that a basis was unknown. */
export function settlePool(shelf: Shelf): void {
  if (shelf.pool !== undefined && shelf.quantity === 0n) shelf.pool.isBasisKnown = true;
}

interface Choice {
  readonly takes: Take[];
  readonly strategy: string;
}

function chooseLots(book: Book, shelf: Shelf, order: Order): Choice {
  const { fact, shares } = order;
  if (fact.namedLots !== undefined) {
    const named = fact.namedLots.map(({ transactionId, place, shares }) => ({
      transactionId,
      place: place === undefined ? undefined : Number.parseInt(place, 10),
      shares: unitsOf(shares, places.shares),
    }));
    return { takes: takeNamed(shelf, named), strategy: namedLotsLetter };
  }
  const situation = situationOf(book, order);
  traceConsidered(book, fact, { shelf, situation });
  return { takes: takeByMethod(shelf, shares, situation), strategy: situation.method.letter };
}

function situationOf({ account }: Book, { fact, price }: Order): Situation {
  const code = fact.method ?? account.defaultMethod;
  const method = methods[code];
  const orderedAt = price ?? lastCloseOf(fact) ?? (isByAge(method) ? 0n : undefined);
  if (orderedAt === undefined) throw new FactRefused(factRefusals.noPrice);
  const isTaxed = method.preferences.some(({ by }) => by === "taxedGain");
  const rates = isTaxed ? ratesOf(fact) : noRates;
  // Without a rate every weighted gain would be 0; the plain gains decide instead.
  const isPlain = isTaxed && rates.shortRate === 0n && rates.longRate === 0n;
  return {
    method: isPlain ? { ...method, preferences: plainGains(method.preferences) } : method,
    day: dayNumber(fact.tradeOn),
    price: orderedAt,
    ...rates,
  };
}

function lastCloseOf({ lastClose }: Disposal): bigint | undefined {
  return lastClose === undefined ? undefined : unitsOf(lastClose, places.price);
}

function isByAge({ preferences }: Method): boolean {
  return preferences.every(({ by }) => by === "age");
}

const noRates = { shortRate: 0n, longRate: 0n };

function plainGains(preferences: Situation["method"]["preferences"]) {
  return preferences.map((preference) => ({ ...preference, by: "gain" }) as const);
}

const ratePlaces = 20;

function ratesOf({ shortTermTaxRate: short, longTermTaxRate: long }: Disposal) {
  const zero = "0" as Decimal;
  return {
    shortRate: unitsOf(short ?? long ?? zero, ratePlaces),
    longRate: unitsOf(long ?? short ?? zero, ratePlaces),
  };
}
