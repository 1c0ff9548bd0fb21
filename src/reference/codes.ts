// Every code list of the interface, read from codes/*.csv when the module is loaded. (interface 2)
import type { Decimal } from "@bursar/values/decimal";
import { compare } from "@bursar/values/decimal";
import type { CodeRow } from "./code-list.ts";
import {
  amountCell,
  countCell,
  oneOf,
  optional,
  readCodeList,
  rightsCell,
  textCell,
  wordsCell,
  yesOrNo,
} from "./code-list.ts";

/** A row of the industries; `parent` is the sector that it belongs to. */
export type IndustryRow = CodeRow & {
  readonly parent: string | undefined;
  readonly sizeMeasure: "revenue" | "net-asset-value";
};

/** A row of a range list, in dollars: from `from` to below `to`, which the last row has not. */
export type RangeRow = CodeRow & { readonly from: Decimal; readonly to: Decimal | undefined };

const taxability = oneOf("taxable", "retirement");
const measure = oneOf("revenue", "net-asset-value");
const range = { from: amountCell, to: optional(amountCell) };
const takesNames = true;

/** Kinds of account: whether they are taxable, whether natural persons or a firm own them, and how
 * many. */
export const accountTypes = readCodeList("account-type", {
  columns: {
    taxability,
    holder: oneOf("natural", "corporate"),
    owners: oneOf("one", "several", "two"),
  },
});

/** The codes of retirement accounts, for statements. */
export const retirementTypes: readonly string[] = accountTypes.rows
  .filter((row) => row.taxability === "retirement")
  .map(({ code }) => code);

/** Whether a kind of account is a retirement account, and so non-taxable. */
export function isRetirementAccount(accountType: string): boolean {
  return accountTypes.find(accountType)?.taxability === "retirement";
}

/** Tax relief methods, the accounts they apply to, and whether they use the account's tax rates. */
export const taxReliefMethods = readCodeList("tax-relief-method", {
  columns: { appliesTo: taxability, usesTaxRates: yesOrNo },
});

/** Reasons of restrictions, and whether a firm may set and lift them. */
export const restrictionReasons = readCodeList("restriction-reason", {
  columns: { firmsMaySet: yesOrNo, firmsMayLift: yesOrNo },
});

/** The reasons of restrictions that the service knows by name. */
export const restrictionReasonCode = {
  /** Not every owner has signed the customer agreement. */
  notSigned: "020",
  /** Set by the account's firm. */
  setByFirm: "021",
  /** Not every owner has approved the account on the firm's own pages. */
  notApproved: "022",
} as const;

/** The reasons for which a new account is pending: its owners have yet to sign or to approve it. */
export const pendingReasons: readonly string[] = [
  restrictionReasonCode.notSigned,
  restrictionReasonCode.notApproved,
];

/** The types of restrictions that the service knows by name. */
export const restrictionTypeCode = { complete: "CR", sellOnly: "SO" } as const;

/** Exemptions with the platform's maxima and who may invest under each. */
export const exemptions = readCodeList("exemption", {
  takesNames,
  columns: {
    maximumOfferSize: optional(amountCell),
    naturalPersons: oneOf("anyone", "accredited"),
    stateRule: oneOf("none", "issuer", "california"),
    maximumInvestors: optional(countCell),
    maximumNonAccredited: optional(countCell),
    verified: yesOrNo,
  },
});

/** Offer statuses, the query word that selects each, and the group it is in. */
export const offerStatuses = readCodeList("offer-status", {
  takesNames,
  columns: { query: textCell, group: oneOf("open", "closed") },
});

/** The statuses of an offer by name. */
export const offerStatusCode = {
  initial: "I",
  inProgress: "P",
  incomplete: "N",
  cancelled: "X",
  complete: "C",
} as const;

/** The execution types of an offer by name. */
export const executionTypeCode = { allOrNone: "A", partOrNone: "P", bestEfforts: "B" } as const;

/** The statuses of a participating firm by name. */
export const participationCode = { approved: "A", pending: "P", declined: "D" } as const;

/** Statuses of subscriptions, the query word that selects each, whether one may still be withdrawn
 * and whether its amount counts towards the offer. */
export const orderStatuses = readCodeList("order-status", {
  columns: { query: textCell, open: yesOrNo, counted: yesOrNo },
});

/** Industries in two tiers; a row that is another's parent is a sector, not an industry. */
export const industries = readCodeList("industry", {
  takesNames,
  columns: { parent: optional(textCell), sizeMeasure: measure },
  fault: unknownParent,
});

