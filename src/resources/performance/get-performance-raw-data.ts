// Reading what an account's unit values are computed from. (interface 2.13)
import type { Context } from "../../platform/change/context.ts";
import { rawDataOf } from "./raw-data.ts";
import type { RawData, RawDataQuery } from "./schema.ts";

/** Answers the days of a range, oldest first. */
export function getPerformanceRawData(
  ctx: Context,
  accountNumber: string,
  query: RawDataQuery,
): Promise<RawData> {
  return rawDataOf(ctx, { accountNumber, folioNumber: "" }, query);
}
