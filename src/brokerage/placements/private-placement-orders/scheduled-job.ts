// The changes that time brings to subscriptions.

import { newYorkDay } from "@bursar/values/dates";
import type { ScheduledJob } from "../../../platform/change/scheduled-job.ts";
import { placeDueOrder } from "./place-due-order.ts";
import { type DueOrder, selectOrdersToPlace } from "./state-queries.ts";

/** Approved subscriptions are placed once their cash is required. */
export const placingOfOrders: ScheduledJob<DueOrder> = {
  operation: "placeDueOrder",
  due: (db, now, most) => selectOrdersToPlace(db, newYorkDay(now), most),
  change: placeDueOrder,
};
