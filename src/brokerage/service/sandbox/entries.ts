// The content of the audit entries of simulation; what it has ordinary operations do has their
// entries.

import { entryCount, entryShape, ofStore } from "../../../platform/change/audit-entry.ts";
import { Type } from "../../../values/type.ts";
import { createNoticeEntry } from "../../corporate-events/corporate-actions/changes.ts";

const Ahead = Type.Object({ daysAhead: entryCount });

/** The clock of business dates before and after it was moved. */
export const moveClockEntry = entryShape("moveClock", {
  subject: ofStore,
  before: Ahead,
  after: Ahead,
});

/** The notice that one holder was given. */
export const createNoticesEntry = entryShape("createNotices", createNoticeEntry.note.properties);

/** The sandbox began anew; everything before it is gone. */
export const resetSandboxEntry = entryShape("resetSandbox", {
  subject: ofStore,
  after: Ahead,
});
