// Reading the raw data of a folio's unit values. (interface 2.13)
import type { Context } from "../../../platform/change/context.ts";
import type { SeriesKey } from "./queries.ts";
import { rawDataOf } from "./raw-data.ts";
import type { RawData, RawDataQuery } from "./schema.ts";

/** Returns the days of a range, oldest first; 404 where the account has no such folio. */
export function getFolioPerformanceRawData(
  ctx: Context,
  key: SeriesKey,
  query: RawDataQuery,
): Promise<RawData> {
  return rawDataOf(ctx, key, query);
}
