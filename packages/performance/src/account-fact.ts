// Every fact that the raw data of an account follows from: those of lots and those without.
// (docs/performance.md, 2.1)
import type { LotFact, Merger } from "../../tax-lots/src/facts/fact.ts";
import type { CashFact } from "./cash-fact.ts";

/** A fact of an account. */
export type AccountFact = LotFact | CashFact;

/** A merger that exchanges a part of what a folio holds, and stays in it. */
export type PartMerger = Merger & Required<Pick<Merger, "shares">>;

/** Whether a merger exchanges a part alone. */
export function isPartMerger(fact: AccountFact): fact is PartMerger {
  return fact.kind === "merger" && fact.shares !== undefined;
}

/** A fact that is paid for with cash: it may be advanced. */
export type PaidFact = Extract<AccountFact, { kind: "buy" | "reinvestment" | "exercise" }>;

/** Whether a fact is paid for with cash of its folio. */
export function isPaid(fact: AccountFact): fact is PaidFact {
  return fact.kind === "buy" || fact.kind === "reinvestment" || fact.kind === "exercise";
}
