// The form of a custodian's export files, as data: a profile is a JSON file that a firm can copy
// and change.

/** The content of the rows of a table. Of a price matrix the columns are securities and the rows
 * days. */
export type TableKind =
  | "transactions"
  | "positions"
  | "balances"
  | "lots"
  | "prices"
  | "priceMatrix";

/** The fields that a column can have. */
export const fields = [
  "account",
  "owner",
  "day",
  "settlementDay",
  "action",
  "symbol",
  "cusip",
  "name",
  "securityKind",
  "quantity",
  "price",
  "commission",
  "fees",
  "accruedInterest",
  "amount",
  "value",
  "cost",
  "cash",
  "acquired",
] as const;
/** The field of a column. */
export type Field = (typeof fields)[number];

/** Why a basis is adjusted, by the code of the service. */
export const basisReasons: readonly string[] = ["PRM", "OID", "MKD", "UCG", "WSH", "COR"];

/** The records that a row of a file can become: a transaction type of the service, or a tax
 * withheld from the payout of its day and security. Of a split, a merger, a spin-off and a change
 * of symbol the quantity is what the position gains: all rows of one day are one event. */
export const rowTypes: readonly string[] = [
  "BUY",
  "REI",
  "SLE",
  "RDM",
  "EXP",
  "CIL",
  "TIN",
  "TOT",
  "DEP",
  "WDL",
  "DIV",
  "INT",
  "FEE",
  "ADM",
  "ROC",
  "BAS",
  "SPL",
  "MRG",
  "SPO",
  "SYM",
  "federalTax",
  "foreignTax",
];

/** The rule by which an action's word is taken. */
export interface ActionRule {
  readonly word: string;
  /** Whether the cell is the word, or begins with it. */
  readonly match: "whole" | "start";
  /** One of `rowTypes`, or `ignore` for rows that record nothing. */
  readonly type: string;
  /** The type of the same word when its amount is below zero, or, without an amount, its quantity. */
  readonly typeBelowZero?: string;
  /** The type of the payout that the same line records: a reinvestment of one line is two transactions. */
  readonly paidBy?: string;
  /** Of `BAS` why, one of `basisReasons`; a correction if left out. */
  readonly reason?: string;
}

/** One table of a profile. */
export interface TableShape {
  readonly kind: TableKind;
  /** Names of files, in which `*` stands for anything and `{account}` and `{day}` for the values that are read. */
  readonly files: readonly string[];
  /** The element of XML whose attributes are a row; a table has it in addition to its form as separated text. */
  readonly element?: string;
  readonly columns: Readonly<Partial<Record<Field, readonly string[]>>>;
  readonly required: readonly Field[];
  /** The fields that the table has as a rule: without one of them `*` no longer stands for all columns, since one of
   * them may be it under another heading. */
  readonly expected: readonly Field[];
  /** Columns that are known and not needed; `*` stands for all. */
  readonly ignoredColumns: readonly string[];
  /** Lines above the table, in the grammar of `files`. */
  readonly titles: readonly string[];
  /** The beginnings of the first cell of a total. */
  readonly totals: readonly string[];
  /** The symbols or names of rows that are cash. */
  readonly cashRows: readonly string[];
  /** Rows belong to this table if a column has one of these words. */
  readonly where: Readonly<Record<string, readonly string[]>>;
  /** Rows do not belong to it if a column has one of these words, as sums of other rows do. */
  readonly except: Readonly<Record<string, readonly string[]>>;
  /** Whether fees that are paid are written below zero. */
  readonly feesBelowZero: boolean;
  readonly actions: readonly ActionRule[];
  /** By the word of `securityKind`, what joins a price with a quantity. */
  readonly quotationFactors: Readonly<Record<string, string>>;
}

/** The shape of all files of one custodian or vendor. */
export interface Profile {
  readonly name: string;
  readonly title: string;
  /** The order of a day such as 03/04/2026; without it the column has to show it. */
  readonly dayOrder?: "mdy" | "dmy";
  /** The order of a day that could be read both ways, where a person has stated it for the tables of a
   * kind; no file of a profile has it. */
  readonly ambiguousDays?: Readonly<Partial<Record<TableKind, "mdy" | "dmy">>>;
  readonly decimal: "." | ",";
  /** The element of XML that encloses an account's rows, and its attributes of account and day. */
  readonly statement?: { readonly element: string; readonly account: string; readonly day: string };
  readonly tables: readonly TableShape[];
}
