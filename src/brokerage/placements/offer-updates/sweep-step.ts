// What time brings offers.

import type { Id } from "@bursar/values/ids";
import type { SweepStep } from "../../../platform/change/sweep-step.ts";
import { closeDueOffer } from "./close-due-offer.ts";
import { selectOffersPastClosing } from "./queries.ts";

/** Offers are closed incomplete once their time has passed, unless they can be executed. */
export const closingOfOffers: SweepStep<Id> = {
  operation: "closeDueOffer",
  due: selectOffersPastClosing,
  change: closeDueOffer,
};
