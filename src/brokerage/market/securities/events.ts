// Events that securities emit. Subject: the security.

import { entryId } from "../../../platform/change/audit-entry.ts";
import { eventShape } from "../../../platform/change/event.ts";
import { Type } from "../../../values/type.ts";

/** Its ticker, CUSIP or name has changed. */
export const securityRenamed = eventShape("security.renamed", {
  securityId: entryId,
  fields: Type.Array(Type.String()),
});
