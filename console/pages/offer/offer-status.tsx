// The status of an offering, and the link back to the list.
import { codes, nameIn } from "../../data/codes.ts";
import type { Shapes } from "../../data/service.ts";
import { words } from "../../data/texts.ts";

type Offer = Shapes["Offer"];

/** The link back to the list. */
export const offersBack = { path: "/", name: "All offerings" };

const tones: Readonly<Record<Offer["offerStatus"], string>> = {
  I: "tag",
  P: "tag blue",
  N: "tag bad",
  X: "tag",
  C: "tag good",
};

/** The status of an offering as a tag. */
export function OfferStatus({ offer }: { readonly offer: Offer }) {
  const name = offer.offerStatus === "I" ? "Open" : nameIn(codes.offerStatuses, offer.offerStatus);
  return <span className={tones[offer.offerStatus]}>{words(name)}</span>;
}
