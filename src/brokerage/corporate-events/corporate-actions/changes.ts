// Changes of corporate actions for other resources.
import type { ScheduledJob } from "../../../platform/change/scheduled-job.ts";
import { expireNotice } from "./expire-notice.ts";
import { type DueNotice, selectDueNotices } from "./notice-queries.ts";

export { giveNotice, problemsWithNewNotice } from "./create-notice.ts";
export { createNoticeEntry, remindHolderEntry, tellHolderEntry } from "./entries.ts";
export { corporateActionErrors } from "./errors.ts";
export { followEvent } from "./follow-event.ts";
export { updateNotifiedAt } from "./notice-queries.ts";
export { NewNotice } from "./schema.ts";

/** Notices without a vote expire once their deadline has passed. */
export const expiryOfNotices: ScheduledJob<DueNotice> = {
  operation: "expireNotice",
  due: selectDueNotices,
  change: expireNotice,
};
