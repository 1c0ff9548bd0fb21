// What the audit entries of the log's own upkeep say.
import Type from "typebox";
import { entryCount, entryShape, ofStore } from "./audit-entry.ts";

/** The store was marked as a sandbox. */
export const markSandboxEntry = entryShape("markSandbox", { subject: ofStore });

/** How many heads of chains an upgrade has sealed. */
export const sealHeadsEntry = entryShape("sealHeads", {
  subject: ofStore,
  detail: Type.Object({ heads: entryCount }),
});
