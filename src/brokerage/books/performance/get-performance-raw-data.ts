// Reading the raw data of an account's unit values. (interface 2.13)
import type { Context } from "../../../platform/change/context.ts";
import { rawDataOf } from "./raw-data.ts";
import type { RawData, RawDataQuery } from "./schema.ts";

/** Returns the days of a range, oldest first. */
export function getPerformanceRawData(
  ctx: Context,
  accountNumber: string,
  query: RawDataQuery,
): Promise<RawData> {
  return rawDataOf(ctx, { accountNumber, folioNumber: "" }, query);
}
