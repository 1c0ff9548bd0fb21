// Events of models. Subject: the model.

import { entryId } from "../../../platform/change/audit-entry.ts";
import { eventShape } from "../../../platform/change/event.ts";
import { Type } from "../../../values/type.ts";

const data = { modelOid: entryId, fields: Type.Array(Type.String()) };

/** A model was written. */
export const modelCreated = eventShape("model.created", data);
/** A model was changed. */
export const modelUpdated = eventShape("model.updated", data);
