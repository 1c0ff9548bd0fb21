// The changes that time brings to offers.

import type { Id } from "@bursar/values/ids";
import type { ScheduledJob } from "../../../platform/change/scheduled-job.ts";
import { closeDueOffer } from "./close-due-offer.ts";
import { selectOffersPastClosing } from "./queries.ts";

/** Offers are closed incomplete once their time has passed, unless they can be executed. */
export const closingOfOffers: ScheduledJob<Id> = {
  operation: "closeDueOffer",
  due: selectOffersPastClosing,
  change: closeDueOffer,
};
