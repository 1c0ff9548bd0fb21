// The content of the audit entries of subscriptions, in the chains of the account and of the offer.

import {
  entryDecimal,
  entryId,
  entryInstant,
  entryShape,
  ofAccount,
  ofOffer,
} from "../../../platform/change/audit-entry.ts";
import { Type } from "../../../values/type.ts";
import { nullable, nullableText } from "../../../values/wire.ts";
import { OrderState } from "./order-change.ts";

const order = Type.Object({
  accountNumber: Type.String(),
  privatePlacementOrderOid: entryId,
  privatePlacementOfferOid: entryId,
  loginId: Type.String(),
  orderStatus: Type.String(),
  requestedDollarAmount: entryDecimal,
  fillDollarAmount: nullable(entryDecimal),
  shareQuantity: nullable(entryDecimal),
  folioOrderOid: nullable(entryId),
  discretionary: Type.Boolean(),
  solicited: Type.Boolean(),
  reasonForTrade: Type.String(),
  investmentLimitCertified: Type.Boolean(),
  blueSkyException: Type.Boolean(),
  deMinimisAccepted: Type.Boolean(),
  physicalSignatureReceived: Type.Boolean(),
  accredited: nullable(Type.Boolean()),
  comment: nullableText(),
  signedDocuments: Type.Array(Type.Object({ id: Type.String(), version: Type.String() })),
  creationTimestamp: entryInstant,
  modificationTimestamp: entryInstant,
});

const subject = Type.Union([ofAccount, ofOffer]);

const status = Type.Object({ offerStatus: Type.String(), modifiedAt: entryInstant });

/** A subscription that was made, and what became of the offer. */
export const createPrivatePlacementOrderEntry = entryShape("createPrivatePlacementOrder", {
  subject,
  before: Type.Object({ offer: status }),
  after: Type.Object({ order, offer: status }),
});

/** A subscription before and after its account changed or withdrew it. */
export const updatePrivatePlacementOrderEntry = entryShape("updatePrivatePlacementOrder", {
  subject,
  before: Type.Object({ order }),
  after: Type.Object({ order }),
});

/** A subscription that was placed, or whose member was informed that cash is missing. */
export const placeDueOrderEntry = entryShape("placeDueOrder", {
  subject,
  before: OrderState,
  after: OrderState,
  detail: Type.Optional(Type.Object({ itemCreated: entryId })),
});

/** A subscription that was decided or processed; where it was booked the account's entry names its
 * transactions, and the offer's the security, if it was made for it; where it was rejected, the account's
 * names the items that inform of it. */
export const decideOrderEntry = entryShape("decideOrder", {
  subject,
  before: OrderState,
  after: OrderState,
  detail: Type.Optional(
    Type.Object({
      transactionIds: Type.Optional(Type.Array(entryId)),
      foliosComputed: Type.Optional(Type.Array(Type.String())),
      securityMade: Type.Optional(entryId),
      itemsCreated: Type.Optional(Type.Array(entryId)),
    }),
  ),
});
