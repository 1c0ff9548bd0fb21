// The content of files, as exact text: nothing of it is linked to accounts or securities of a store
// yet.
import type { Decimal } from "../../values/src/decimal.ts";
import type { TableKind } from "./profile.ts";

/** A file as it was handed over. */
export interface CustodianFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The place where something was read. */
export interface Place {
  readonly file: string;
  readonly line: number;
}

/** A security as a row names it; at least one of the three is given. */
export interface SecurityNamed {
  readonly symbol?: string;
  readonly cusip?: string;
  readonly name?: string;
}

/** A row that becomes a transaction; figures are without sign, and the type says which way they go. */
export interface TransactionFact extends Place {
  readonly rowId: string;
  readonly transactionType: string;
  readonly account: string;
  readonly tradeDate: string;
  readonly action: string;
  readonly security?: SecurityNamed;
  readonly settlementDate?: string;
  readonly shares?: Decimal;
  /** As quoted: it counts times the quotation factor of the security. */
  readonly price?: Decimal;
  readonly fees?: Decimal;
  readonly accruedInterest?: Decimal;
  /** Of an adjustment of a basis, why. */
  readonly reason?: string;
  /** The amount that was paid or received. */
  readonly amount?: Decimal;
}

/** A holding as the custodian states it. */
export interface PositionFact extends Place {
  readonly account: string;
  readonly security: SecurityNamed;
  readonly shares: Decimal;
  readonly on?: string;
  readonly price?: Decimal;
  readonly marketValue?: Decimal;
  readonly costBasis?: Decimal;
}

/** A lot with its basis; day or basis are left out where the custodian does not know them. */
export interface LotFact extends Place {
  readonly account: string;
  readonly security: SecurityNamed;
  readonly shares: Decimal;
  readonly on?: string;
  readonly acquiredOn?: string;
  readonly costBasis?: Decimal;
}

/** Cash of an account. */
export interface BalanceFact extends Place {
  readonly account: string;
  readonly on?: string;
  readonly cash: Decimal;
}

/** A close, as quoted. */
export interface PriceFact extends Place {
  readonly security: SecurityNamed;
  readonly on: string;
  readonly price: Decimal;
}

/** An account that the files name, with its owner's name where they have one. */
export interface AccountSeen extends Place {
  readonly account: string;
  readonly owner?: string;
}

/** A security that the files name, with what joins its prices and quantities where the profile says it. */
export interface SecuritySeen extends Place, SecurityNamed {
  readonly quotationFactor?: string;
}

/** A question for a person before anything is stored: a column or an action that the profile does
 * not know. */
export interface Question extends Place {
  readonly about: "column" | "action";
  readonly word: string;
  readonly count: number;
  /** A cell of the column, or the cells of the first row with the action. */
  readonly example: string;
}

/** A row or a file that cannot be read, and why. */
export interface FileProblem extends Place {
  readonly problem: string;
  /** The beginning of the row that cannot be read; left out where it is the file. */
  readonly row?: string;
  /** Of a day that could be another one, which a person can decide: the kind of its table. */
  readonly ambiguousDayOf?: TableKind;
}

/** A line that is no record; of a table that the profile does not have the heading is a `section`. */
export interface LineAside extends Place {
  readonly as: "title" | "total" | "footnote" | "ignored" | "section";
  readonly text: string;
}

/** Everything that files say. */
export interface Reading {
  readonly transactions: TransactionFact[];
  readonly positions: PositionFact[];
  readonly lots: LotFact[];
  readonly balances: BalanceFact[];
  readonly prices: PriceFact[];
  readonly accounts: AccountSeen[];
  readonly securities: SecuritySeen[];
  readonly questions: Question[];
  readonly problems: FileProblem[];
  readonly asides: LineAside[];
}
