// Disposals: which lots go, what they fetch, and what the loss meets.
import type { Decimal } from "../../../values/src/decimal.ts";
import { places } from "../../../values/src/units.ts";
import { evenPieceOf, minus, plus, unitsOf, type Whole } from "../../../values/src/whole.ts";
import { type Figures, feesOf } from "../facts/entry.ts";
import type { Departure, Disposal, Worthlessness } from "../facts/fact.ts";
import { factorOf, plainFactor, quotationOf, shareWorth } from "../facts/quotation.ts";
import { FactRefused, factRefusals } from "../facts/refusals.ts";
import type { ClosedRow, TransCode } from "../shelf/row.ts";
import type { Shelf } from "../shelf/shelf.ts";
import { relieveAverage } from "./averaging.ts";
import { type Book, shelfOf } from "./book.ts";
import { closeRows, type Proceeds } from "./close.ts";
import { type Method, methods, namedLotsLetter, type Situation } from "./methods.ts";
import { type NamedShares, notHeld, takeAll, takeByMethod, takeNamed } from "./relieve.ts";
import { traceConsidered, traceRelieved } from "./trace-steps.ts";
import { washLosses } from "./wash-sales.ts";

const transCodes: Readonly<Record<Departure["kind"], TransCode>> = {
  sell: "SLE",
  redemption: "RDM",
  expiry: "EXP",
  cashInLieu: "CIL",
  transferOut: "transferOut",
  lotsMoved: "transferOut",
};

/** Closes the shares of a disposal; refused before anything changes. */
export function dispose(book: Book, fact: Departure, figures: Figures): void {
  const { day, shares, amount } = figures;
  const shelf = shelfOf(book, fact.security);
  // Also one that is refused stands against a revocation, so that this does not make it possible.
  if (shelf.average !== undefined) shelf.average.hasDisposed = true;
  if (shares > shelf.quantity) throw new FactRefused(notHeld(book, shelf, { fact, shares }));
  const situation = choiceOf(book, shelf, fact, figures);
  const strategy = situation?.method.letter ?? namedLotsLetter;
  const transCode = transCodes[fact.kind];
  const price = salePriceOf(book, fact, figures);
  const closing = { fact, tradeDay: day, transCode, strategy, price, exOn: undefined };
  const position = shelf.quantity;
  const pooled = averageOf(shelf, shares);
  if (situation !== undefined) traceConsidered(book, fact, { shelf, situation });
  const rows =
    situation === undefined
      ? takeNamed(shelf, closing, namedSharesOf(fact))
      : takeByMethod(shelf, { closing, shares, situation });
  const net = transCode === "transferOut" ? undefined : amount;
  closeTaken(book, shelf, rows, { net, pooled, shares, position });
}

/** The criteria by which lots are chosen; undefined where they are named. Of averaged lots the
 * oldest go. Of what is averaged the oldest go. */
function choiceOf(book: Book, { average }: Shelf, fact: Departure, figures: Figures) {
  if (average !== undefined && fact.method !== undefined) {
    throw new FactRefused(factRefusals.averageMethod);
  }
  if (fact.namedLots !== undefined) return undefined;
  if (average === undefined) return situationOf(book, fact, figures);
  const ordering = orderingOf(book, fact, figures) ?? unpriced;
  return { method: methods.AVGC, day: figures.day, ...ordering, ...noRates };
}

/** Closes at 0 all that is held of a security that has become worthless, if anything. */
export function writeOff(book: Book, fact: Worthlessness, { day: tradeDay }: Figures): void {
  const shelf = shelfOf(book, fact.security);
  const how = { transCode: "EXP", strategy: undefined, price: 0, exOn: undefined } as const;
  const position = shelf.quantity;
  const pooled = averageOf(shelf, position);
  const rows = takeAll(shelf, { fact, tradeDay, ...how });
  closeTaken(book, shelf, rows, { net: 0, pooled, shares: position, position });
}

/** The part of a position that was taken, and its proceeds. */
interface Taken extends Proceeds {
  readonly shares: Whole;
  readonly position: Whole;
}

function closeTaken(book: Book, shelf: Shelf, rows: readonly ClosedRow[], taken: Taken): void {
  const { pool, average } = shelf;
  const { pooled } = taken;
  const [row] = rows;
  if (row === undefined) return;
  if (average !== undefined) relieveAverage(book, average, rows);
  if (pool !== undefined && pooled !== undefined) {
    traceRelieved(book, row.closing.fact, { ...taken, pool, basis: pooled.basis });
    pool.basis = minus(pool.basis, pooled.basis);
  }
  closeRows(book, shelf, rows, taken);
  if (pool === undefined) washLosses(book, shelf, rows);
  else settlePool(shelf);
}

