// What items for attention tell those who listen. Subject: the account.
import Type from "typebox";
import { entryId } from "../../platform/change/audit-entry.ts";
import { eventShape } from "../../platform/change/event.ts";

const data = {
  id: entryId,
  loginId: Type.String(),
  ifaType: Type.String(),
  ifaStatus: Type.String(),
};

/** A member was asked for attention. */
export const itemCreated = eventShape("item.created", data);
/** An item was viewed. */
export const itemViewed = eventShape("item.viewed", data);
/** An item was agreed or rejected. */
export const itemResolved = eventShape("item.resolved", data);
