// Runs an account's facts in order into open lots and closed rows, or says which cannot be.
import { compareIds, type Id } from "../../../values/src/ids.ts";
import { securitiesOf } from "../facts/behind.ts";
import { problemOf } from "../facts/check-fact.ts";
import { type Entry, entryOf } from "../facts/entry.ts";
import type { LotAccount, LotFact, SpinOff } from "../facts/fact.ts";
import { compareFacts } from "../facts/order.ts";
import { type FactRefusal, FactRefused, factRefusals } from "../facts/refusals.ts";
import { acquire } from "../relief/acquire.ts";
import { elect, electByDefault, onShownLots, passElection } from "../relief/averaging.ts";
import { type Book, openBook } from "../relief/book.ts";
import { dispose, writeOff } from "../relief/dispose.ts";
import { tracePosition } from "../relief/trace-steps.ts";
import type { Trace } from "../shelf/trace.ts";
import { allocationsOf, partProblems } from "./allocations.ts";
import { adjustBasis, stepUp } from "./basis-events.ts";
import { changeSymbol, returnCapital, split } from "./events.ts";
import { merge } from "./exchanges.ts";
import { exercise } from "./exercise.ts";
import { spinOff } from "./spin-offs.ts";

/** Books after a run, or every security's first impossible fact; never both. */
export interface Run {
  readonly book: Book;
  readonly refusals: readonly FactRefusal[];
}

/** Applies facts given in any order; cancelled ones are left out by the caller. */
export function runFacts(account: LotAccount, facts: readonly LotFact[], trace?: Trace): Run {
  const refusals = problemsOf(account, facts);
  if (refusals.length > 0) return { book: openBook(account, trace), refusals };
  const book = openBook(account, trace, revokedElections(account, facts));
  return { book, refusals: applyAll(book, facts) };
}

/** Elections of average basis that a later fact revokes, and those facts: a run takes them as never made, so
 * they are looked for ahead. */
export function revokedElections(
  account: LotAccount,
  facts: readonly LotFact[],
): ReadonlySet<string> {
  const book = openBook(account);
  if (facts.some(isRevocation)) {
    book.allocations = allocationsOf(facts);
    for (const fact of inOrder(facts)) findRevocation(book, entryOf(fact, account));
  }
  return new Set(book.revocations);
}

/** Whether a fact revokes an election. */
export function isRevocation(fact: LotFact): boolean {
  return fact.kind === "averageElection" && fact.election === "AVR";
}

/** Applies a fact to a book that only looks for revocations. Which elections are in force depends on the
 * shares held, not on any basis, so that refusals do not end the search. */
export function findRevocation(book: Book, entry: Entry): void {
  applyEntry(book, entry);
}

/** Applies further facts, none of which goes before one that was applied, or shares a basis with it; of a
 * revocation among them, what was applied before stands. */
export function applyAll(book: Book, facts: readonly LotFact[]): FactRefusal[] {
  const halted: Halted = { securities: new Set(), refusals: [] };
  book.allocations = allocationsOf(facts);
  for (const fact of inOrder(facts)) applyNext(book, entryOf(fact, book.account), halted);
  return halted.refusals;
}

/** The refusals of a run so far. */
export interface Halted {
  /** The securities of which a fact was refused, and those that depend on them. */
  readonly securities: Set<Id>;
  readonly refusals: FactRefusal[];
}

/** Applies a fact, unless one it depends on was refused. */
export function applyNext(book: Book, entry: Entry, halted: Halted): void {
  if (halted.securities.size > 0 && isHalted(entry.fact, halted)) return;
  const reason = applyEntry(book, entry);
  if (reason === undefined) return;
  const { code, sentence: message } = reason;
  halted.refusals.push({ transactionId: entry.fact.transactionId, code, message });
  for (const security of securitiesOf(entry.fact)) halted.securities.add(security);
}

/** Whether a fact depends on a refused one, and what depends on it in turn. */
function isHalted(fact: LotFact, { securities }: Halted): boolean {
  const touched = securitiesOf(fact);
  if (!touched.some((security) => securities.has(security))) return false;
  for (const security of touched) securities.add(security);
  return true;
}

