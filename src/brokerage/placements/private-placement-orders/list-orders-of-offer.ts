// Listing the subscriptions to an offer. (interface 2.3)
import type { Context } from "../../../platform/change/context.ts";
import { ordersInView, withdrawableOrders } from "./access.ts";
import { statusesOf } from "./list-private-placement-orders.ts";
import { encodeOrderOfOffer } from "./order-row.ts";
import { selectOrdersOfOffer } from "./queries.ts";
import type { OrderOfOffer } from "./schema.ts";

/** The subscriptions to an offer that the caller sees, newest first. */
export async function listOrdersOfOffer(
  { db, caller }: Context,
  offerOid: string,
  word: string | undefined,
): Promise<OrderOfOffer[]> {
  const rows = await selectOrdersOfOffer(db, offerOid, statusesOf(word));
  const seen = await ordersInView(db, caller, rows);
  const withdrawable = await withdrawableOrders(db, caller, seen);
  return seen.map((row) => encodeOrderOfOffer(row, withdrawable));
}
