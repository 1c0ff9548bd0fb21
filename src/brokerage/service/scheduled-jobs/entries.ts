// The content of the audit entries of the sweep; each change that it makes has an entry of its own.

import { entryCount, entryShape, ofFirm } from "../../../platform/change/audit-entry.ts";
import { Type } from "../../../values/type.ts";

/** A sweep that the operator asked for: how many changes it made, by operation. */
export const runSweepEntry = entryShape("runSweep", {
  subject: ofFirm,
  detail: Type.Object({
    changes: Type.Array(Type.Object({ operation: Type.String(), count: entryCount })),
  }),
});
