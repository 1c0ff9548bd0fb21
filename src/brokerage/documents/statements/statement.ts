// The content of a statement, block by block, as text: what is drawn is nothing but this. Money has
// two places and no separators, days are ISO; what is not known is null. (docs/statements.md)
import type { Day } from "@bursar/values/dates";
import type { BridgeLine } from "./value-bridge.ts";

/** The firm that issues a statement, or the holder of the account. */
export interface Party {
  readonly name: string;
  readonly address: readonly string[];
}

/** The head of a statement: its parties and its days. */
export interface StatementHead {
  readonly firm: Party;
  readonly custodian: Party;
  readonly owners: readonly string[];
  /** The lines under the owners' names by which they are written to. */
  readonly address: readonly string[];
  readonly accountNumber: string;
  readonly accountName: string;
  readonly accountType: string;
  readonly isTaxable: boolean;
  /** The first and the last day of the period. */
  readonly from: Day;
  readonly to: Day;
  readonly isCorrected: boolean;
  readonly delivery: "electronic" | "paper";
}

/** An amount of the period and of the year to date. */
export interface Both {
  readonly period: string;
  readonly year: string;
}

/** The sum from the opening to the closing value. */
export interface StatementSum {
  /** The valuation with which the period begins, and the one before the year; null before the first. */
  readonly openingOn: Day | null;
  readonly yearOpeningOn: Day | null;
  readonly closingOn: Day | null;
  readonly opening: Both;
  readonly lines: Readonly<Record<BridgeLine, Both>>;
  readonly closing: Both;
  /** The two parts of the change of value; null where that is what is left. */
  readonly changeOfPrices: Both | null;
  readonly changeOfAccrued: Both | null;
  /** Names of the folios because of which the change is what is left. */
  readonly loadedFolios: readonly string[];
  /** By how much the period's closing value and its sum differ: 0.00 where the sum closes. */
  readonly difference: string;
}

/** A security at the end of the period. */
export interface StatementHolding {
  readonly name: string;
  readonly ticker: string;
  readonly cusip: string | null;
  readonly quantity: string;
  readonly price: string | null;
  readonly pricedOn: Day | null;
  /** A price of an earlier day, or of no close at all. */
  readonly mark: "older" | "estimated" | null;
  readonly value: string | null;
  /** Percent of the account's value, with 2 places. */
  readonly share: string | null;
  readonly costBasis: string | null;
  /** By the term of a sale on that day; null where a basis is not known. */
  readonly unrealized: {
    readonly shortTerm: string | null;
    readonly longTerm: string | null;
    readonly total: string | null;
  };
  readonly accrued: string;
}

/** A trade that has not settled by the end of the period. */
export interface UnsettledTrade {
  readonly on: Day;
  readonly settlesOn: Day;
  readonly description: string;
  readonly amount: string;
}

/** The holdings at the end of the period. */
export interface StatementHoldings {
  readonly positions: readonly StatementHolding[];
  /** By trade date. */
  readonly cash: string;
  readonly settledCash: string;
  readonly cashShare: string | null;
  readonly unsettled: readonly UnsettledTrade[];
  /** The sum of these. */
  readonly unsettledCash: string;
  /** The accruals without a security, such as interest on cash. */
  readonly otherAccrued: string;
  /** The part of a loaded value beyond all of these. */
  readonly other: string;
  readonly total: {
    readonly value: string;
    readonly costBasis: string | null;
    readonly shortTerm: string | null;
    readonly longTerm: string | null;
    readonly unrealized: string | null;
    readonly accrued: string;
  };
}

/** A transaction of the period, or a correction of an earlier one. */
export interface StatementActivity {
  readonly on: Day;
  readonly settlesOn: Day | null;
  /** The category, and what it was. */
  readonly category: string;
  readonly kind: string;
  readonly description: string;
  /** Signed: below 0 what leaves. */
  readonly quantity: string | null;
  readonly price: string | null;
  readonly fees: string | null;
  /** The cash that it moved, after taxes that were withheld. */
  readonly amount: string;
  /** Taxes withheld, accrued interest, notes. */
  readonly remarks: readonly string[];
}

/** A fact of an earlier period that was accepted after its statement. */
export interface StatementCorrection {
  readonly on: Day;
  readonly kind: string;
  readonly description: string;
  readonly amount: string | null;
  /** The transaction that it took the place of, or that was cancelled. */
  readonly instead: string | null;
}

/** Income of one kind. */
export interface StatementIncome {
  readonly kind: string;
  readonly amount: Both;
}

/** A fee, or a refund, below 0. */
export interface StatementFee {
  readonly on: Day;
  readonly description: string;
  readonly basis: string | null;
  readonly rate: string | null;
  readonly days: string | null;
  readonly amount: string;
}

/** Realized gains of a term. */
export interface StatementGain {
  readonly term: string;
  readonly proceeds: Both;
  readonly costBasis: Both;
  readonly gain: Both;
  readonly washed: Both;
}

/** Income, gains and fees. */
export interface StatementIncomeAndFees {
  readonly income: readonly StatementIncome[];
  readonly withheld: Both;
  readonly gains: readonly StatementGain[];
  readonly fees: readonly StatementFee[];
  readonly feesOfYear: string;
}

/** The returns of a period, in percent; a yearly rate where the period is longer than a year. */
export interface StatementReturn {
  readonly label: string;
  readonly from: Day;
  readonly net: string | null;
  readonly gross: string | null;
  readonly isYearly: boolean;
}

/** A text that the law or the firm wants on it. */
export interface Disclosure {
  readonly topic: string;
  readonly text: string;
}

/** A statement. */
export interface Statement {
  readonly head: StatementHead;
  readonly sum: StatementSum;
  readonly monthEnds: readonly { readonly on: Day; readonly value: string | null }[];
  readonly holdings: StatementHoldings;
  readonly activity: readonly StatementActivity[];
  readonly corrections: readonly StatementCorrection[];
  readonly incomeAndFees: StatementIncomeAndFees;
  readonly performance: readonly StatementReturn[];
  readonly words: readonly Disclosure[];
}
