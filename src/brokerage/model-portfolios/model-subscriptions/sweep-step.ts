// What time brings subscriptions to models.
import type { SweepStep } from "../../../platform/change/sweep-step.ts";
import { followModel } from "./follow-model.ts";
import { type FollowingFolio, selectFollowingFolios } from "./queries.ts";

/** Folios follow their models to newer versions, or wait. */
export const followingOfModels: SweepStep<FollowingFolio> = {
  operation: "followModel",
  due: (db, _now, most) => selectFollowingFolios(db, most),
  change: followModel,
};
