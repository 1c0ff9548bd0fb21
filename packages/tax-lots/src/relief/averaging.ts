// Average basis by election: when it begins and ends, and the basis that goes with shares.
// (26 CFR 1.1012-1(e); docs/tax-lots.md, "Average basis by election")

import type { Id } from "../../../values/src/ids.ts";
import {
  evenPieceOf,
  minus,
  moneyText,
  shareOut,
  sumOf,
  type Whole,
} from "../../../values/src/whole.ts";
import { securitiesOf } from "../facts/behind.ts";
import { dayNumber, dayOf, yearAfter } from "../facts/calendar.ts";
import type { AverageElection, LotFact, SymbolChange } from "../facts/fact.ts";
import { FactRefused, factRefusals, withFacts } from "../facts/refusals.ts";
import { poolLots, showLots } from "../shelf/average.ts";
import { type Average, averageFrom, defaultOf, isAveraged } from "../shelf/election.ts";
import { compareTies } from "../shelf/lot.ts";
import type { ClosedRow } from "../shelf/row.ts";
import type { Shelf } from "../shelf/shelf.ts";
import { type Book, shelfOf } from "./book.ts";
import {
  traceElected,
  traceEnded,
  traceEvent,
  traceLot,
  traceParts,
  traceRelieved,
} from "./trace-steps.ts";

/** Applies an election, its revocation or its end; each lot shows its own basis meanwhile. */
export function elect(book: Book, fact: AverageElection, day: number): void {
  const { election, transactionId, planSince } = fact;
  const shelf = shelfOf(book, fact.security);
  if (election === "AVE") {
    shelf.hasElected = true;
    if (book.revoked.has(transactionId)) {
      traceEvent(book, fact, "an election that is revoked later: as if it had not been made");
      return;
    }
    const planDay = planSince === undefined ? undefined : dayNumber(planSince);
    if (shelf.average === undefined) {
      shelf.average = averageFrom(transactionId, day, planDay);
      traceElected(book, fact, shelf);
    } else shelf.average.electedBy.push(transactionId);
    return;
  }
  if (election === "AVR" && book.revoked.has(transactionId)) {
    for (const lot of shelf.lots) {
      const basis = lot.isBasisKnown ? moneyText(lot.basis) : "unknown";
      traceLot(book, fact, lot, () => `never averaged, its own basis stays: ${basis}`);
    }
    return;
  }
  const { average } = shelf;
  if (average === undefined) throw new FactRefused(factRefusals.averageNone);
  if (election === "AVR") revoke(book, fact, { average, day });
  traceEnded(book, fact, { shelf, average });
  shelf.average = undefined;
}

/** Within a year, and before any share is disposed of. (IRS Notice 2011-56) */
function revoke(
  book: Book,
  { transactionId }: AverageElection,
  { average, day }: { readonly average: Average; readonly day: number },
): void {
  const { electedDay, electedBy, hasDisposed } = average;
  const last = yearAfter(electedDay);
  if (day > last) {
    const facts = `until ${dayOf(last)}, as it was elected on ${dayOf(electedDay)}`;
    throw new FactRefused(withFacts(factRefusals.averageLate, facts));
  }
  if (hasDisposed) throw new FactRefused(factRefusals.averageDisposed);
  book.revocations.push(transactionId, ...electedBy);
}

/** Elects by default for each fund that the fact touches, if it is held and has no election. */
export function electByDefault(book: Book, fact: LotFact, day: number): void {
  for (const security of securitiesTouched(book, fact)) {
    const shelf = book.shelves.get(security);
    if (shelf === undefined || !isElectedByDefault(book, shelf)) continue;
    shelf.hasElected = true;
    const by = defaultOf(security, day);
    if (book.revoked.has(by)) continue;
    shelf.average = averageFrom(by, day);
    traceElected(book, { ...fact, security }, shelf);
    poolLots(shelf);
  }
}

/** The securities that a fact acts on; spin-offs of one allocation act with the first of them. */
function securitiesTouched({ allocations }: Book, fact: LotFact): Iterable<Id> {
  if (fact.kind !== "spinOff") return securitiesOf(fact);
  return new Set((allocations.get(fact) ?? [fact]).flatMap((each) => [...securitiesOf(each)]));
}

function isElectedByDefault({ account }: Book, shelf: Shelf): boolean {
  const isFund = account.fundSecurities?.has(shelf.security) ?? false;
  return isFund && !shelf.hasElected && shelf.quantity > 0;
}

/** The election by which lots are shown: that in force, else the default of a fund that no fact has touched
 * since its day. */
export function averageToShow(book: Book, shelf: Shelf): Average | undefined {
  const { averagedFrom, revoked } = book;
  if (averagedFrom === undefined || !isElectedByDefault(book, shelf)) return shelf.average;
  const by = defaultOf(shelf.security, averagedFrom);
  return revoked.has(by) ? undefined : averageFrom(by, averagedFrom);
}

/** Lets a fact act on each lot as it is shown, and averages what comes of it. */
export function onShownLots(book: Book, fact: LotFact, apply: () => void): void {
  const securities = [...securitiesTouched(book, fact)];
  for (const security of securities) {
    const shelf = book.shelves.get(security);
    if (shelf?.average === undefined) continue;
    showLots(shelf);
    const isGiven = fact.kind === "merger" && security === fact.security && shelf.quantity > 0;
    if (isGiven) shelf.average.hasDisposed = true;
  }
  try {
    apply();
  } finally {
    for (const security of securities) {
      const shelf = book.shelves.get(security);
      if (shelf?.average !== undefined) poolLots(shelf);
    }
  }
}

/** An election goes on with the security's new id, unless that has one of its own. */
export function passElection(book: Book, { security, intoSecurity }: SymbolChange): void {
  const from = shelfOf(book, security);
  const to = shelfOf(book, intoSecurity);
  to.average ??= from.average;
  to.hasElected ||= from.hasElected;
  from.average = undefined;
  from.hasElected = false;
}

/** Gives rows their part of the averaged basis: basis × shares / shares averaged, half even, shared over them
 * by quantity; the last share takes what is left. What was transferred out has taken what it showed. */
export function relieveAverage(book: Book, average: Average, rows: readonly ClosedRow[]): void {
  average.hasDisposed = true;
  const own = rows.filter(({ lot }) => isAveraged(average, lot));
  const [first] = own;
  if (first === undefined || first.closing.transCode === "transferOut") return;
  const quantities = own.map(({ quantity }) => quantity);
  const shares = sumOf(quantities);
  const basis = evenPieceOf(average.basis, shares, average.quantity);
  const pool = { basis: average.basis, isBasisKnown: true };
  const position = average.quantity;
  traceRelieved(book, first.closing.fact, { pool, basis, shares, position });
  const rowAt = (at: number) => own[at] as ClosedRow;
  const parts = shareOut(basis, quantities, (a, b) => compareTies(rowAt(a).lot, rowAt(b).lot));
  traceParts(book, own, { basis, parts });
  for (const [at, row] of own.entries()) row.basis = parts[at] as Whole;
  average.basis = minus(average.basis, basis);
  average.quantity = minus(average.quantity, shares);
}
