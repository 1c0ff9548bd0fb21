// The order in which facts are taken. (docs/tax-lots.md, "Facts")
import type { Day } from "../../../values/src/dates.ts";
import { compareIds, type Id } from "../../../values/src/ids.ts";
import type { LotFact } from "./fact.ts";

/** The fields on which the order of facts depends, of lots and of cash alike. */
export interface Ordered {
  readonly kind: string;
  readonly transactionId: Id;
  readonly entryOrder: number;
  readonly tradeOn: Day;
}

/** The day on which a fact stands: a return of capital on its ex-date, if it has one, and what becomes
 * worthless on the last day of its year. */
export function dayOfFact(fact: Ordered): Day {
  if (fact.kind === "worthlessness") return `${fact.tradeOn.slice(0, 4)}-12-31` as Day;
  if (fact.kind !== "returnOfCapital") return fact.tradeOn;
  return (fact as { readonly exOn?: Day }).exOn ?? fact.tradeOn;
}

/** The order of two facts of one day: first corporate events, adjustments and elections, then all else,
 * exchanges of a part and exercises among it, each as entered; at the end of the day what has become
 * worthless, by the day that says so. */
export function compareOnDay(a: Ordered, b: Ordered): number {
  const rank = rankOf(a);
  const isAlike = a.kind === b.kind && a.kind !== "merger";
  const difference = isAlike ? 0 : rank - rankOf(b);
  if (difference !== 0) return difference;
  if (rank === lastRank && a.tradeOn !== b.tradeOn) return a.tradeOn < b.tradeOn ? -1 : 1;
  return a.entryOrder - b.entryOrder || compareIds(a.transactionId, b.transactionId);
}

/** Whether a fact is a corporate event that goes before all else on its day, as the exchange of a part
 * does not. */
export function isEvent(fact: Ordered): boolean {
  return rankOf(fact) === firstRank;
}

const firstRank = 0;
const lastRank = 2;

function rankOf(fact: { readonly kind: LotFact["kind"] | (string & {}) }): number {
  switch (fact.kind) {
    case "merger":
      // A part is exchanged by a choice of its day, as it is sold.
      return isOfPart(fact) ? 1 : firstRank;
    case "split":
    case "spinOff":
    case "returnOfCapital":
    case "symbolChange":
    case "basisAdjustment":
    case "stepUp":
    case "averageElection":
      return firstRank;
    case "worthlessness":
      return lastRank;
    default:
      return 1;
  }
}

function isOfPart(fact: object): boolean {
  return (fact as { readonly shares?: unknown }).shares !== undefined;
}

/** Whether a fact has taken effect by a day: what becomes worthless has not before its year ends. */
export function isEffective(fact: Ordered, today: Day): boolean {
  return fact.kind !== "worthlessness" || dayOfFact(fact) <= today;
}

/** The order of two facts. */
export function compareFacts(a: Ordered, b: Ordered): number {
  const day = dayOfFact(a);
  const other = dayOfFact(b);
  return day === other ? compareOnDay(a, b) : day < other ? -1 : 1;
}
