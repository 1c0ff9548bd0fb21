// Reading the unit values of an account. (interface 2.11)
import type { Context } from "../../../platform/change/context.ts";
import type { VersionedResponse } from "../../../platform/http/pipeline/response.ts";
import type { SeriesQuery } from "./schema.ts";
import { unitValuesOf } from "./unit-values.ts";

/** Returns the unit values of a range as JSON text, oldest first. */
export function getAccountUnitValues(
  ctx: Context,
  accountNumber: string,
  query: SeriesQuery,
): VersionedResponse {
  return unitValuesOf(ctx, { accountNumber, folioNumber: "" }, query);
}
