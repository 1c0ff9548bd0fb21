// Records each step in a trace, if there is one, in figures that can be recomputed by hand.

import type { Id } from "../../../values/src/ids.ts";
import { places } from "../../../values/src/units.ts";
import {
  centsDivisor,
  minus,
  moneyText as money,
  pieceOf,
  plus,
  sharesText,
  sumOf,
  textOf,
  times,
  type Whole,
} from "../../../values/src/whole.ts";
import { dayOf, unknownDay } from "../facts/calendar.ts";
import {
  type Exercise,
  type FactBase,
  type LotFact,
  type LotsMoved,
  nameOf,
} from "../facts/fact.ts";
import { quotationText } from "../facts/quotation.ts";
import { shownBases } from "../shelf/average.ts";
import { type Average, isAveraged } from "../shelf/election.ts";
import { compareTies, type Held, hasPlaces, type Lot } from "../shelf/lot.ts";
import type { ClosedRow } from "../shelf/row.ts";
import type { Shelf } from "../shelf/shelf.ts";
import type { ConsideredLot, TracedLot, TraceEntry } from "../shelf/trace.ts";
import type { Book } from "./book.ts";
import { gainOf, isLongAt, preferred, type Situation } from "./methods.ts";

/** Records that a lot was opened. */
export function traceAcquired(book: Book, fact: FactBase & { kind: string }, lot: Lot): void {
  // An exercise is recorded with its own sum.
  if (fact.kind === "exercise" || !book.trace?.wants(fact.security)) return;
  const { transactionId, security, tradeOn: on } = fact;
  const shares = sharesText(lot.quantity);
  const sum = sumOfOpening(book, lot);
  const { listed } = lot;
  book.trace.record({ step: "acquired", transactionId, listed, security, on, shares, sum });
}

/** The sum by which a lot got its first basis and dates. */
function sumOfOpening({ account }: Book, lot: Lot): string {
  const { origin, adjustedDay, originalDay } = lot;
  const basis = lot.isBasisKnown ? money(lot.basis) : "unknown";
  const acquired = `acquired ${dayText(originalDay) ?? "on an unknown day"}`;
  const held = adjustedDay === originalDay ? "" : `, held from ${dayText(adjustedDay)}`;
  const lower = lot.lower === undefined ? "" : `; basis for a loss ${money(lot.lower)}`;
  switch (origin.kind) {
    case "transferIn":
    case "lotsReceived": {
      const how = origin.kind === "transferIn" ? "transferred in" : `moved in (${origin.reason})`;
      const inherited = lot.isInherited ? ", inherited" : "";
      return `${how}: basis ${basis}, ${acquired}${held}${inherited}${lower}`;
    }
    case "giftIn":
      return `gift: the donor's basis ${basis}, ${acquired}${lower}`;
    case "inheritance":
      return `inherited: market value ${basis} at death on ${dayText(originalDay)}`;
    case "exercise":
      return `basis ${basis}`;
    default: {
      const { price, fees, netAmount, security } = origin;
      if (price === undefined || netAmount !== undefined) return `basis ${basis}`;
      const paid = quotationText(price, account, security);
      return `${sharesText(lot.quantity)} × ${paid} + ${fees ?? "0.00"} fees = ${basis}`;
    }
  }
}

/** Records every open lot in the order in which the method would take them. */
export function traceConsidered(
  book: Book,
  fact: FactBase,
  { shelf, situation }: { shelf: Shelf; situation: Situation },
): void {
  if (!book.trace?.wants(fact.security)) return;
  const { transactionId, security } = fact;
  const { quotation } = situation;
  const lots = shelf.lots.toSorted(preferred(situation));
  book.trace.record({
    step: "considered",
    transactionId,
    security,
    method: situation.method.letter,
    price: quotation === undefined ? undefined : textOf(quotation, places.price),
    lots: asShown(shelf, lots).map((lot) => considered(lot, situation)),
  });
}

/** A lot whose basis is averaged is shown with its part of the basis. */
function asShown(shelf: Shelf, lots: readonly Lot[]): readonly Lot[] {
  const { pool, average } = shelf;
  if (pool === undefined && average === undefined) return lots;
  const bases = shownBases(shelf, lots);
  return lots.map((lot, at) => {
    const isBasisKnown = pool?.isBasisKnown ?? lot.isBasisKnown;
    return { ...lot, isBasisKnown, basis: bases[at] as Whole };
  });
}

/** So many bases are still written as a sum. */
const mostSummed = 12;

/** Records which bases an election puts together, while each lot still has its own. */
export function traceElected(book: Book, fact: FactBase, { average, lots }: Shelf): void {
  if (average === undefined || !book.trace?.wants(fact.security)) return;
  const own = lots.filter((lot) => isAveraged(average, lot)).sort(compareTies);
  const bases = own.map(({ basis }) => money(basis));
  const total = money(sumOf(own.map(({ basis }) => basis)));
  const few = bases.length > 1 && bases.length <= mostSummed;
  const sum = few ? `${bases.join(" + ")} = ${total}` : total;
  const others = own.length === lots.length ? "" : "; other lots keep their own";
  const of = `averaged from now on: basis ${sum}${others}`;
  traceEvent(book, fact, own.length === 0 ? "averaged from the next purchase on" : of);
}

