// Events of firms. Subject: the firm.

import { entryId } from "../../../platform/change/audit-entry.ts";
import { eventShape } from "../../../platform/change/event.ts";
import { Type } from "../../../values/type.ts";

const data = { firmOid: entryId, fields: Type.Array(Type.String()) };

/** A firm was added. */
export const firmCreated = eventShape("firm.created", data);
/** A firm was changed. */
export const firmUpdated = eventShape("firm.updated", data);
