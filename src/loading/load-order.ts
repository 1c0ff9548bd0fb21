// The kinds of records that a folder may hold, in the order in which they are applied: what is
// referred to comes before what refers to it.

import { reportOddLots } from "../brokerage/books/odd-facts/changes.ts";
import { unitValueKind } from "../brokerage/books/performance/load.ts";
import { valuationKind } from "../brokerage/books/performance/load-valuations.ts";
import {
  storeTouchedBooks,
  touchAccounts,
  touchHolders,
  touchingByBookings,
  touchPriced,
  touchSeries,
  touchSources,
  touchTraders,
  touchValued,
} from "../brokerage/books/recompute/load-books.ts";
import { reconciliationBreakKind } from "../brokerage/books/reconciliations/load.ts";
import { reportedTaxLotKind, reportedYearKind } from "../brokerage/books/tax-lots/reported/load.ts";
import { transactionKind } from "../brokerage/books/transactions/load.ts";
import { accountKind } from "../brokerage/clients-and-accounts/accounts/load.ts";
import { folioKind } from "../brokerage/clients-and-accounts/accounts/load-folios.ts";
import { itemForAttentionKind } from "../brokerage/clients-and-accounts/agreements/load.ts";
import { billingPlanKind } from "../brokerage/clients-and-accounts/billing-plans/load.ts";
import {
  billingExclusionKind,
  billingTermKind,
} from "../brokerage/clients-and-accounts/billing-terms/load.ts";
import { firmKind } from "../brokerage/clients-and-accounts/firms/load.ts";
import { householdKind } from "../brokerage/clients-and-accounts/households/load.ts";
import { memberKind } from "../brokerage/clients-and-accounts/members/load.ts";
import { restrictionKind } from "../brokerage/clients-and-accounts/restrictions/load.ts";
import { corporateEventKind } from "../brokerage/corporate-events/announcements/load.ts";
import { corporateEventLineKind } from "../brokerage/corporate-events/announcements/load-lines.ts";
import { corporateActionKind } from "../brokerage/corporate-events/corporate-actions/load.ts";
import { disclosureKind } from "../brokerage/documents/disclosures/load.ts";
import { documentKind } from "../brokerage/documents/vault/load.ts";
import { modelSubscriptionKind } from "../brokerage/model-portfolios/model-subscriptions/load.ts";
import { modelKind, programKind } from "../brokerage/model-portfolios/models/load.ts";
import {
  checkAddressKind,
  eftInstructionsKind,
  wireInstructionsKind,
} from "../brokerage/money/cash-deposits/load.ts";
import { contraFirmKind } from "../brokerage/money/contra-firms/load.ts";
import { transferKind } from "../brokerage/money/transfers/load.ts";
import {
  offerApprovalKind,
  offerDocumentKind,
  offerKind,
} from "../brokerage/placements/offers/load.ts";
import { privatePlacementOrderKind } from "../brokerage/placements/private-placement-orders/load.ts";
import { apiUserKind } from "../brokerage/service/api-users/load.ts";
import type { LoadKind } from "../platform/bulk/load-kind.ts";
import type { SqlPart, Tx } from "../platform/store/db.ts";
import { backupWithholdingKind } from "../reference/backup-withholding/load.ts";
import { exchangeDayKind } from "../reference/exchange-days/load.ts";
import { priceKind } from "../reference/prices/load.ts";
import { securityKind } from "../reference/securities/load.ts";
import { securitySymbolKind } from "../reference/securities/load-symbols.ts";
import {
  bankDayKind,
  settlementDayKind,
  settlementPeriodKind,
} from "../reference/settlement/load.ts";
import { splitKind } from "../reference/splits/load.ts";
import { loadEvents } from "./load-events.ts";

/** Every kind; an account number in a firm's row is checked, and needs no account before it. */
const kinds: readonly LoadKind[] = [
  firmKind,
  memberKind,
  apiUserKind,
  billingPlanKind,
  disclosureKind,
  touching(securityKind, touchingByBookings(touchHolders)),
  securitySymbolKind,
  { ...splitKind, atEnd: reportOddLots },
  touching(exchangeDayKind, touchingByBookings(touchTraders)),
  touching(bankDayKind, touchingByBookings(touchTraders)),
  touching(settlementDayKind, touchingByBookings(touchTraders)),
  touching(settlementPeriodKind, touchingByBookings(touchTraders)),
  backupWithholdingKind,
  touching(priceKind, touchingByBookings(touchPriced)),
  touching(accountKind, touchAccounts),
  touching(folioKind, touchSources),
  householdKind,
  billingTermKind,
  billingExclusionKind,
  checkAddressKind,
  eftInstructionsKind,
  wireInstructionsKind,
  programKind,
  modelKind,
  modelSubscriptionKind,
  offerKind,
  offerApprovalKind,
  offerDocumentKind,
  privatePlacementOrderKind,
  restrictionKind,
  itemForAttentionKind,
  contraFirmKind,
  transferKind,
  corporateActionKind,
  corporateEventKind,
  corporateEventLineKind,
  reportedYearKind,
  { ...reportedTaxLotKind, afterAll: storeTouchedBooks },
  touching(unitValueKind, touchSeries),
  touching(valuationKind, touchValued),
  { ...touching(transactionKind, touchAccounts), atEnd: reportOddLots },
  reconciliationBreakKind,
  documentKind,
];

/** Every kind, with the events of its records. */
export const loadOrder: readonly LoadKind[] = kinds.map((kind) => {
  const events = loadEvents[kind.name];
  return events === undefined ? kind : { ...kind, events };
});

/** The kinds of which the smallest firm has rows, and what these are. */
export const smallestFirm: ReadonlyMap<string, string> = new Map([
  ["firms", "the firm itself, with the code by which others name it"],
  ["members", "its clients, who own the accounts, and its staff"],
  ["billing-plans", "the plans that its accounts have; without one, leave `billingPlanOid` empty"],
  ["securities", "what the accounts hold"],
  ["prices", "a close of each security on each day that is to have a value"],
  ["accounts", "the accounts, each with its owners"],
  ["folios", "the parts of an account: `01` is cash, `03` the first folio"],
  [
    "transactions",
    "everything that happened in the folios, from which lots and unit values follow",
  ],
]);

/** A kind whose rows touch the books of accounts, which are computed once all kinds are loaded. */
function touching(kind: LoadKind, touches: (tx: Tx, changed: SqlPart) => Promise<void>): LoadKind {
  return { ...kind, touches, afterAll: storeTouchedBooks };
}
