// Reading one subscription of an account. (interface 2.3)

import { isId } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import { notFound } from "../../../values/problem.ts";
import { orderErrors } from "./errors.ts";
import { encodeOrder } from "./order-row.ts";
import { selectOrder } from "./queries.ts";
import type { Order } from "./schema.ts";

/** A subscription; 404 when the account has none with this id. */
export async function getPrivatePlacementOrder(
  { db }: Context,
  accountNumber: string,
  orderOid: string,
): Promise<Order> {
  const row = isId(orderOid) ? await selectOrder(db, accountNumber, orderOid) : undefined;
  if (row === undefined) throw notFound(orderErrors.notFound);
  return encodeOrder(row);
}
