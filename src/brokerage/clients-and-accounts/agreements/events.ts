// Events of customer agreements and items for attention. Subject: the account.

import { entryId } from "../../../platform/change/audit-entry.ts";
import { eventShape } from "../../../platform/change/event.ts";
import { Type } from "../../../values/type.ts";

/** An owner has signed. */
export const agreementSigned = eventShape("agreement.signed", {
  agreementId: entryId,
  loginId: Type.String(),
});

const item = {
  id: entryId,
  loginId: Type.String(),
  ifaType: Type.String(),
  ifaStatus: Type.String(),
};

/** A member was asked for attention. */
export const itemCreated = eventShape("item.created", item);
/** An item was viewed. */
export const itemViewed = eventShape("item.viewed", item);
/** An item was agreed or rejected. */
export const itemResolved = eventShape("item.resolved", item);
