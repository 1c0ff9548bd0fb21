// Reads of performance for other resources: series, their figures, and how both are returned.
import { type Day, earliestDay } from "@bursar/values/dates";
import type { Reader } from "../../../platform/store/db.ts";
import type { SeriesValuation } from "./day-columns.ts";
import { selectValuedDays } from "./day-queries.ts";
import type { SeriesKey } from "./queries.ts";

export { type AccountDay, selectAccountDays } from "./account-days.ts";
export { fivePlacesOf, moneyOf, type SeriesValuation } from "./day-columns.ts";
export { selectHouseholdDays, selectHouseholdFigures } from "./household-days.ts";
export type { SeriesKey } from "./queries.ts";
export { encodeDay } from "./raw-data.ts";
export { identifier, money, RawDataDay, rate, SeriesQuery, Summary, utcDay } from "./schema.ts";
export {
  figuresOf,
  type KnownFigures,
  summaryOf,
  timeWeightedOf,
  type View,
  viewOf,
} from "./summary.ts";
export { rangeFrom, type ValuedRange } from "./valued-days.ts";

/** Every valued day of a series until a day, the oldest first. */
export async function selectDaysUntil(
  db: Reader,
  key: SeriesKey,
  lastOn: Day,
): Promise<readonly SeriesValuation[]> {
  return selectValuedDays(db, key, { firstOn: earliestDay, lastOn });
}
