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
  textOf,
  times,
  type Whole,
} from "../../../values/src/whole.ts";
import { dayOf, unknownDay } from "../facts/calendar.ts";
import { type Exercise, type FactBase, nameOf, type Purchase } from "../facts/fact.ts";
import { quotationText } from "../facts/quotation.ts";
import { shownBases } from "../shelf/average.ts";
import { isAveraged } from "../shelf/election.ts";
import type { Held, Lot } from "../shelf/lot.ts";
import type { ClosedRow } from "../shelf/row.ts";
import type { Shelf } from "../shelf/shelf.ts";
import type { ConsideredLot, TraceEntry } from "../shelf/trace.ts";
import type { Book } from "./book.ts";
import { gainOf, isLongAt, preferred, type Situation } from "./methods.ts";

/** Records that a lot was opened. */
export function traceAcquired(book: Book, fact: FactBase & { kind: string }, lot: Lot): void {
  // What is exercised is recorded with its own sum.
  if (fact.kind === "exercise" || !book.trace?.wants(fact.security)) return;
  const { price, fees } = fact as Partial<Purchase>;
  const shares = sharesText(lot.quantity);
  const basis = lot.isBasisKnown ? money(lot.basis) : "unknown";
  const isSum = price !== undefined && (fact as Partial<Purchase>).netAmount === undefined;
  const paid = isSum ? quotationText(price, book.account, fact.security) : "";
  const sum = isSum ? `${shares} × ${paid} + ${fees ?? "0.00"} fees = ${basis}` : `basis ${basis}`;
  const { transactionId, security, tradeOn: on } = fact;
  book.trace.record({ step: "acquired", transactionId, security, on, shares, sum });
}

/** Records every open lot in the order in which the method would take them. */
export function traceConsidered(
  book: Book,
  fact: FactBase,
  { shelf, situation }: { shelf: Shelf; situation: Situation },
): void {
  if (!book.trace?.wants(fact.security)) return;
  const { transactionId, security } = fact;
  const lots = shelf.lots.toSorted(preferred(situation));
  book.trace.record({
    step: "considered",
    transactionId,
    security,
    method: situation.method.letter,
    price: textOf(situation.quotation, places.price),
    lots: asShown(shelf, lots).map((lot) => considered(lot, situation)),
  });
}

/** What is averaged has its part of the basis. */
function asShown(shelf: Shelf, lots: readonly Lot[]): readonly Lot[] {
  const { pool, average } = shelf;
  if (pool === undefined && average === undefined) return lots;
  const bases = shownBases(shelf, lots);
  return lots.map((lot, at) => {
    const isBasisKnown = pool?.isBasisKnown ?? lot.isBasisKnown;
    return { ...lot, isBasisKnown, basis: bases[at] as Whole };
  });
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
  return {
    transactionId: lot.origin.transactionId,
    originalOn: dayText(lot.originalDay),
    adjustedOn: dayText(lot.adjustedDay),
    shares: sharesText(lot.quantity),
    basis: lot.isBasisKnown ? money(lot.basis) : undefined,
    gainPerShare: lot.isBasisKnown ? textOf(perShare, places.price) : undefined,
    term: isLongAt(lot, situation) ? "long" : "short",
  };
}

/** Records a closed row and its sum. */
export function traceClosed(book: Book, row: ClosedRow): void {
  const { transactionId, security } = row.closing.fact;
  if (!book.trace?.wants(security)) return;
  book.trace.record({ step: "closed", transactionId, security, row, sum: sumOf(row) });
}

function sumOf({ net, basis, isBasisKnown, lower }: ClosedRow): string {
  if (net === undefined) {
    const value = lower === undefined ? "" : `, the lower value of the gift is ${money(lower)}`;
    return `transferred out: no proceeds, no gain${value}`;
  }
  if (!isBasisKnown) return `proceeds ${money(net)}, basis unknown: no gain can be computed`;
  return `${money(net)} - ${money(basis)} = ${money(minus(net, basis))}`;
}

/** Records which purchase took which loss. */
export function traceMatched(book: Book, { average }: Shelf, row: ClosedRow, lot: Lot): void {
  const { transactionId, security } = row.closing.fact;
  if (!book.trace?.wants(security)) return;
  const loss = money(row.disallowed ?? 0);
  const isTogether = average !== undefined && isAveraged(average, lot);
  const basis = isTogether ? `averaged basis ${money(average.basis)}` : `basis ${money(lot.basis)}`;
  const sum =
    `loss of ${sharesText(row.quantity)} shares ${loss} goes to ${sharesText(lot.quantity)} ` +
    `shares bought ${dayText(lot.tradeDay)}: ${basis}, ` +
    `held from ${dayText(lot.adjustedDay) ?? "an unknown day"}`;
  const replacementId = lot.origin.transactionId;
  book.trace.record({ step: "matched", transactionId, security, row, replacementId, sum });
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
  trace.record({ step: "acquired", transactionId, security, on, shares, sum });
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
  const lotOf = lot === undefined ? {} : { lotOf: lot.origin.transactionId };
  book.trace.record({ step: "event", transactionId, security, ...lotOf, sum: sum() });
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