/** Records what each lot keeps of an average that ends, as it is shown. */
export function traceEnded(
  book: Book,
  fact: FactBase,
  { shelf, average }: { readonly shelf: Shelf; readonly average: Average },
): void {
  if (!book.trace?.wants(fact.security)) return;
  const own = shelf.lots.filter((lot) => isAveraged(average, lot));
  const basis = money(sumOf(own.map((lot) => lot.basis)));
  const shares = sharesText(sumOf(own.map(({ quantity }) => quantity)));
  for (const lot of own) {
    traceLot(book, fact, lot, () => {
      const part = `${basis} × ${sharesText(lot.quantity)} / ${shares} = ${money(lot.basis)}`;
      return `the average ends, its part stays: ${part}`;
    });
  }
}

/** Records how much basis goes with shares of what is averaged. */
export function traceRelieved(
  book: Book,
  { transactionId, security }: FactBase,
  relief: {
    readonly pool: Pick<Held, "basis" | "isBasisKnown">;
    readonly basis: Whole;
    readonly shares: Whole;
    readonly position: Whole;
  },
): void {
  if (!book.trace?.wants(security)) return;
  const { pool, basis, shares, position } = relief;
  const parts = `${money(pool.basis)} × ${sharesText(shares)} / ${sharesText(position)}`;
  const sum = pool.isBasisKnown ? `${parts} = ${money(basis)}` : "the average is not known";
  book.trace.record({ step: "average", transactionId, security, sum: `relieved: ${sum}` });
}

/** Records what is averaged as a fact has left it: the whole position, or the lots of an election. */
export function tracePosition(book: Book, transactionId: Id, { security, ...shelf }: Shelf): void {
  const { pool, average, quantity } = shelf;
  if (!book.trace?.wants(security)) return;
  const record = (sum: string) => {
    book.trace?.record({ step: "average", transactionId, security, sum });
  };
  if (average !== undefined) {
    record(`averaged: ${sharesText(average.quantity)} shares, basis ${money(average.basis)}`);
  } else if (pool !== undefined) {
    const basis = pool.isBasisKnown ? money(pool.basis) : "unknown";
    record(`position: ${sharesText(quantity)} shares, basis ${basis}`);
  }
}

function considered(lot: Lot, situation: Situation): ConsideredLot {
  // The gain is in cents × the unit of the price; of one share it has six places.
  const gain = times(gainOf(lot, situation), centsDivisor);
  const perShare = pieceOf(gain, 1, times(situation.unit, lot.quantity));
  const isPriced = situation.quotation !== undefined;
  return {
    transactionId: lot.origin.transactionId,
    place: hasPlaces(lot) ? lot.listed + 1 : undefined,
    originalOn: dayText(lot.originalDay),
    adjustedOn: dayText(lot.adjustedDay),
    shares: sharesText(lot.quantity),
    basis: lot.isBasisKnown ? money(lot.basis) : undefined,
    gainPerShare: isPriced && lot.isBasisKnown ? textOf(perShare, places.price) : undefined,
    term: isLongAt(lot, situation) ? "long" : "short",
  };
}

/** Records the part of a relieved basis that goes with each row, where it is more than one. */
export function traceParts(
  book: Book,
  rows: readonly ClosedRow[],
  { basis, parts }: { readonly basis: Whole; readonly parts: readonly Whole[] },
): void {
  const [first] = rows;
  if (first === undefined || rows.length === 1) return;
  const { transactionId, security } = first.closing.fact;
  if (!book.trace?.wants(security)) return;
  const all = sharesText(sumOf(rows.map(({ quantity }) => quantity)));
  for (const [at, { lot, quantity }] of rows.entries()) {
    const part = `${money(basis)} × ${sharesText(quantity)} / ${all} = ${money(parts[at] as Whole)}`;
    const of = { step: "average", transactionId, security, lot: tracedLot(lot) } as const;
    book.trace.record({ ...of, sum: `of that: ${part}` });
  }
}

/** Records a closed row and its sum; `whole` is what all rows of its transaction fetched. */
export function traceClosed(
  book: Book,
  row: ClosedRow,
  whole?: { readonly net: Whole; readonly shares: Whole },
): void {
  const { transactionId, security } = row.closing.fact;
  if (!book.trace?.wants(security)) return;
  const isPart = whole !== undefined && row.net !== undefined && whole.shares !== row.quantity;
  const part = isPart
    ? `${money(whole.net)} × ${sharesText(row.quantity)} / ${sharesText(whole.shares)} = ${money(row.net ?? 0)}; `
    : "";
  const sum = `${part}${sumOfRow(row)}`;
  book.trace.record({ step: "closed", transactionId, security, row, sum });
}