/** Basis that goes with shares of a position under average cost. */
interface Pooled {
  readonly basis: Whole;
  readonly isKnown: boolean;
}

/** Average cost: the part of the basis that goes with the shares; the last share takes what is left. */
export function averageOf({ pool, quantity }: Shelf, shares: Whole): Pooled | undefined {
  if (pool === undefined) return undefined;
  return { basis: evenPieceOf(pool.basis, shares, quantity), isKnown: pool.isBasisKnown };
}

/** An empty position forgets that a basis was unknown. */
export function settlePool(shelf: Shelf): void {
  if (shelf.pool !== undefined && shelf.quantity === 0) shelf.pool.isBasisKnown = true;
}

/** The shares that a fact names, lot by lot. */
export function namedSharesOf({ namedLots = [] }: Pick<Disposal, "namedLots">): NamedShares[] {
  return namedLots.map(({ transactionId, place, shares }) => ({
    transactionId,
    place: place === undefined ? undefined : Number.parseInt(place, 10),
    shares: unitsOf(shares, places.shares),
  }));
}

/** The quotation at which it is sold: that of the trade, else what comes in before fees for one share; none
 * where that is below 0. */
function salePriceOf({ account }: Book, fact: Departure, figures: Figures): Whole | undefined {
  if (figures.price !== undefined || !isPaid(fact)) return figures.price;
  const factor = factorOf(account, fact.security);
  const quotation = quotationOf(grossOf(fact, figures), figures.shares, factor);
  return quotation < 0 ? undefined : quotation;
}

/** Whether an amount says what a disposal without a price brings. */
function isPaid(fact: Departure): fact is Disposal {
  const isMoved = fact.kind === "transferOut" || fact.kind === "lotsMoved";
  return !isMoved && fact.netAmount !== undefined;
}

function grossOf(fact: Disposal, { amount }: Figures): Whole {
  return plus(amount, feesOf(fact));
}

/** The price by which lots are ordered. */
type Ordering = Pick<Situation, "price" | "unit" | "quotation">;

/** By which price lots are ordered: that of the trade, else its amount before fees for one share, exactly,
 * else the last close; undefined where there is none. */
function orderingOf({ account }: Book, fact: Departure, figures: Figures): Ordering | undefined {
  const { price, shares } = figures;
  const factor = factorOf(account, fact.security);
  if (price === undefined && isPaid(fact)) {
    const gross = grossOf(fact, figures);
    return { price: gross, unit: shares, quotation: quotationOf(gross, shares, factor) };
  }
  const quotation = price ?? lastCloseOf(fact);
  return quotation === undefined ? undefined : quotedAt(quotation, factor);
}

function quotedAt(quotation: Whole, factor: Whole): Ordering {
  const { price, unit } = shareWorth(quotation, factor);
  return { price, unit, quotation };
}

function situationOf(book: Book, fact: Departure, figures: Figures): Situation {
  const method = methods[fact.method ?? fact.keptMethod ?? book.account.defaultMethod];
  const ordering = orderingOf(book, fact, figures) ?? (isByAge(method) ? unpriced : undefined);
  if (ordering === undefined) throw new FactRefused(factRefusals.noPrice);
  const isTaxed = method.preferences.some(({ by }) => by === "taxedGain");
  const { shortRate, longRate } = isTaxed ? ratesOf(fact) : noRates;
  // Without a rate every weighted gain would be 0; the plain gains decide instead.
  const isPlain = isTaxed && shortRate === 0 && longRate === 0;
  return {
    method: isPlain ? { ...method, preferences: plainGains(method.preferences) } : method,
    day: figures.day,
    price: ordering.price,
    unit: ordering.unit,
    quotation: ordering.quotation,
    shortRate,
    longRate,
  };
}

const unpriced: Ordering = { ...quotedAt(0, plainFactor), quotation: undefined };

function lastCloseOf({ lastClose }: Departure): Whole | undefined {
  return lastClose === undefined ? undefined : unitsOf(lastClose, places.price);
}

function isByAge({ preferences }: Method): boolean {
  return preferences.every(({ by }) => by === "age");
}

const noRates = { shortRate: 0, longRate: 0 };

function plainGains(preferences: Situation["method"]["preferences"]) {
  return preferences.map((preference) => ({ ...preference, by: "gain" }) as const);
}

const ratePlaces = 20;

function ratesOf({ shortTermTaxRate: short, longTermTaxRate: long }: Departure) {
  const zero = "0" as Decimal;
  return {
    shortRate: unitsOf(short ?? long ?? zero, ratePlaces),
    longRate: unitsOf(long ?? short ?? zero, ratePlaces),
  };
}
