// Events of subscriptions to models. Subject: the account.

import { entryId } from "../../../platform/change/audit-entry.ts";
import { eventShape } from "../../../platform/change/event.ts";
import { Type } from "../../../values/type.ts";

const data = { folioNumber: Type.String(), modelOid: entryId };

/** A folio has taken over target weights: for the first time, of another model, or newer ones. */
export const subscriptionAdopted = eventShape("subscription.adopted", data);
/** Newer target weights wait to be taken over. */
export const subscriptionPended = eventShape("subscription.pended", data);
/** A subscription ended. */
export const subscriptionRemoved = eventShape("subscription.removed", data);
