// Events of transfers. Subject: the account.

import { eventShape } from "../../../platform/change/event.ts";
import { Type } from "../../../values/type.ts";

const data = { acatid: Type.String(), status: Type.String() };

/** A transfer was asked for. */
export const transferCreated = eventShape("transfer.created", data);
/** A transfer has moved on, or was commented. */
export const transferUpdated = eventShape("transfer.updated", data);
