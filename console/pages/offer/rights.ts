// Who changes an offer, and until when; the service decides, this only says so beforehand.
import { mayChange, type Shapes } from "../../data/service.ts";
import type { Session } from "../../data/session.ts";

/** Whether a person's firm created the offer, or the operator asks, and it is open. */
export function mayManage(offer: Shapes["Offer"], { kind, firmId }: Session): boolean {
  const isOwn = kind === "institutional" && firmId === offer.creatingFirmOid;
  return isOpen(offer) && (isOwn || kind === "operator") && mayChange();
}

/** Why somebody else changes nothing. */
export function whyNot(offer: Shapes["Offer"]): string {
  return isOpen(offer)
    ? "Only the sponsoring firm and the operator can edit or close this offering."
    : "This offering is closed.";
}

/** Whether an offer has not ended. */
export function isOpen({ offerStatus }: Shapes["Offer"]): boolean {
  return offerStatus === "I" || offerStatus === "P";
}

/** Whether a person may ask for a part of an offer: clients must see it. */
export function maySubscribe(offer: Shapes["Offer"], { kind }: Session): boolean {
  const isOffered = isOpen(offer) && offer.published && offer.clientsHaveAccess;
  return isOffered && (kind === "client" || kind === "institutional") && mayChange();
}

/** A step of a subscription that is decided. */
export type Decision = "ACCEPTED" | "REJECTED" | "COMPLETE" | "CANCELLED";

const issuers: readonly Decision[] = ["ACCEPTED", "REJECTED"];
const operators: readonly Decision[] = ["COMPLETE", "CANCELLED"];

/** The steps of a subscription that a person may take. */
export function decisionsOf(
  { orderStatus }: Shapes["PrivatePlacementOrderOfOffer"],
  { kind }: Session,
): readonly Decision[] {
  if (!mayChange()) return [];
  if (kind === "operator" && orderStatus === "PROCESSING") return operators;
  const isOpenStill = orderStatus === "INITIAL" || orderStatus === "ACCEPTED";
  return isOpenStill && (kind === "issuing" || kind === "operator") ? issuers : [];
}

/** Whether a person may withdraw a subscription, as the service says of each. */
export function mayWithdraw(order: Shapes["PrivatePlacementOrderOfOffer"]): boolean {
  return order.mayWithdraw && mayChange();
}
