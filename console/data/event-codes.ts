// Names of what corporate events have, and the fields of each kind, for the pages of events only.
import incomes from "../../src/reference/codes/income-kind.csv";
import { type CodeList, listOf } from "./codes.ts";
import type { Shapes } from "./service.ts";

/** An event. */
export type CorporateEvent = Shapes["CorporateEvent"];

/** The line of an account in an event. */
export type EventLine = Shapes["CorporateEventLine"];

/** The kinds of income, and capital that is paid back. */
export const incomeKinds: CodeList = new Map([
  ...listOf(incomes),
  ["return", { name: "Return of capital", description: "Capital paid back, not income." }],
]);

/** Names of the statuses of events. */
export const eventStatuses: Readonly<Record<CorporateEvent["status"], string>> = {
  DRAFT: "Draft",
  ANNOUNCED: "Announced",
  ENTITLED: "Entitled",
  POSTING: "Posting",
  POSTED: "Posted",
  REVERSING: "Reversing",
  REVERSED: "Reversed",
  CANCELLED: "Canceled",
};

/** Names of the statuses of lines. */
export const lineStatuses: Readonly<Record<EventLine["status"], string>> = {
  DUE: "Pending",
  FOUND: "Already booked",
  HELD: "On hold",
  NONE: "Nothing due",
  POSTED: "Posted",
  REFUSED: "Rejected",
  REVERSED: "Reversed",
  KEPT: "Kept",
};

/** The rules for fractional shares. */
export const fractionRules: CodeList = new Map([
  ["KEEP", { name: "Keep fractions", description: "Fractions stay, to 5 places." }],
  ["CASH", { name: "Cash in lieu", description: "Fractions are paid in cash." }],
  ["UP", { name: "Round up", description: "To the next whole share." }],
  ["NEAREST", { name: "Round to nearest", description: "To the nearest whole share." }],
  ["DOWN", { name: "Round down", description: "Fractions are dropped." }],
]);

/** The types of options. */
export const optionTypes: CodeList = new Map([
  ["CASH", { name: "Cash", description: "Paid in cash." }],
  ["STOCK", { name: "Stock", description: "Paid in shares." }],
  ["ACCEPT", { name: "Accept the offer", description: "Shares are sold at the price." }],
  ["NONE", { name: "No action", description: "Shares are kept." }],
]);

/** Terms that a form shows as plain fields. */
export const termFields = {
  ratioNew: { label: "New shares", kind: "amount" },
  ratioOld: { label: "For old shares", kind: "amount" },
  intoSecurityId: { label: "New security (id)", kind: "text" },
  cashPerShare: { label: "Cash per share ($)", kind: "amount" },
  interestPerShare: { label: "Accrued interest per share ($)", kind: "amount" },
  newShareValue: { label: "Market value of a new share ($)", kind: "amount" },
  childValue: { label: "Market value of a spun-off share ($)", kind: "amount" },
  parentValue: { label: "Market value of a parent share ($)", kind: "amount" },
  childPart: { label: "Basis allocated to the spin-off (%)", kind: "amount" },
  cashInLieuPrice: { label: "Cash in lieu price ($)", kind: "amount" },
  reinvestPrice: { label: "Reinvestment price ($)", kind: "amount" },
  foreignTaxRate: { label: "Foreign tax (%)", kind: "amount" },
  withholdingCountry: { label: "Country of foreign tax", kind: "text" },
  newTicker: { label: "New symbol", kind: "text" },
  newCusip: { label: "New CUSIP", kind: "text" },
  newName: { label: "New name", kind: "text" },
} as const;
export type TermField = keyof typeof termFields;

/** Days that a form shows. */
export const dayFields = {
  declarationDate: "Declaration date",
  exDate: "Ex-date",
  recordDate: "Record date",
  effectiveDate: "Effective date",
  payDate: "Pay date",
} as const;
export type DayField = keyof typeof dayFields;

/** The fields of a form of a kind. */
export interface EventForm {
  readonly days: readonly DayField[];
  readonly terms: readonly TermField[];
  readonly hasComponents: boolean;
  readonly hasFractions: boolean;
  /** The types of options of a choice; none without a choice. */
  readonly options: readonly OptionType[];
  readonly flag?: "taxable" | "final";
}

type OptionType = "CASH" | "STOCK" | "ACCEPT" | "NONE";

const payoutDays: readonly DayField[] = ["declarationDate", "exDate", "recordDate", "payDate"];
const ratio: readonly TermField[] = ["ratioNew", "ratioOld"];
const foreign: readonly TermField[] = ["reinvestPrice", "foreignTaxRate", "withholdingCountry"];
const none = { hasComponents: false, hasFractions: false, options: [] } as const;
const payout: EventForm = { ...none, days: payoutDays, terms: [], hasComponents: true };
const income: EventForm = { ...payout, terms: foreign };
const split: EventForm = {
  ...none,
  days: ["declarationDate", "exDate", "recordDate"],
  terms: [...ratio, "cashInLieuPrice"],
  hasFractions: true,
};
const effective: EventForm = { ...none, days: ["declarationDate", "effectiveDate"], terms: [] };

const forms: Readonly<Record<string, EventForm>> = {
  DIV: income,
  INT: income,
  CGD: income,
  ROC: payout,
  LIQ: { ...payout, flag: "final" },
  OPT: { ...payout, hasFractions: true, options: ["CASH", "STOCK"] },
  SPL: split,
  SDV: split,
  SPO: {
    ...split,
    terms: [...split.terms, "intoSecurityId", "childValue", "parentValue", "childPart"],
  },
  RTS: { ...split, terms: [...split.terms, "intoSecurityId", "parentValue"] },
  MRG: {
    ...effective,
    terms: [...split.terms, "intoSecurityId", "cashPerShare", "newShareValue"],
    hasFractions: true,
    options: ["CASH", "STOCK"],
    flag: "taxable",
  },
  SYM: { ...effective, terms: ["newTicker", "newCusip", "newName", "intoSecurityId"] },
  RDM: { ...effective, terms: ["cashPerShare", "interestPerShare"] },
  TND: { ...effective, days: ["declarationDate"], hasFractions: true, options: ["ACCEPT", "NONE"] },
  WLS: effective,
  OTH: effective,
};

/** The fields of the form of a kind; of an unknown kind dates alone. */
export function formOf(kind: string): EventForm {
  return forms[kind] ?? effective;
}
