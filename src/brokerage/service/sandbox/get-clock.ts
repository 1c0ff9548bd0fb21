// The clock of business dates. (interface 4.22)

import { encodeInstant } from "@bursar/values/dates";
import type { Context } from "../../../platform/change/context.ts";
import { selectDaysAhead } from "../../../platform/change/sandbox-queries.ts";
import { businessTime } from "../../../platform/process/clock.ts";
import type { Clock } from "./schema.ts";

/** The business time of the store as it is read, so that a dry run of moving it shows where it would
 * stand. */
export async function getClock({ db, realNow }: Context): Promise<Clock> {
  const daysAhead = (await selectDaysAhead(db)) ?? 0;
  return { now: encodeInstant(businessTime(realNow, daysAhead)) };
}
