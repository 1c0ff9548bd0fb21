// Reading one subscription to an offer. (interface 2.3)

import { isId } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import { notFound } from "../../../values/problem.ts";
import { ordersInView, withdrawableOrders } from "./access.ts";
import { orderErrors } from "./errors.ts";
import { encodeOrderOfOffer } from "./order-row.ts";
import { selectOrderOfOffer } from "./queries.ts";
import type { OrderOfOffer } from "./schema.ts";

/** A subscription; 404 when the offer has none with this id that the caller sees. */
export async function getOrderOfOffer(
  { db, caller }: Context,
  offerOid: string,
  orderOid: string,
): Promise<OrderOfOffer> {
  const row = isId(orderOid) ? await selectOrderOfOffer(db, offerOid, orderOid) : undefined;
  const [seen] = row === undefined ? [] : await ordersInView(db, caller, [row]);
  if (seen === undefined) throw notFound(orderErrors.notFound);
  return encodeOrderOfOffer(seen, await withdrawableOrders(db, caller, [seen]));
}
