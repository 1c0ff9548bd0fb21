// The audit entries of the log's own upkeep.
import { Type } from "../../values/type.ts";
import { entryShape, ofApiUser, ofStore } from "./audit-entry.ts";

/** The store was marked as a sandbox. */
export const markSandboxEntry = entryShape("markSandbox", { subject: ofStore });

/** A change whose claim was refused: the operation, and the codes of its rules. */
export const refuseClaimEntry = entryShape("refuseClaim", {
  subject: ofApiUser,
  detail: Type.Object({ operation: Type.String(), codes: Type.Array(Type.String()) }),
});
