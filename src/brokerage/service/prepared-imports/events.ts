// Events of prepared imports. Subject: the firm.

import { entryId } from "../../../platform/change/audit-entry.ts";
import { eventShape } from "../../../platform/change/event.ts";
import { Type } from "../../../values/type.ts";

const data = { importId: entryId, importStatus: Type.String() };

/** Files were prepared; where they are ready, the operator can release them. */
export const importPrepared = eventShape("import.prepared", data);
/** More was added, and it was checked again. */
export const importCompleted = eventShape("import.completed", data);
/** The import was released into the books. */
export const importReleased = eventShape("import.released", data);
/** The import was discarded. */
export const importDiscarded = eventShape("import.discarded", data);
/** Nobody has decided on it. */
export const importExpired = eventShape("import.expired", data);
