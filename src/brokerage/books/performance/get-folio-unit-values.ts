// Reading the unit values of a folio. (interface 2.11)
import type { Context } from "../../../platform/change/context.ts";
import type { VersionedResponse } from "../../../platform/http/pipeline/response.ts";
import type { SeriesKey } from "./queries.ts";
import type { SeriesQuery } from "./schema.ts";
import { unitValuesOf } from "./unit-values.ts";

/** Returns the unit values of a range as JSON text, oldest first; 404 where the account has no such
 * folio. */
export function getFolioUnitValues(
  ctx: Context,
  key: SeriesKey,
  query: SeriesQuery,
): VersionedResponse {
  return unitValuesOf(ctx, key, query);
}
