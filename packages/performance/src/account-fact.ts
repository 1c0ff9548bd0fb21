// Every fact that the raw data of an account follows from: those of lots and those without.
// (docs/performance.md, 2.1)
import type {
  FactBase,
  LotFact,
  Merger,
  Ratio,
  TransferredLot,
} from "../../tax-lots/src/facts/fact.ts";
import type { Decimal } from "../../values/src/decimal.ts";
import type { Id } from "../../values/src/ids.ts";
import type { CashFact } from "./cash-fact.ts";

/** Rights, warrants or calls given up for other shares, for which an amount is paid, fees included. */
export interface Exercise extends FactBase, Ratio {
  readonly kind: "exercise";
  readonly shares: Decimal;
  readonly intoSecurity: Id;
  readonly amount: Decimal;
}

/** Shares that go to another account of the firm; of a gift with their market value. */
export interface LotsMoved extends FactBase {
  readonly kind: "lotsMoved";
  readonly shares: Decimal;
  readonly marketValue?: Decimal;
}

/** The same shares, piece by piece, in the account to which they go. */
export interface LotsReceived extends FactBase {
  readonly kind: "lotsReceived";
  readonly lots: readonly TransferredLot[];
  readonly marketValue?: Decimal;
}

/** What changes bases, dates or averages alone: no cash, no shares, no price. */
export interface BasisFact extends FactBase {
  readonly kind: "basisAdjustment" | "stepUp" | "averageElection";
}

/** A merger that exchanges a part of what a folio holds, and stays in it. */
export interface PartMerger extends Merger {
  readonly shares: Decimal;
}

/** An event that states all new shares of the account, in place of what its ratio gives. */
export interface StatesNewShares {
  readonly newShares?: Decimal;
}

/** A fact of an account. */
export type AccountFact =
  | LotFact
  | CashFact
  | Exercise
  | LotsMoved
  | LotsReceived
  | BasisFact
  | PartMerger;

/** Whether a merger exchanges a part alone. */
export function isPartMerger(fact: AccountFact): fact is PartMerger {
  return fact.kind === "merger" && "shares" in fact && fact.shares !== undefined;
}

/** What is paid for with cash: it may be advanced. */
export type PaidFact = Extract<AccountFact, { kind: "buy" | "reinvestment" | "exercise" }>;

/** Whether a fact is paid for with cash of its folio. */
export function isPaid(fact: AccountFact): fact is PaidFact {
  return fact.kind === "buy" || fact.kind === "reinvestment" || fact.kind === "exercise";
}
