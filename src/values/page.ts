// Pagination: a list is read with one row more than is returned, which shows whether others follow.
import type { Decimal } from "@bursar/values/decimal";
import { decimal } from "./scalars.ts";
import { optional } from "./wire.ts";

/** How many records a page has where the request does not say. */
export const usualLimit = "50" as Decimal;

/** How many records a request asks for, where it says: as a field of its query. */
export function pageLimit(usual: string, most = "1000") {
  const description = `How many; ${usual} if left out.`;
  return optional(decimal({ places: 0, min: "1", max: most, description }));
}

/** A page as it is returned, and where the next one begins, if there is one. */
export interface Page<T> {
  readonly entries: readonly T[];
  readonly next: string | undefined;
}

/** The rows of a page, and the last of them if the list goes on after it. */
export interface PageRows<T> {
  readonly shown: readonly T[];
  readonly last: T | undefined;
}

/** Makes a page of the rows that were found, of which there may be one more than the limit (a whole number); without a limit the
 * list is whole. */
export function pageOf<T>(found: readonly T[], limit: string | undefined): PageRows<T> {
  if (limit === undefined || BigInt(found.length) <= BigInt(limit)) {
    return { shown: found, last: undefined };
  }
  const shown = found.slice(0, -1);
  return { shown, last: shown.at(-1) };
}
