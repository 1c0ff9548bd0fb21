// A restriction that was placed, as entries say it.

import { entryId, entryInstant } from "../../../platform/change/audit-entry.ts";
import { Type } from "../../../values/type.ts";
import { nullableText } from "../../../values/wire.ts";

/** The record of a restriction that was placed, as entries have it. */
export const placedRestriction = Type.Object({
  id: entryId,
  reasonCode: Type.String(),
  typeCode: Type.String(),
  inceptionInfo: nullableText(),
  createdAt: entryInstant,
});
