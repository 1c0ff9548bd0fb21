// Closed rows of what was taken: proceeds and withholding are shared, a gift's basis is chosen.
import type { Decimal } from "../../../values/src/decimal.ts";
import { places } from "../../../values/src/units.ts";
import { minus, plus, shareOut, sumOf, unitsOf, type Whole } from "../../../values/src/whole.ts";
import type { Withholding } from "../facts/fact.ts";
import { compareTies, longFromOf, lossDayOf } from "../shelf/lot.ts";
import { type ClosedRow, compareClosings, type Withheld } from "../shelf/row.ts";
import type { Shelf } from "../shelf/shelf.ts";
import type { Book } from "./book.ts";
import { traceClosed, traceParts } from "./trace-steps.ts";

/** The proceeds of all shares that were taken; none for a transfer out. */
export interface Proceeds {
  readonly net: Whole | undefined;
  /** Basis of all under average cost; undefined where each lot has its own. */
  readonly pooled?: { readonly basis: Whole; readonly isKnown: boolean } | undefined;
}

/** Shares the proceeds over the rows of one closing, and adds these in the order taken. */
export function closeRows(
  book: Book,
  shelf: Shelf,
  rows: readonly ClosedRow[],
  { net, pooled }: Proceeds,
): void {
  const [only] = rows;
  if (only === undefined) return;
  const share = sharerOf(rows);
  const nets = net === undefined ? undefined : share(net);
  const bases = pooled && share(pooled.basis);
  if (pooled?.isKnown) traceParts(book, rows, { basis: pooled.basis, parts: bases ?? [] });
  const isTraced = book.trace !== undefined && net !== undefined;
  const whole = isTraced ? { net, shares: sumOf(rows.map((row) => row.quantity)) } : undefined;
  const withheld = withheldOf(only.closing.fact, share);
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] as ClosedRow;
    const taken = bases?.[at] ?? row.basis;
    if (nets !== undefined) receive(row, nets[at] as Whole);
    if (pooled !== undefined) {
      row.basis = taken;
      row.isBasisKnown = pooled.isKnown;
    }
    row.withheld = withheld?.[at];
    enter(book, shelf, row, taken);
    traceClosed(book, row, whole);
  }
}

/** Gives a row what it fetches, by which a gift's basis is chosen. */
function receive(row: ClosedRow, net: Whole): void {
  const { lot, lower, basis } = row;
  row.net = net;
  if (lower === undefined) return;
  row.lower = undefined;
  // Between the two bases there is neither gain nor loss. (26 CFR 1.1015-1(a))
  if (net < lower) {
    row.basis = lower;
    row.adjustedDay = lossDayOf(lot);
    row.longFrom = longFromOf(row.adjustedDay, lot.isInherited);
  } else if (net < basis) row.basis = net;
}

/** Adds a row to the book, in the order of closing, and to the ledger. */
export function enter(book: Book, shelf: Shelf, row: ClosedRow, taken: Whole): void {
  // Only a return of capital closes later than its fact stands, on the day that pays it.
  let at = book.rows.length;
  while (at > 0 && compareClosings((book.rows[at - 1] as ClosedRow).closing, row.closing) > 0) {
    at -= 1;
  }
  if (at === book.rows.length) book.rows.push(row);
  else book.rows.splice(at, 0, row);
  const { ledger } = shelf;
  ledger.sharesOut = plus(ledger.sharesOut, row.quantity);
  ledger.relieved = plus(ledger.relieved, row.basis);
  ledger.giftDifference = plus(ledger.giftDifference, minus(row.basis, taken));
}

type Share = (total: Whole) => Whole[];

/** Shares totals by quantity over the rows, ties to the older lot. */
function sharerOf(rows: readonly ClosedRow[]): Share {
  if (rows.length === 1) return (total) => [total];
  const weights = rows.map(({ quantity }) => quantity);
  const lotAt = (at: number) => (rows[at] as ClosedRow).lot;
  return (total) => shareOut(total, weights, (a, b) => compareTies(lotAt(a), lotAt(b)));
}

const taxes = [
  ["federal", "federalTaxWithholding"],
  ["state", "stateTaxWithholding"],
  ["foreign", "foreignTaxWithholding"],
] as const;

/** Taxes withheld shared over the rows; undefined where there are none. */
export function withheldOf(fact: Withholding, share: Share): Withheld[] | undefined {
  let result: Withheld[] | undefined;
  for (const [tax, field] of taxes) {
    const amount: Decimal | undefined = fact[field];
    if (amount === undefined) continue;
    const parts = share(unitsOf(amount, places.money));
    result ??= parts.map(() => ({ federal: undefined, state: undefined, foreign: undefined }));
    for (const [index, part] of parts.entries()) (result[index] as Withheld)[tax] = part;
  }
  return result;
}