/** Issuer sizes, each of one measure. */
export const issuerSizes = readCodeList("issuer-size", { takesNames, columns: { measure } });

/** Ranges of annual income: from a bound to below the next, in dollars. */
const annualIncomeRanges = readRanges("annual-income-range");

/** Ranges of liquid net worth, alike. */
const liquidNetWorthRanges = readRanges("liquid-net-worth-range");

/** Ranges of net worth, alike. */
const netWorthRanges = readRanges("net-worth-range");

/** Statuses of items for attention and what each means for the item. */
export const ifaStatuses = readCodeList("ifa-status", {
  columns: { outcome: oneOf("open", "agreed", "rejected") },
});

/** Types of items for attention: what an item is called that has no title of its own, whether it
 * needs an answer, and whether firms make such items. */
export const ifaTypes = readCodeList("ifa-type", {
  columns: { title: textCell, needsResponse: yesOrNo, byFirms: yesOrNo },
});

/** Encodings of signature images with their media types. */
export const signatureImageEncodings = readCodeList("signature-image-encoding", {
  columns: { mediaType: textCell },
});

/** Kinds of ballot question and whether they carry choices. */
export const questionTypes = readCodeList("question-type", { columns: { hasChoices: yesOrNo } });

/** Statuses of transfers and whether each is the last. */
export const transferStatuses = readCodeList("transfer-status", { columns: { final: yesOrNo } });

/** Letters of reported lots and the relief method of each; specific lots have none. */
export const lotReliefStrategies = readCodeList("lot-relief-strategy", {
  columns: { method: optional(textCell) },
  fault: unknownMethod,
});

/** States of addresses, whether an offer may name each among its blue-sky states, and the age from
 * which its residents may hold an account. */
export const states = readCodeList("state", { columns: { blueSky: yesOrNo, legalAge: countCell } });

/** Further levels of accreditation, and the methods by which each may be verified, a letter each. */
export const subVerifyLevels = readCodeList("sub-verify-level", {
  takesNames,
  columns: { methods: textCell },
});

/** Kinds of members as requests name them, and as records do. */
export const memberKinds = readCodeList("member-kind", {
  columns: { membershipType: oneOf("client", "staff") },
});

/** Types of transactions and the kind of fact that each is; a cancellation is none. */
export const transactionTypes = readCodeList("transaction-type", {
  columns: { fact: optional(textCell) },
});

/** Kinds of income for tax papers, and the types of transactions that each is of. */
export const incomeKinds = readCodeList("income-kind", { columns: { types: wordsCell } });

/** Kinds of corporate events: their ISO 15022 codes, the day by whose opening holders are entitled, and whether
 * holders may choose. */
export const corporateEventKinds = readCodeList("corporate-event-kind", {
  columns: {
    caev: optional(wordsCell),
    entitledBy: oneOf("exDate", "effectiveDate"),
    hasOptions: yesOrNo,
  },
});

/** The ways in which cash comes and goes. */
export const cashMethods = readCodeList("cash-method");

/** The sub categories of activity with the category and the types of transactions of each; one that
 * several have differs from the others by its fields. */
export const transactionCategories = readCodeList("transaction-category", {
  columns: { category: textCell, types: wordsCell },
});

/** Why a basis is adjusted or lots move, and the type of transaction that each reason is of. */
export const transactionReasons = readCodeList("transaction-reason", {
  columns: { of: oneOf("BAS", "LMV") },
});

/** Levels of permission, whether a firm grants each, and the rights that each has. */
export const permissionLevels = readCodeList("permission-level", {
  columns: { granted: yesOrNo, rights: rightsCell },
});

