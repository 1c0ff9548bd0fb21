// The order in which facts are taken. (docs/tax-lots.md, "Facts")
import type { Day } from "../../../values/dates.ts";
import { compareIds, type Id } from "../../../values/ids.ts";
import type { LotFact } from "./fact.ts";

/** What the order of facts depends on, of lots and of cash alike. */
export interface Ordered {
  readonly kind: string;
  readonly transactionId: Id;
  readonly entryOrder: number;
  readonly tradeOn: Day;
}

/** The day on which a fact stands: a return of capital on its ex-date, if it has one. */
export function dayOfFact(fact: Ordered): Day {
  const { exOn } = fact as { readonly exOn?: Day };
  return fact.kind === "returnOfCapital" && exOn !== undefined ? exOn : fact.tradeOn;
}

const events: ReadonlySet<string> = new Set<LotFact["kind"]>([
  "split",
  "merger",
  "spinOff",
  "returnOfCapital",
  "symbolChange",
]);

/** The order of two facts of one day: first corporate events, then all else, each as entered. */
export function compareOnDay(a: Ordered, b: Ordered): number {
  const isEvent = events.has(a.kind);
  if (isEvent !== events.has(b.kind)) return isEvent ? -1 : 1;
  return a.entryOrder - b.entryOrder || compareIds(a.transactionId, b.transactionId);
}

/** The order of two facts. */
export function compareFacts(a: Ordered, b: Ordered): number {
  const [day, other] = [dayOfFact(a), dayOfFact(b)];
  return day === other ? compareOnDay(a, b) : day < other ? -1 : 1;
}
