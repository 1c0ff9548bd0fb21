// The lines of events that series follow before they are booked. Pure. (docs/corporate-events.md)
import { isZero } from "@bursar/values/decimal";
import type { EventRow, StoredEntitlement } from "../entitlements/reads.ts";
import type { LineStatus } from "./life-cycle.ts";

const payouts: ReadonlySet<string> = new Set(["DIV", "INT", "ROC"]);
const unpostedStatuses: ReadonlySet<LineStatus> = new Set(["DUE", "HELD", "REFUSED"]);

interface Line {
  readonly status: LineStatus;
  readonly entitlement: StoredEntitlement;
}

/** Whether something of a line may be accrued, or awaited: a due payout, or shares that are not booked. */
export function mayBeFollowed({ status, entitlement: { rows } }: Line): boolean {
  const isPaid = status === "DUE" && rows.some((row) => payouts.has(row.transactionType));
  return isPaid || (unpostedStatuses.has(status) && rows.some(isOfShares));
}

/** Rights are given with a value of 0: the holding next to them keeps its value. */
function isOfShares({ transactionType, childValue }: EventRow): boolean {
  const isRight = childValue !== undefined && isZero(childValue);
  return transactionType === "SPL" || (transactionType === "SPO" && !isRight);
}
