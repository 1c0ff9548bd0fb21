// Entitlements for other resources: what an event gives a holder, as rows, sums and text.
import type { Entitlement, EventRow } from "./holder.ts";

export { entitlementOf, nothing } from "./entitle.ts";
export type { Entitlement, EventRow, Holder } from "./holder.ts";
export { encodeEntitlement, type StoredEntitlement } from "./stored.ts";
export type { EventKind, EventOption, EventTerms } from "./terms.ts";
export { type LineSums, totalsOf } from "./totals.ts";

/** The type of transaction by which an entitlement is recognised in the books where it was booked without the
 * event; undefined where nothing is due. */
export function typeOfRows({
  rows,
}: Pick<Entitlement, "rows">): EventRow["transactionType"] | undefined {
  return rows[0]?.transactionType;
}
