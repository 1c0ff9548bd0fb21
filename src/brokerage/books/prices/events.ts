// Events of closing prices. Subject: the security.
import { entryDay, entryId } from "../../../platform/change/audit-entry.ts";
import { eventShape } from "../../../platform/change/event.ts";

/** A close was set or changed. */
export const priceSet = eventShape("price.set", { securityId: entryId, date: entryDay });
