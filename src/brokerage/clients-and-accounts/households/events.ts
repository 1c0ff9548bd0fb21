// Events of households. Subject: the firm.

import { entryId } from "../../../platform/change/audit-entry.ts";
import { eventShape } from "../../../platform/change/event.ts";
import { Type } from "../../../values/type.ts";

const data = { householdOid: entryId, fields: Type.Array(Type.String()) };

/** A household was formed. */
export const householdCreated = eventShape("household.created", data);
/** A household was changed. */
export const householdUpdated = eventShape("household.updated", data);
