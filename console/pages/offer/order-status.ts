// The status of a subscription, as its readers call it.
import type { Shapes } from "../../data/service.ts";
import { words } from "../../data/texts.ts";

type Status = Shapes["PrivatePlacementOrderOfOffer"]["orderStatus"];

const names: Readonly<Partial<Record<Status, string>>> = {
  INITIAL: "Pending review",
  ORDER_CREATED: "Order placed",
  COMPLETE: "Funded",
  CANCELLED: "Canceled",
};

/** The name of a status. */
export function orderStatusName(status: Status): string {
  return names[status] ?? words(status);
}
