// What the audit entries of subscriptions say, in the chains of the account and of the offer.
import Type from "typebox";
import { entryId, entryShape, ofAccount } from "../../platform/change/audit-entry.ts";
import { OrderState } from "./order-change.ts";

/** A subscription that was placed, or whose member was told that cash is missing. */
export const placeDueOrderEntry = entryShape("placeDueOrder", {
  subject: ofAccount,
  before: OrderState,
  after: OrderState,
  detail: Type.Optional(Type.Object({ itemCreated: entryId })),
});
