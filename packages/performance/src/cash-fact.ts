// Facts that move cash or shares without lots; together with those of lots they make the raw data.
// (docs/performance.md, 2.1)
import type { Day } from "../../values/src/dates.ts";
import type { Decimal } from "../../values/src/decimal.ts";
import type { Id } from "../../values/src/ids.ts";

interface CashBase {
  readonly transactionId: Id;
  readonly entryOrder: number;
  readonly tradeOn: Day;
  readonly folio: string;
}

/** Cash from or to the outside; the amount is positive. A custody or administrative expense goes
 * there like a withdrawal, so that it is in no return. */
export interface ExternalCash extends CashBase {
  readonly kind: "deposit" | "withdrawal" | "expense";
  readonly amount: Decimal;
}

/** A dividend or interest, net of taxes; accrued from its ex-date until the trade date pays it.
 * Interest is negative where it is owed, as of a margin; that of a bond names it. */
export interface Payout extends CashBase {
  readonly kind: "dividend" | "interest";
  readonly amount: Decimal;
  readonly exOn?: Day;
  readonly security?: Id;
}

/** A fee of this folio, paid from it, by another folio, or from outside. A refund goes the other way:
 * it is a fee below 0 of its own day. */
export interface Fee extends CashBase {
  readonly kind: "fee";
  readonly amount: Decimal;
  readonly isRefund?: true;
  readonly paidBy?: { readonly folio: string } | "outside";
}

/** Cash moved to another folio of the account. */
export interface CashJournal extends CashBase {
  readonly kind: "cashJournal";
  readonly amount: Decimal;
  readonly toFolio: string;
}

/** Shares moved to another folio of the account. */
export interface ShareJournal extends CashBase {
  readonly kind: "shareJournal";
  readonly security: Id;
  readonly shares: Decimal;
  readonly toFolio: string;
}

/** Anything but a trade that moves cash, or shares between folios. */
export type CashFact = ExternalCash | Payout | Fee | CashJournal | ShareJournal;
