// Makes closed rows of what was taken: proceeds and withholding are shared, a gift's basis is chosen.
import type { Decimal } from "../../../values/decimal.ts";
import { places, shareOut, unitsOf } from "../../../values/units.ts";
import { dayNumber } from "../facts/calendar.ts";
import type { FactBase, LotFact, Withholding } from "../facts/fact.ts";
import { dayOfFact } from "../facts/order.ts";
import { compareTies, longFromOf, lossDayOf } from "../shelf/lot.ts";
import {
  type ClosedRow,
  type Closing,
  compareClosings,
  type TransCode,
  type Withheld,
} from "../shelf/row.ts";
import type { Shelf } from "../shelf/shelf.ts";
import type { Book } from "./book.ts";
import type { Take } from "./relieve.ts";
import { traceClosed } from "./trace-steps.ts";

interface ClosingFigures {
  readonly transCode: TransCode;
  readonly strategy?: string | undefined;
  readonly price?: bigint | undefined;
  readonly exOn?: string | undefined;
}

/** The closing transaction of a fact. */
export function closingOf(
  fact: FactBase & Withholding & Pick<LotFact, "kind">,
  figures: ClosingFigures,
): Closing {
  const tradeOn = fact.kind === "worthlessness" ? dayOfFact(fact) : fact.tradeOn;
  return {
    transactionId: fact.transactionId,
    fact,
    security: fact.security,
    folio: fact.folio,
    tradeOn,
    tradeDay: dayNumber(tradeOn),
    settlementOn: fact.settlementOn,
    exOn: figures.exOn,
    transCode: figures.transCode,
    strategy: figures.strategy,
    price: figures.price,
    withholdingState: fact.withholdingState,
    withholdingCountry: fact.withholdingCountry,
  };
}

/** What is closed: lots taken, and what was received for all of them (nothing for a transfer out). */
export interface Closed {
  readonly closing: Closing;
  readonly takes: readonly Take[];
  readonly net: bigint | undefined;
  /** Basis of all under average cost; undefined where each lot has its own. */
  readonly pooled?: { readonly basis: bigint; readonly isKnown: boolean } | undefined;
  readonly fact: Withholding;
}

/** Adds one row for each lot taken, in the order taken, and returns them. */
export function closeRows(book: Book, shelf: Shelf, closed: Closed): ClosedRow[] {
  const { closing, takes, pooled } = closed;
  const share = sharerOf(takes);
  const nets = closed.net === undefined ? undefined : share(closed.net);
  const bases = pooled && share(pooled.basis);
  const withheld = withheldOf(closed.fact, share);
  return takes.map((take, index) => {
    const row = rowOf({ closing, take, net: nets?.[index], withheld: withheld?.[index] });
    const own = bases?.[index];
    if (pooled !== undefined && own !== undefined) row.basis = own;
    const known = pooled === undefined ? row : { ...row, isBasisKnown: pooled.isKnown };
    enter(book, shelf, { row: known, taken: own ?? take.basis });
    return known;
  });
}

/** Adds a row to the book, in the order of closing, and to the ledger. */
export function enter(book: Book, shelf: Shelf, entry: { row: ClosedRow; taken: bigint }): void {
  const { row, taken } = entry;
  // Only a return of capital closes later than its fact stands, on the day that pays it.
  let at = book.rows.length;
  while (at > 0 && compareClosings((book.rows[at - 1] as ClosedRow).closing, row.closing) > 0) {
    at -= 1;
  }
  if (at === book.rows.length) book.rows.push(row);
  else book.rows.splice(at, 0, row);
  shelf.ledger.sharesOut += row.quantity;
  shelf.ledger.relieved += row.basis;
  shelf.ledger.giftDifference += row.basis - taken;
  traceClosed(book, row);
}

type Share = (total: bigint) => bigint[];

/** Shares totals by quantity, ties to the older lot, into the order of the takes. */
function sharerOf(takes: readonly Take[]): Share {
  if (takes.length === 1) return (total) => [total];
  if (areByAge(takes)) {
    const weights = takes.map(({ quantity }) => quantity);
    return (total) => shareOut(total, weights);
  }
  const byAge = takes.map((_, index) => index);
  const lotAt = (index: number) => (takes[index] as Take).lot;
  byAge.sort((a, b) => compareTies(lotAt(a), lotAt(b)));
  const weights = byAge.map((index) => (takes[index] as Take).quantity);
  return (total) => {
    const parts: bigint[] = [];
    for (const [at, part] of shareOut(total, weights).entries()) parts[byAge[at] as number] = part;
    return parts;
  };
}

function areByAge(takes: readonly Take[]): boolean {
  return takes.every(
    ({ lot }, at) => at === 0 || compareTies((takes[at - 1] as Take).lot, lot) < 0,
  );
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

interface RowFigures {
  readonly closing: Closing;
  readonly take: Take;
  readonly net: bigint | undefined;
  readonly withheld: Withheld | undefined;
}

function rowOf({ closing, take, net, withheld }: RowFigures): ClosedRow {
  const { lot, lower } = take;
  let { basis } = take;
  let { adjustedDay, longFrom } = lot;
  // Between the two bases there is neither gain nor loss. (26 CFR 1.1015-1(a))
  if (lower !== undefined && net !== undefined && net < lower) {
    basis = lower;
    adjustedDay = lossDayOf(lot);
    longFrom = longFromOf(adjustedDay, lot.isInherited);
  } else if (lower !== undefined && net !== undefined && net < basis) basis = net;
  return {
    closing,
    lot,
    quantity: take.quantity,
    unadjusted: take.unadjusted,
    net,
    basis,
    isBasisKnown: lot.isBasisKnown,
    original: take.original,
    lower: net === undefined ? lower : undefined,
    adjustedDay,
    longFrom,
    basisDay: lot.basisDay,
    withheld,
    disallowed: undefined,
    replacement: undefined,
    pieces: undefined,
  };
}
