// When facts are booked: each on its trade date, but a return of capital with an ex-date in two steps,
// on that day as a receivable and on the trade date as cash. (docs/performance.md, 2.1)
import type { Day } from "../../values/dates.ts";
import type { LotFact, ReturnOfCapital } from "../lot-relief/facts/fact.ts";
import { book } from "./book.ts";
import { accrueCapital, payAccruedCapital } from "./book-events.ts";
import type { CashFact } from "./cash-fact.ts";
import type { AccountBook } from "./folio-book.ts";

/** A step of an account's books. */
export interface Booking {
  readonly on: Day;
  readonly fact: LotFact | CashFact;
  readonly apply: (account: AccountBook) => void;
}

/** The steps of facts that are in the order of trade date and, on a day, events first. */
export function bookingsOf(facts: readonly (LotFact | CashFact)[]): Booking[] {
  const early = facts.filter(isAccrued);
  const bookings = facts.map(bookingOf);
  for (const fact of early) {
    const at = bookings.findIndex((booking) => isAfter(booking, fact));
    const apply = (account: AccountBook) => accrueCapital(account, fact);
    bookings.splice(at, 0, { on: fact.exOn, fact, apply });
  }
  return bookings;
}

type AccruedCapital = ReturnOfCapital & { readonly exOn: Day };

function isAccrued(fact: LotFact | CashFact): fact is AccruedCapital {
  return fact.kind === "returnOfCapital" && fact.exOn !== undefined && fact.exOn < fact.tradeOn;
}

function bookingOf(fact: LotFact | CashFact): Booking {
  const apply = isAccrued(fact)
    ? (account: AccountBook) => payAccruedCapital(account, fact)
    : (account: AccountBook) => book(account, fact);
  return { on: fact.tradeOn, fact, apply };
}

const events: ReadonlySet<string> = new Set<LotFact["kind"]>([
  "split",
  "merger",
  "spinOff",
  "returnOfCapital",
  "symbolChange",
]);

/** Whether a step comes after what accrues on an ex-date: events of a day first, as entered. */
function isAfter({ on, fact }: Booking, { exOn, entryOrder }: AccruedCapital): boolean {
  if (on !== exOn) return on > exOn;
  return !events.has(fact.kind) || fact.entryOrder > entryOrder;
}
