// The kinds of records that are loaded by request, and their callers; other callers are refused.
// Firms, API users and programs decide who may do what, and documents of offers have requests of
// their own.

import { problemsWithSentMembers } from "../brokerage/clients-and-accounts/members/load.ts";
import { problemsWithSentModels } from "../brokerage/model-portfolios/models/load.ts";
import type { SentRules } from "../platform/bulk/apply/load-sent.ts";

const operator = { byFirms: false } as const;

/** The rules of each kind. A firm's administrators load what their firm may change by requests of its
 * own, all of it: its models. All else states what others have decided, signed or booked. */
export const requestRules: SentRules = {
  // Staff are people with rights.
  members: { ...operator, check: problemsWithSentMembers },
  "billing-plans": operator,
  disclosures: operator,
  securities: operator,
  "security-symbols": operator,
  splits: operator,
  "exchange-days": operator,
  "bank-days": operator,
  "settlement-days": operator,
  "settlement-periods": operator,
  "backup-withholding": operator,
  prices: operator,
  accounts: operator,
  folios: operator,
  households: operator,
  "billing-terms": operator,
  "billing-exclusions": operator,
  "check-addresses": operator,
  "eft-instructions": operator,
  "wire-instructions": operator,
  models: { byFirms: true, check: problemsWithSentModels },
  "model-subscriptions": operator,
  offers: operator,
  "offer-approvals": operator,
  "private-placement-orders": operator,
  restrictions: operator,
  "items-for-attention": operator,
  "contra-firms": operator,
  transfers: operator,
  "corporate-actions": operator,
  "corporate-events": operator,
  "corporate-event-lines": operator,
  "reported-years": operator,
  "reported-tax-lots": operator,
  "unit-values": operator,
  valuations: operator,
  transactions: operator,
  "reconciliation-breaks": operator,
};
