// The state of one account while facts are applied: its shelves, its closed rows, and the trace.
import type { Id } from "../../../values/src/ids.ts";
import { dayNumber } from "../facts/calendar.ts";
import type { LotAccount, LotFact, SpinOff } from "../facts/fact.ts";
import type { Lot } from "../shelf/lot.ts";
import type { ClosedRow } from "../shelf/row.ts";
import { openShelf, type Shelf } from "../shelf/shelf.ts";
import type { Trace } from "../shelf/trace.ts";

/** The state of an account after some facts. */
export interface Book {
  readonly account: LotAccount;
  readonly shelves: Map<Id, Shelf>;
  /** In the order of closing; of one transaction in the order of relief. */
  readonly rows: ClosedRow[];
  readonly trace: Trace | undefined;
  /** The day from which the basis of each fund is averaged; undefined where that is elected fund by fund. */
  readonly averagedFrom: number | undefined;
  /** Elections that a later fact revokes, and those facts: they count as never made. */
  readonly revoked: ReadonlySet<string>;
  /** The same of this run, as it finds them. */
  readonly revocations: string[];
  /** Spin-offs of the run that are one allocation, by the first of them; the others have an empty list. */
  allocations: ReadonlyMap<LotFact, readonly SpinOff[]>;
  lots: number;
  matches: number;
}

/** The books of an account before its first fact. */
export function openBook(account: LotAccount, trace?: Trace, revoked = noneRevoked): Book {
  const { isTaxable, fundsAveragedFrom: from } = account;
  return {
    account,
    shelves: new Map(),
    rows: [],
    trace,
    averagedFrom: isTaxable && from !== undefined ? dayNumber(from) : undefined,
    revoked,
    revocations: [],
    allocations: new Map(),
    lots: 0,
    matches: 0,
  };
}

const noneRevoked: ReadonlySet<string> = new Set();

/** The position of a security, opened where there is none. */
export function shelfOf(book: Book, security: Id): Shelf {
  let shelf = book.shelves.get(security);
  if (shelf === undefined) {
    shelf = openShelf(security, book.account.isTaxable);
    book.shelves.set(security, shelf);
  }
  return shelf;
}

/** Gives a new lot its number. */
export function numbered(book: Book, lot: Lot): Lot {
  book.lots += 1;
  lot.seq = book.lots;
  return lot;
}