const lists = {
  "account-document-type": readCodeList("account-document-type"),
  "account-type": accountTypes,
  "alert-level": readCodeList("alert-level"),
  "annual-income-range": annualIncomeRanges,
  "beneficiary-relationship": readCodeList("beneficiary-relationship"),
  "billing-level": readCodeList("billing-level"),
  "billing-plan-kind": readCodeList("billing-plan-kind"),
  citizenship: readCodeList("citizenship"),
  "cash-method": cashMethods,
  "corporate-accreditation": readCodeList("corporate-accreditation", { takesNames }),
  "corporate-action-status": readCodeList("corporate-action-status"),
  "corporate-action-type": readCodeList("corporate-action-type"),
  "corporate-event-kind": corporateEventKinds,
  "cost-basis-indicator": readCodeList("cost-basis-indicator"),
  covered: readCodeList("covered"),
  "delivery-method": readCodeList("delivery-method", { takesNames }),
  "deposit-kind": readCodeList("deposit-kind"),
  "employment-status": readCodeList("employment-status"),
  "execution-type": readCodeList("execution-type", { takesNames }),
  exemption: exemptions,
  "fee-kind": readCodeList("fee-kind"),
  "firm-kind": readCodeList("firm-kind"),
  "firm-type": readCodeList("firm-type"),
  "ifa-status": ifaStatuses,
  "ifa-type": ifaTypes,
  "income-kind": incomeKinds,
  industry: industries,
  "issuer-size": issuerSizes,
  "liquid-net-worth-range": liquidNetWorthRanges,
  "lot-relief-strategy": lotReliefStrategies,
  "marital-status": readCodeList("marital-status"),
  "member-document-type": readCodeList("member-document-type"),
  "member-kind": memberKinds,
  "membership-type": readCodeList("membership-type"),
  "model-style": readCodeList("model-style"),
  "natural-person-accreditation": readCodeList("natural-person-accreditation", { takesNames }),
  "net-worth-range": netWorthRanges,
  "offer-status": offerStatuses,
  "order-status": orderStatuses,
  "participating-firm-status": readCodeList("participating-firm-status"),
  "permission-level": permissionLevels,
  "previous-experience": readCodeList("previous-experience", { takesNames }),
  "proposal-answer": readCodeList("proposal-answer"),
  "question-type": questionTypes,
  "reason-for-trade": readCodeList("reason-for-trade"),
  "restriction-reason": restrictionReasons,
  "restriction-type": readCodeList("restriction-type"),
  "say-on-pay-answer": readCodeList("say-on-pay-answer"),
  "security-type": readCodeList("security-type", { takesNames }),
  "signature-image-encoding": signatureImageEncodings,
  "simulated-outcome": readCodeList("simulated-outcome"),
  "staff-role": readCodeList("staff-role"),
  state: states,
  "sub-verify-level": subVerifyLevels,
  suffix: readCodeList("suffix"),
  "tax-classification": readCodeList("tax-classification"),
  "tax-id-type": readCodeList("tax-id-type"),
  "tax-relief-method": taxReliefMethods,
  "term-of-sale": readCodeList("term-of-sale"),
  title: readCodeList("title"),
  "transaction-category": transactionCategories,
  "transaction-code": readCodeList("transaction-code"),
  "transaction-reason": transactionReasons,
  "transaction-type": transactionTypes,
  "transfer-kind": readCodeList("transfer-kind"),
  "transfer-reason": readCodeList("transfer-reason"),
  "transfer-status": transferStatuses,
  "verification-status": readCodeList("verification-status"),
  "verify-level": readCodeList("verify-level", { takesNames }),
  "verify-method": readCodeList("verify-method", { takesNames }),
} as const;

/** The name of a code list, which is also the name of its file. */
export type CodeListName = keyof typeof lists;

/** Every list's name in alphabetical order. */
export const codeListNames = Object.keys(lists).toSorted() as readonly CodeListName[];

/** The code list of that name, its rows typed with its own columns. */
export function codeList<N extends CodeListName>(name: N): (typeof lists)[N] {
  return lists[name];
}

/** Whether the code or name is of an industry that has no industries below it. */
export function isLowestIndustry(codeOrName: string): boolean {
  const code = industries.codeOf(codeOrName);
  return code !== undefined && !industries.rows.some((row) => row.parent === code);
}

function readRanges(name: string) {
  return readCodeList(name, { columns: range, fault: brokenRange });
}

/** Faults of an industry's parent: it is unknown or has a parent itself. */
export function unknownParent(row: IndustryRow, rows: readonly IndustryRow[]): string | undefined {
  if (row.parent === undefined) return undefined;
  const parent = rows.find((other) => other.code === row.parent);
  if (parent === undefined) return `the parent ${row.parent} is unknown`;
  return parent.parent === undefined ? undefined : `the parent ${row.parent} has a parent`;
}

function unknownMethod(row: { readonly method: string | undefined }): string | undefined {
  if (row.method === undefined || taxReliefMethods.has(row.method)) return undefined;
  return `the method ${row.method} is unknown`;
}

/** Faults of a range: its bounds are reversed, or a gap or overlap follows it. */
export function brokenRange(row: RangeRow, rows: readonly RangeRow[]): string | undefined {
  if (row.to !== undefined && compare(row.from, row.to) >= 0) return "from is not below to";
  const next = rows[rows.indexOf(row) + 1];
  return row.to === next?.from ? undefined : "the next range does not start where this one ends";
}
