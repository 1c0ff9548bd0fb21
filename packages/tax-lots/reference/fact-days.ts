// The days of facts and their order, for the second implementation.
import type { LotFact } from "../src/facts/fact.ts";
import type { Lot } from "./state.ts";

export const date = (day: string) => Temporal.PlainDate.from(day);

export const later = (day: string, days: number) => date(day).add({ days }).toString();

export const daysFrom = (from: string, to: string) =>
  date(from).until(date(to), { largestUnit: "days" }).days;

function longFrom(acquired: string): string {
  const next = date(acquired).add({ days: 1 });
  const yearOn = next.add({ years: 1 });
  return (yearOn.day === next.day ? yearOn : yearOn.add({ days: 1 })).toString();
}

export const isLong = (lot: Lot, adjusted: string | undefined, day: string) =>
  lot.inherited || adjusted === undefined || day >= longFrom(adjusted);

/** A return of capital stands on its ex-date, worthlessness at the end of its year. */
export const standsOn = (fact: LotFact) =>
  (fact.kind === "returnOfCapital" ? fact.exOn : undefined) ?? closesOn(fact);

export const isWorthless = (fact: LotFact) => fact.kind === "worthlessness";

export const closesOn = (fact: LotFact) =>
  isWorthless(fact) ? `${fact.tradeOn.slice(0, 4)}-12-31` : fact.tradeOn;

const isPart = (fact: LotFact) => fact.kind === "merger" && fact.shares !== undefined;

const isEvent = (fact: LotFact) =>
  /split|merger|spin|return|symbol|adjust|step|election/i.test(fact.kind) && !isPart(fact);

const lastly = (fact: LotFact) => (isWorthless(fact) ? fact.tradeOn : "");

export const inDay = (a: LotFact, b: LotFact) =>
  (isEvent(a) ? 0 : 1) - (isEvent(b) ? 0 : 1) ||
  lastly(a).localeCompare(lastly(b)) ||
  a.entryOrder - b.entryOrder;

export const closing = (a: LotFact, b: LotFact) =>
  closesOn(a).localeCompare(closesOn(b)) || inDay(a, b);
