// The kinds of records that a folder may hold, in the order in which they are applied: what is
// referred to comes before what refers to it.
import type { LoadKind } from "../platform/bulk/load-kind.ts";
import { priceKind } from "../reference/prices/load.ts";
import { securityKind } from "../reference/securities/load.ts";
import { accountKind, folioKind } from "./accounts/load.ts";
import { apiUserKind } from "./api-users/load.ts";
import { checkAddressKind } from "./cash-deposits/load.ts";
import { corporateActionKind } from "./corporate-actions/load.ts";
import { billingPlanKind, firmKind } from "./firms/load.ts";
import { itemForAttentionKind } from "./items-for-attention/load.ts";
import { memberKind } from "./members/load.ts";
import { modelKind } from "./models/load.ts";
import { offerApprovalKind, offerDocumentKind, offerKind } from "./offers/load.ts";
import { replacePricedSeries, replaceSeriesOf } from "./performance/changes.ts";
import { unitValueKind } from "./performance/load.ts";
import { valuationKind } from "./performance/load-valuations.ts";
import { restrictionKind } from "./restrictions/load.ts";
import { reportedTaxLotKind, reportedYearKind } from "./tax-lots/load.ts";
import { transactionKind } from "./transactions/load.ts";
import { storePricedLots } from "./transactions/store-lots.ts";
import { transferKind } from "./transfers/load.ts";

/** Every kind; an account number in a firm's row is checked, and needs no account before it. */
export const loadOrder: readonly LoadKind[] = [
  firmKind,
  memberKind,
  apiUserKind,
  billingPlanKind,
  securityKind,
  followed(followed(priceKind, replacePricedSeries), storePricedLots),
  accountKind,
  folioKind,
  checkAddressKind,
  modelKind,
  offerKind,
  offerApprovalKind,
  offerDocumentKind,
  restrictionKind,
  itemForAttentionKind,
  transferKind,
  corporateActionKind,
  reportedYearKind,
  reportedTaxLotKind,
  unitValueKind,
  followed(transactionKind, replaceSeriesOf),
  valuationKind,
];

/** A kind after whose own rows something of another resource is derived. */
function followed(kind: LoadKind, derive: NonNullable<LoadKind["afterApply"]>): LoadKind {
  return {
    ...kind,
    afterApply: async (...load) => {
      await kind.afterApply?.(...load);
      await derive(...load);
    },
  };
}
