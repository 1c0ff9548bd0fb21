// Who changes an offer, and until when; the service decides, this only says so beforehand.
import type { Shapes } from "../../data/service.ts";
import type { Session } from "../../data/session.ts";

/** Whether a person's firm created the offer, or the operator asks, and it is open. */
export function mayManage(offer: Shapes["Offer"], { kind, firmId }: Session): boolean {
  const isOwn = kind === "institutional" && firmId === offer.creatingFirmOid;
  return isOpen(offer) && (isOwn || kind === "operator");
}

/** Why somebody else changes nothing. */
export function whyNot(offer: Shapes["Offer"]): string {
  return isOpen(offer)
    ? "Only the firm that created the offer, and the operator, change or end it."
    : "The offer is closed: nothing of it changes.";
}

/** Whether an offer has not ended. */
export function isOpen({ offerStatus }: Shapes["Offer"]): boolean {
  return offerStatus === "I" || offerStatus === "P";
}
