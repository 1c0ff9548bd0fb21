// Events of subscriptions. Subjects: the account, and the offer.

import { entryId } from "../../../platform/change/audit-entry.ts";
import { type EventSight, eventShape } from "../../../platform/change/event.ts";
import { Type } from "../../../values/type.ts";
import type { OrderRow } from "./order-row.ts";

const data = {
  privatePlacementOrderOid: entryId,
  privatePlacementOfferOid: entryId,
  orderStatus: Type.String(),
  fields: Type.Array(Type.String()),
};

/** An account has subscribed. */
export const orderCreated = eventShape("order.created", data);
/** A subscription has changed and kept its status; `fields` names what changed. */
export const orderAmended = eventShape("order.amended", data);
/** The issuer has approved an amount. */
export const orderAccepted = eventShape("order.accepted", data);
/** The issuer has declined, or time has. */
export const orderRejected = eventShape("order.rejected", data);
/** A subscription was withdrawn, or ended with its offer. */
export const orderCancelled = eventShape("order.cancelled", data);
/** The cash is there, and the order was placed. */
export const orderPlaced = eventShape("order.placed", data);
/** The offer was executed. */
export const orderProcessed = eventShape("order.processed", data);
/** A subscription was paid and booked. */
export const orderCompleted = eventShape("order.completed", data);

const arrivals = {
  INITIAL: orderCreated,
  ACCEPTED: orderAccepted,
  ORDER_CREATED: orderPlaced,
  PROCESSING: orderProcessed,
  COMPLETE: orderCompleted,
  REJECTED: orderRejected,
  CANCELLED: orderCancelled,
} as const;

type OrderData = Pick<OrderRow, "orderOid" | "offerOid" | "orderStatus">;

/** The event of a change of a subscription: its new status, or other changes. Emitted for the
 * offer, whoever sees the account sees it as well: `sight` names the account. */
export function eventOfOrder(
  before: Pick<OrderRow, "orderStatus"> | undefined,
  { orderOid, offerOid, orderStatus }: OrderData,
  fields: readonly string[] = [],
  sight?: EventSight,
) {
  const isMoved = before?.orderStatus !== orderStatus;
  const shape = isMoved ? arrivals[orderStatus] : orderAmended;
  const ids = { privatePlacementOrderOid: orderOid, privatePlacementOfferOid: offerOid };
  return shape({ ...ids, orderStatus, fields: [...fields] }, sight);
}
