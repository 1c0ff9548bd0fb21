// Listing the subscriptions of an account. (interface 2.3)
import type { Context } from "../../../platform/change/context.ts";
import { orderStatuses } from "../../../reference/codes.ts";
import { encodeOrder } from "./order-row.ts";
import { selectOrders } from "./queries.ts";
import type { Order } from "./schema.ts";

/** The subscriptions of an account, newest first; of one status where a word of the query names it. */
export async function listPrivatePlacementOrders(
  { db }: Context,
  accountNumber: string,
  word: string | undefined,
): Promise<Order[]> {
  const rows = await selectOrders(db, accountNumber, statusesOf(word));
  return rows.map(encodeOrder);
}

/** The statuses that a word of the query selects. */
export function statusesOf(word = "all"): string[] {
  return orderStatuses.rows
    .filter(({ query }) => word === "all" || query === word)
    .map(({ code }) => code);
}