function sumOfRow({ net, basis, isBasisKnown, lower, closing, quantity }: ClosedRow): string {
  if (net === undefined) {
    const { kind, reason } = closing.fact as Pick<LotFact, "kind"> & Partial<LotsMoved>;
    // A reader of the lot need not see the account to which it went.
    const where = kind === "lotsMoved" ? `moved inside the firm (${reason})` : "transferred out";
    const known = isBasisKnown ? money(basis) : "unknown";
    const value = lower === undefined ? "" : `, basis for a loss ${money(lower)}`;
    const goes = `${sharesText(quantity)} shares with a basis of ${known}${value}`;
    return `${where}: ${goes}; no proceeds, no gain`;
  }
  if (!isBasisKnown) return `proceeds ${money(net)}, basis unknown: no gain can be computed`;
  return `${money(net)} - ${money(basis)} = ${money(minus(net, basis))}`;
}

/** Records which purchase took which loss. */
export function traceMatched(book: Book, { average }: Shelf, row: ClosedRow, lot: Lot): void {
  const { transactionId, security } = row.closing.fact;
  if (!book.trace?.wants(security)) return;
  const loss = row.disallowed ?? 0;
  const isTogether = average !== undefined && isAveraged(average, lot);
  const after = isTogether ? average.basis : lot.basis;
  const raised = `${money(minus(after, loss))} + ${money(loss)} = ${money(after)}`;
  const basis = lot.isBasisKnown ? raised : "unknown";
  const sum =
    `loss of ${sharesText(row.quantity)} shares ${money(loss)} goes to ` +
    `${sharesText(lot.quantity)} shares bought ${dayText(lot.tradeDay)}: ` +
    `${isTogether ? "averaged basis" : "basis"} ${basis}, ` +
    `held from ${dayText(lot.adjustedDay) ?? "an unknown day"}`;
  const replacementId = lot.origin.transactionId;
  book.trace.record({ step: "matched", transactionId, security, row, replacementId, sum });
}

/** Records that only a part of a lot's shares is given up, with the basis that goes with them. */
export function tracePart(book: Book, fact: FactBase, lot: Lot, shares: Whole): void {
  if (shares === lot.quantity) return;
  traceLot(book, fact, lot, () => {
    const given = `${sharesText(shares)} of ${sharesText(lot.quantity)} shares are given up`;
    if (!lot.isBasisKnown) return `${given}: basis unknown`;
    const parts = `${money(lot.basis)} × ${sharesText(shares)} / ${sharesText(lot.quantity)}`;
    return `${given}: basis ${parts} = ${money(pieceOf(lot.basis, shares, lot.quantity))}`;
  });
}

/** Records what was opened for rights given up, in figures of the rights and of what was paid. */
export function traceExercise(
  { account, trace }: Book,
  { transactionId, security: right, intoSecurity: security, tradeOn: on }: Exercise,
  figures: {
    readonly rights: Whole;
    readonly given: Whole;
    readonly paid: Whole;
    readonly shares: Whole;
    /** Undefined where it is not known. */
    readonly basis: Whole | undefined;
  },
): void {
  if (!trace?.wants(security)) return;
  const { rights, given, paid, basis } = figures;
  const shares = sharesText(figures.shares);
  const givenUp = `${sharesText(rights)} of ${nameOf(account, right)}`;
  const parts = `basis of ${givenUp} ${basis === undefined ? "unknown" : money(given)}`;
  const sum = `${parts} + ${money(paid)} paid${basis === undefined ? "" : ` = ${money(basis)}`}`;
  trace.record({ step: "acquired", transactionId, listed: 0, security, on, shares, sum });
}

/** Records that a lot without a new share was joined to another. */
export function traceJoined(
  book: Book,
  fact: FactBase,
  [{ pool }, kept, gone]: readonly [Shelf, Lot, Lot],
): void {
  traceLot(book, fact, kept, () => {
    const what = `${sharesText(gone.quantity)} shares of ${dayText(gone.originalDay) ?? "an unknown day"}`;
    const joined = `${what}, transaction ${gone.origin.transactionId}, get no share and are joined`;
    if (pool !== undefined) return joined;
    const isKnown = kept.isBasisKnown && gone.isBasisKnown;
    const sum = isKnown ? ` = ${money(plus(kept.basis, gone.basis))}` : ", of which one is unknown";
    return `${joined}: basis ${money(kept.basis)} + ${money(gone.basis)}${sum}`;
  });
}

/** Records what an event did to a lot, or under average cost to the whole position. */
export function traceLot(
  book: Book,
  { transactionId, security }: FactBase,
  lot: Lot | undefined,
  sum: () => string,
): void {
  if (!book.trace?.wants(security)) return;
  const about = lot === undefined ? {} : { lot: tracedLot(lot) };
  book.trace.record({ step: "event", transactionId, security, ...about, sum: sum() });
}

function tracedLot({ origin: { transactionId }, listed }: Lot): TracedLot {
  return { transactionId, listed };
}

/** Records what a corporate event did. */
export function traceEvent(book: Book, fact: FactBase, sum: string): void {
  if (!book.trace?.wants(fact.security)) return;
  const { transactionId, security } = fact;
  const entry: TraceEntry = { step: "event", transactionId, security, sum };
  book.trace.record(entry);
}

/** A day as text; undefined where it is not known. */
export function dayText(day: number): string | undefined {
  return day === unknownDay ? undefined : dayOf(day);
}
