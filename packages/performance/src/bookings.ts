// When facts are booked: each on its trade date, with two exceptions. A return of capital with an
// ex-date is a receivable on that day and cash on the trade date. What becomes worthless goes at
// the end of its year. The ex-date of a bond's interest ends what was paid for interest accrued
// before. (docs/performance.md, 2.1)

import type { ReturnOfCapital } from "../../tax-lots/src/facts/fact.ts";
import { compareOnDay, dayOfFact, isEvent } from "../../tax-lots/src/facts/order.ts";
import type { Day } from "../../values/src/dates.ts";
import type { AccountFact } from "./account-fact.ts";
import { book } from "./book.ts";
import { accrueCapital, endInterest, payAccruedCapital } from "./book-events.ts";
import type { AccountBook } from "./folio-book.ts";
import { isPromisedJournal, isPromisedPayout, type Promised, promiseJournal } from "./promised.ts";

/** A step of an account's books. */
export interface Booking {
  readonly on: Day;
  readonly fact: AccountFact;
  readonly apply: (account: AccountBook) => void;
}

/** The steps of facts, in order; what is promised is a receivable and is not paid. */
export function bookingsOf(
  facts: readonly AccountFact[],
  promised: readonly Promised[] = [],
): Booking[] {
  const payouts = promised.filter(isPromisedPayout);
  const capital = payouts.filter((fact) => fact.kind === "returnOfCapital");
  const accruals = [...facts.filter(isAccrued), ...capital].map((fact): Booking => {
    const { exOn: on = fact.tradeOn } = fact;
    return { on, fact, apply: (account) => accrueCapital(account, fact) };
  });
  const journals = promised.filter(isPromisedJournal).map((fact): Booking => {
    return { on: fact.tradeOn, fact, apply: (account) => promiseJournal(account, fact) };
  });
  const endings = [...facts, ...payouts].flatMap((fact): Booking[] => {
    if (fact.kind !== "interest" || fact.security === undefined) return [];
    const { folio, security, exOn = fact.tradeOn } = fact;
    return [{ on: exOn, fact, apply: (account) => endInterest(account, folio, security) }];
  });
  const steps = [...facts.map(bookingOf), ...accruals, ...journals].sort(compareBookings);
  const events = steps.filter(({ fact }) => isEvent(fact));
  const others = steps.filter(({ fact }) => !isEvent(fact));
  // An interest ends what stands under its security before the day's events or behind them, but not what is
  // bought on that day: this waits for the interest after.
  return [...endings, ...events, ...endings, ...others].sort((a, b) =>
    a.on === b.on ? 0 : a.on < b.on ? -1 : 1,
  );
}

type AccruedCapital = ReturnOfCapital & { readonly exOn: Day };

function isAccrued(fact: AccountFact): fact is AccruedCapital {
  return fact.kind === "returnOfCapital" && fact.exOn !== undefined && fact.exOn < fact.tradeOn;
}

function bookingOf(fact: AccountFact): Booking {
  const apply = isAccrued(fact)
    ? (account: AccountBook) => payAccruedCapital(account, fact)
    : (account: AccountBook) => book(account, fact);
  const on = fact.kind === "worthlessness" ? dayOfFact(fact) : fact.tradeOn;
  return { on, fact, apply };
}

function compareBookings(a: Booking, b: Booking): number {
  return a.on === b.on ? compareOnDay(a.fact, b.fact) : a.on < b.on ? -1 : 1;
}
