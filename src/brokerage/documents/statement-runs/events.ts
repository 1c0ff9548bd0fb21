// Events of statement runs. Subject: the firm.

import { entryId } from "../../../platform/change/audit-entry.ts";
import { eventShape } from "../../../platform/change/event.ts";
import { Type } from "../../../values/type.ts";

const data = { runOid: entryId, runStatus: Type.String() };

/** A run was created, and is being drawn. */
export const statementRunCreated = eventShape("statementrun.created", data);
/** The run can be looked at. */
export const statementRunReady = eventShape("statementrun.ready", data);
/** Its documents can be read. */
export const statementRunReleased = eventShape("statementrun.released", data);
/** The papers of the run are gone. */
export const statementRunDiscarded = eventShape("statementrun.discarded", data);
