// How the terms by which accounts are billed are loaded, and what of accounts is not billed.
import { RowsRefused } from "../../../platform/bulk/kinds/load-problem.ts";
import { loadKind } from "../../../platform/bulk/load-kind.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { isRetirementAccount } from "../../../reference/codes.ts";
import { firmOfAccount } from "../accounts/reads.ts";
import {
  selectExcludedTwice,
  selectLoadedAccounts,
  selectTermsToCheck,
  selectUnknownSecurities,
  selectWithTwoTerms,
  type TermToCheck,
} from "./load-queries.ts";
import { rulesOfExclusion, rulesOfTerm } from "./rules.ts";
import { BillingExclusionRecord, BillingTermRecord } from "./schema.ts";

interface Found {
  readonly accountNumber: string;
  readonly column: string;
  readonly reason: string;
}

/** Faults of a term by its plan and its payer. No retirement account pays for another. (26 USC 4975) */
function problemsWithTerm(term: TermToCheck): Found[] {
  const { accountNumber, accountType, payerAccountNumber, payerType, hasCommonOwner } = term;
  const found = (column: string, reason: string) => ({ accountNumber, column, reason });
  const ofPlan = term.isOwnPlan
    ? []
    : [found("billingPlanOid", "The account's firm has no such advisory plan.")];
  if (payerAccountNumber === null) return ofPlan;
  if (payerType === null || !hasCommonOwner) {
    const reason = "It is no account of the firm with an owner in common.";
    return [...ofPlan, found("payerAccountNumber", reason)];
  }
  if (!isRetirementAccount(payerType)) return ofPlan;
  const reason = `A retirement account pays for no other account (here of type ${accountType}).`;
  return [...ofPlan, found("payerAccountNumber", reason)];
}

function refuse(kind: string, loaded: ReadonlyMap<string, number>, found: readonly Found[]): void {
  if (found.length === 0) return;
  throw new RowsRefused(
    found.map(({ accountNumber, column, reason }) => {
      return { kind, line: loaded.get(accountNumber) ?? 0, column, reason };
    }),
  );
}

async function loadedLines(tx: Tx, kind: string): Promise<ReadonlyMap<string, number>> {
  const loaded = await selectLoadedAccounts(tx, kind);
  return new Map(loaded.map(({ accountNumber, line }) => [accountNumber, line]));
}

async function refuseTerms(tx: Tx): Promise<void> {
  const loaded = await loadedLines(tx, "billing-terms");
  const numbers = [...loaded.keys()];
  const twice = await selectWithTwoTerms(tx, numbers);
  const terms = await selectTermsToCheck(tx, numbers);
  refuse("billing-terms", loaded, [
    ...twice.map((accountNumber) => ({
      accountNumber,
      column: "from",
      reason: "The account has another term on one of the days: end that one the day before.",
    })),
    ...terms.flatMap(problemsWithTerm),
  ]);
}

async function refuseExclusions(tx: Tx): Promise<void> {
  const loaded = await loadedLines(tx, "billing-exclusions");
  const twice = await selectExcludedTwice(tx, [...loaded.keys()]);
  const found = twice.map((accountNumber) => ({
    accountNumber,
    column: "from",
    reason: "The account excludes the same already on one of the days.",
  }));
  refuse("billing-exclusions", loaded, found);
}

/** The file `billing-terms`. */
export const billingTermKind = loadKind({
  name: "billing-terms",
  about:
    "By which plan, at what discount and from where an account is billed on which days. Without a row it is " +
    "billed by its plan from its first transaction on.",
  columns: BillingTermRecord,
  table: "billing_term",
  ofFirm: firmOfAccount,
  key: ["accountNumber", "from"],
  fields: { from: "from_on", to: "to_on", discount: null, collect: null },
  derived: {
    columns: ["discount", "collect"],
    of: ({ discount, collect }) => ({ discount: discount ?? "0", collect: collect ?? "debit" }),
  },
  references: [
    { fields: ["accountNumber"], table: "account", columns: ["account_number"] },
    { fields: ["billingPlanOid"], table: "billing_plan", columns: ["billing_plan_oid"] },
    { fields: ["payerAccountNumber"], table: "account", columns: ["account_number"] },
  ],
  constraints: {
    billing_term_open_key: {
      column: "to",
      reason: "The account has two terms without an end.",
    },
  },
  rules: rulesOfTerm,
  afterAll: refuseTerms,
  subject: ({ accountNumber }) => accountNumber,
  example: [
    "accountNumber,from,to,billingPlanOid,discount,payerAccountNumber,collect",
    "RA1234ABCD,2026-01-01,,3001,10.00,,debit",
  ].join("\n"),
});

/** The file `billing-exclusions`. */
export const billingExclusionKind = loadKind({
  name: "billing-exclusions",
  about: "Securities, or cash, of an account that are not billed on some days.",
  columns: BillingExclusionRecord,
  table: "billing_exclusion",
  ofFirm: firmOfAccount,
  key: ["accountNumber", "securityId", "from"],
  fields: { securityId: "excluded", from: "from_on", to: "to_on" },
  references: [{ fields: ["accountNumber"], table: "account", columns: ["account_number"] }],
  rules: rulesOfExclusion,
  beforeApply: async (tx, stage) => {
    const lines = await selectUnknownSecurities(tx, stage);
    const reason = "The store has no such security.";
    return lines.map((line) => ({ line, column: "securityId", reason }));
  },
  afterAll: refuseExclusions,
  subject: ({ accountNumber }) => accountNumber,
  example: "accountNumber,securityId,from\nRA1234ABCD,6001,2026-01-01\nRA1234ABCD,cash,2026-01-01",
});
