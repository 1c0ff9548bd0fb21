// The content of the audit entries of offers that change, and may have subscriptions.

import {
  entryDecimal,
  entryId,
  entryInstant,
  entryShape,
  ofAccount,
  ofOffer,
} from "../../../platform/change/audit-entry.ts";
import { Type } from "../../../values/type.ts";
import { nullable } from "../../../values/wire.ts";
import { storedTerms } from "../offers/reads.ts";
import { OrderState } from "../private-placement-orders/reads.ts";

/** The items that inform the members of an account of a rejected subscription. */
const itemsCreated = Type.Object({ itemsCreated: Type.Array(entryId) });

const changed = Type.Partial(
  Type.Object({
    ...storedTerms,
    iraApproved: Type.Boolean(),
    priceDiscountAmount: nullable(entryDecimal),
    modifiedAt: entryInstant,
  }),
);

/** The changes of an offer, by its stored names, and their reason; on the chain of an account, its
 * subscription that was decided with the offer. */
export const updateOfferEntry = entryShape("updateOffer", {
  subject: Type.Union([ofOffer, ofAccount]),
  before: Type.Union([changed, OrderState]),
  after: Type.Union([changed, OrderState]),
  detail: Type.Optional(Type.Union([Type.Object({ comment: Type.String() }), itemsCreated])),
});

const participation = Type.Object({
  participatingFirms: storedTerms.participatingFirms,
  modifiedAt: entryInstant,
});

/** The participating firms before and after one has answered. */
export const updateParticipationEntry = entryShape("updateParticipation", {
  subject: ofOffer,
  before: participation,
  after: participation,
});

const status = Type.Object({ offerStatus: Type.String(), modifiedAt: entryInstant });

/** The status of an offer that time has closed, before and after; on the chain of an account, its
 * subscription that was decided with the offer, or was not decided in time. */
export const closeDueOfferEntry = entryShape("closeDueOffer", {
  subject: Type.Union([ofOffer, ofAccount]),
  before: Type.Union([status, OrderState]),
  after: Type.Union([status, OrderState]),
  detail: Type.Optional(itemsCreated),
});

/** Nothing of its own: what it has other operations do has their entries. */
export const approveOfferEntry = entryShape("approveOffer", { subject: ofOffer });
