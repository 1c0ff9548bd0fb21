// What transactions tell those who listen. Subject: the account.
import Type from "typebox";
import { entryCount, entryId } from "../../../platform/change/audit-entry.ts";
import { eventShape } from "../../../platform/change/event.ts";

/** How many ids one event tells at most; their number is told beside them. */
const mostIds = 1_000;

/** Transactions were booked. */
export const transactionsBooked = eventShape("transactions.booked", {
  transactionIds: Type.Array(entryId, { maxItems: mostIds }),
  count: entryCount,
});

/** What the event says of booked transactions. */
export function booked(ids: readonly string[]) {
  return { transactionIds: ids.slice(0, mostIds), count: String(ids.length) };
}
