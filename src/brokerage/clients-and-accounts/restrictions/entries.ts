// The content of the audit entries of restrictions.

import { entryId, entryShape, ofAccount } from "../../../platform/change/audit-entry.ts";
import { Type } from "../../../values/type.ts";
import { placedRestriction } from "./placed-restriction.ts";

/** A restriction that was placed. */
export const createRestrictionEntry = entryShape("createRestriction", {
  subject: ofAccount,
  after: Type.Object({ restriction: placedRestriction }),
});

/** A restriction that a request has lifted. */
export const liftRestrictionEntry = entryShape("liftRestriction", {
  subject: ofAccount,
  detail: Type.Object({ restrictionsLifted: Type.Array(entryId, { minItems: 1, maxItems: 1 }) }),
});
