// The content of the audit entries of subscriptions to models.

import { entryId, entryShape, ofAccount } from "../../../platform/change/audit-entry.ts";
import { Type } from "../../../values/type.ts";
import { nullable } from "../../../values/wire.ts";

const text = Type.String();
const Subscription = Type.Object({
  modelOid: entryId,
  version: Type.Integer(),
  programOid: nullable(entryId),
  subscriptionType: text,
  exclusionRule: text,
  subscriptionStatus: text,
});

const ofFolio = Type.Object({
  folioNumber: text,
  folioName: text,
  subscription: nullable(Subscription),
});
const subscribed = Type.Object({ folioNumber: text, subscription: Subscription });

/** The subscription of a folio, and its name, before and after. */
export const setModelSubscriptionEntry = entryShape("setModelSubscription", {
  subject: ofAccount,
  before: ofFolio,
  after: ofFolio,
});

/** A subscription that was ended. */
export const removeModelSubscriptionEntry = entryShape("removeModelSubscription", {
  subject: ofAccount,
  before: subscribed,
});

/** The changes that a newer version of its model has brought a subscription, and the item that was
 * made. */
export const followModelEntry = entryShape("followModel", {
  subject: ofAccount,
  before: subscribed,
  after: subscribed,
  detail: Type.Object({ itemCreated: nullable(entryId) }),
});
