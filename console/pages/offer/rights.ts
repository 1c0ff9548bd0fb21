// The users that may change an offering, and until when. The service decides; this only predicts
// it.
import { mayChange, type Shapes } from "../../data/service.ts";
import type { Session } from "../../data/session.ts";

/** Whether the offering is open, and the user's firm created it or the user is the operator. */
export function mayManage(offer: Shapes["Offer"], { kind, firmId }: Session): boolean {
  const isOwn = kind === "institutional" && firmId === offer.creatingFirmOid;
  return isOpen(offer) && (isOwn || kind === "operator") && mayChange();
}

/** Why other users may not change it. */
export function whyNot(offer: Shapes["Offer"]): string {
  return isOpen(offer)
    ? "Only the sponsoring firm and the operator can edit or close this offering."
    : "This offering is closed.";
}

/** Whether an offering is open. */
export function isOpen({ offerStatus }: Shapes["Offer"]): boolean {
  return offerStatus === "I" || offerStatus === "P";
}

/** Whether a user may subscribe: the offering must be visible to clients. */
export function maySubscribe(offer: Shapes["Offer"], { kind }: Session): boolean {
  const isOffered = isOpen(offer) && offer.published && offer.clientsHaveAccess;
  return isOffered && (kind === "client" || kind === "institutional") && mayChange();
}

/** A decision on a subscription. */
export type Decision = "ACCEPTED" | "REJECTED" | "COMPLETE" | "CANCELLED";

const issuers: readonly Decision[] = ["ACCEPTED", "REJECTED"];
const operators: readonly Decision[] = ["COMPLETE", "CANCELLED"];

/** The decisions that a user may make on a subscription. */
export function decisionsOf(
  { orderStatus }: Shapes["PrivatePlacementOrderOfOffer"],
  { kind }: Session,
): readonly Decision[] {
  if (!mayChange()) return [];
  if (kind === "operator" && orderStatus === "PROCESSING") return operators;
  const isOpenStill = orderStatus === "INITIAL" || orderStatus === "ACCEPTED";
  return isOpenStill && (kind === "issuing" || kind === "operator") ? issuers : [];
}

/** Whether a user may withdraw a subscription, as the service says of each. */
export function mayWithdraw(order: Shapes["PrivatePlacementOrderOfOffer"]): boolean {
  return order.mayWithdraw && mayChange();
}
