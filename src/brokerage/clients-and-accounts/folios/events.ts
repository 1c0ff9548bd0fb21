// Events of folios. Subject: the account.

import { eventShape } from "../../../platform/change/event.ts";
import { Type } from "../../../values/type.ts";

const folio = { folioNumber: Type.String(), fields: Type.Array(Type.String()) };

/** A folio was made. */
export const folioCreated = eventShape("folio.created", folio);
/** A folio was changed; `fields` names what. */
export const folioUpdated = eventShape("folio.updated", folio);
/** A folio was closed. */
export const folioClosed = eventShape("folio.closed", folio);
