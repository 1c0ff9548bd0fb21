// What other resources may change of offers.
import type { SweepStep } from "../../platform/change/sweep-step.ts";
import type { Id } from "../../values/ids.ts";
import { closeDueOffer } from "./close-due-offer.ts";
import { selectOffersPastClosing } from "./update-queries.ts";

export { addToApprovedTotals } from "./approved-total-queries.ts";

/** Offers are closed incomplete once their closing date has passed. */
export const closingOfOffers: SweepStep<Id> = {
  operation: "closeDueOffer",
  due: selectOffersPastClosing,
  change: closeDueOffer,
};
