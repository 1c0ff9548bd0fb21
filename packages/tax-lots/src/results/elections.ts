// The securities of a book that have an average basis by election. (26 CFR 1.1012-1(e);
// docs/tax-lots.md, "Average basis by election")
import type { Day } from "../../../values/src/dates.ts";
import type { Id } from "../../../values/src/ids.ts";
import { dayOf } from "../facts/calendar.ts";
import { averageToShow } from "../relief/averaging.ts";
import type { Book } from "../relief/book.ts";

/** An election in force. */
export interface Election {
  readonly since: Day;
  /** The transactions that elect; none of them where the account averages its funds. */
  readonly electedBy: readonly string[];
}

/** The elections in force by security, also of a fund that no fact has touched since the account averages. */
export function electionsOf(book: Book): ReadonlyMap<Id, Election> {
  const found = new Map<Id, Election>();
  for (const shelf of book.shelves.values()) {
    const average = averageToShow(book, shelf);
    if (average === undefined) continue;
    const { electedDay, electedBy } = average;
    found.set(shelf.security, { since: dayOf(electedDay), electedBy });
  }
  return found;
}