/** Faults of facts by themselves: each one's first problem, and ids given twice. */
export function problemsOf(account: LotAccount, facts: readonly LotFact[]): FactRefusal[] {
  const repeated = repeatedIds(facts);
  const problems: FactRefusal[] = [];
  const spinOffs: SpinOff[] = [];
  facts.forEach((fact, at) => {
    const { transactionId } = fact;
    const { code, sentence: message } = factRefusals.duplicate;
    const problem = repeated.has(at) ? { transactionId, code, message } : problemOf(account, fact);
    if (problem !== undefined) problems.push(problem);
    else if (fact.kind === "spinOff") spinOffs.push(fact);
  });
  problems.push(...partProblems(spinOffs));
  return problems;
}

/** The places of facts whose id an earlier one has. */
function repeatedIds(facts: readonly LotFact[]): ReadonlySet<number> {
  const repeated = new Set<number>();
  // Where ids only grow, as they mostly do, none is there twice.
  if (facts.every(({ transactionId }, at) => isAfter(transactionId, facts[at - 1])))
    return repeated;
  const ids = new Set<Id>();
  for (const [at, { transactionId }] of facts.entries()) {
    if (ids.has(transactionId)) repeated.add(at);
    ids.add(transactionId);
  }
  return repeated;
}

function isAfter(id: Id, before: LotFact | undefined): boolean {
  return before === undefined || compareIds(id, before.transactionId) > 0;
}

/** Facts in the order in which they are applied. */
export function inOrder(facts: readonly LotFact[]): LotFact[] {
  return facts.toSorted(compareFacts);
}

/** Applies one fact; a refused one leaves the book as it was. */
function applyEntry(book: Book, entry: Entry) {
  try {
    applyAveraged(book, entry);
    if (book.trace !== undefined) tracePositions(book, entry.fact);
    return undefined;
  } catch (error) {
    if (error instanceof FactRefused) return error.reason;
    throw error;
  }
}

/** Applies a fact where a basis may be averaged: what is no trade acts on lots as they are shown. */
function applyAveraged(book: Book, entry: Entry): void {
  const { fact, day } = entry;
  const { averagedFrom } = book;
  const isDefault = averagedFrom !== undefined && day >= averagedFrom;
  if (isDefault) electByDefault(book, fact, averagedFrom);
  if (isTrade(fact)) apply(book, entry);
  else onShownLots(book, fact, () => apply(book, entry));
  if (isDefault) electByDefault(book, fact, day);
}

/** Whether a fact adds to a basis that is averaged, or takes its part of it. */
function isTrade({ kind }: LotFact): boolean {
  switch (kind) {
    case "buy":
    case "sell":
    case "reinvestment":
    case "transferIn":
    case "lotsReceived":
    case "giftIn":
    case "inheritance":
    case "redemption":
    case "expiry":
    case "cashInLieu":
    case "worthlessness":
      return true;
    default:
      return false;
  }
}

function tracePositions(book: Book, fact: LotFact): void {
  for (const security of securitiesOf(fact)) {
    const shelf = book.shelves.get(security);
    if (shelf !== undefined) tracePosition(book, fact.transactionId, shelf);
  }
}

function apply(book: Book, entry: Entry): void {
  const { fact } = entry;
  switch (fact.kind) {
    case "buy":
    case "reinvestment":
    case "transferIn":
    case "giftIn":
    case "inheritance":
    case "lotsReceived":
      acquire(book, fact, entry);
      break;
    case "sell":
    case "redemption":
    case "expiry":
    case "cashInLieu":
    case "transferOut":
    case "lotsMoved":
      dispose(book, fact, entry);
      break;
    case "worthlessness":
      writeOff(book, fact, entry);
      break;
    case "split":
      split(book, fact);
      break;
    case "merger":
      merge(book, fact, entry);
      break;
    case "spinOff":
      spinOff(book, book.allocations.get(fact) ?? [fact]);
      break;
    case "returnOfCapital":
      returnCapital(book, fact);
      break;
    case "symbolChange":
      changeSymbol(book, fact);
      passElection(book, fact);
      break;
    case "basisAdjustment":
      adjustBasis(book, fact);
      break;
    case "stepUp":
      stepUp(book, fact);
      break;
    case "averageElection":
      elect(book, fact, entry.day);
      break;
    case "exercise":
      exercise(book, fact, entry);
      break;
  }
}
