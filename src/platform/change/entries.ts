// What the audit entries of the log's own upkeep say.
import Type from "typebox";
import { entryCount, entryShape, ofApiUser, ofStore } from "./audit-entry.ts";

/** The store was marked as a sandbox. */
export const markSandboxEntry = entryShape("markSandbox", { subject: ofStore });

/** A change that was refused for what it claims: the operation, and the codes of its rules. */
export const refuseClaimEntry = entryShape("refuseClaim", {
  subject: ofApiUser,
  detail: Type.Object({ operation: Type.String(), codes: Type.Array(Type.String()) }),
});

/** How many heads of chains an upgrade has sealed. */
export const sealHeadsEntry = entryShape("sealHeads", {
  subject: ofStore,
  detail: Type.Object({ heads: entryCount }),
});
