// The changes that time brings to subscriptions to models.
import type { ScheduledJob } from "../../../platform/change/scheduled-job.ts";
import { followModel } from "./follow-model.ts";
import { type FollowingFolio, selectFollowingFolios } from "./queries.ts";

/** Folios follow their models to newer versions, or wait. */
export const followingOfModels: ScheduledJob<FollowingFolio> = {
  operation: "followModel",
  due: (db, _now, most) => selectFollowingFolios(db, most),
  change: followModel,
};
