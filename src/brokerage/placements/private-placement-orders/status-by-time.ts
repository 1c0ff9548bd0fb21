// The status that time has given a subscription, even if the sweep has yet to write it. (interface 2.3)
import type { Day } from "@bursar/values/dates";
import { isDue, isEndedByTime, type OfferRow } from "../offers/reads.ts";
import type { OrderStatus } from "./life-cycle.ts";
import type { OrderRow } from "./order-row.ts";

/** Rejected, once the time to decide is over; cancelled, once time has closed the offer. */
export function statusByTime(
  { orderStatus }: Pick<OrderRow, "orderStatus">,
  offer: OfferRow,
  today: Day,
): OrderStatus {
  if (!isDue(offer, today)) return orderStatus;
  if (orderStatus === "INITIAL") return "REJECTED";
  const isOpen = orderStatus === "ACCEPTED" || orderStatus === "ORDER_CREATED";
  return isOpen && isEndedByTime(offer, today) ? "CANCELLED" : orderStatus;
}
