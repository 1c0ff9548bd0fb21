// The events of transactions. Subject: the account.

import { entryCount, entryId } from "../../../platform/change/audit-entry.ts";
import { eventShape } from "../../../platform/change/event.ts";
import { Type } from "../../../values/type.ts";

/** The most ids that one event lists; `count` is the number of all. */
const mostIds = 1_000;

/** Transactions were booked. */
export const transactionsBooked = eventShape("transactions.booked", {
  transactionIds: Type.Array(entryId, { maxItems: mostIds }),
  count: entryCount,
});

/** The data of the event about booked transactions. */
export function booked(ids: readonly string[]) {
  return { transactionIds: ids.slice(0, mostIds), count: String(ids.length) };
}
