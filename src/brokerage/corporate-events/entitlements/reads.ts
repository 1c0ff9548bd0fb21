// Entitlements for other resources: what an event gives a holder, as rows, sums and text.
import type { Entitlement, EventRow } from "./holder.ts";

export { entitlementOf, nothing } from "./entitle.ts";
export type { Entitlement, EventRow, Holder } from "./holder.ts";
export { encodeEntitlement, type StoredEntitlement } from "./stored.ts";
export type { EventKind, EventOption, EventTerms } from "./terms.ts";
export { type LineSums, totalsOf } from "./totals.ts";

/** The types that follow from what was booked, or that are sold by a choice. */
const notFound: ReadonlySet<string> = new Set(["REI", "CJL", "SLE", "BUY"]);

/** The types of transactions, in the order of its rows, by which an entitlement is recognised in the
 * books where it was booked without the event. */
export function typesOfRows({
  rows,
}: Pick<Entitlement, "rows">): readonly EventRow["transactionType"][] {
  const types = rows.map(({ transactionType }) => transactionType);
  return [...new Set(types)].filter((type) => !notFound.has(type));
}
