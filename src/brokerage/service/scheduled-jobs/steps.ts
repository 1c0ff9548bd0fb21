// Every change that time brings, in the order in which the sweep makes them.
import type { SweepStep } from "../../../platform/change/sweep-step.ts";
import { openingOfTaxIdCases } from "../../clients-and-accounts/verifications/sweep-step.ts";
import { expiryOfNotices } from "../../corporate-events/corporate-actions/changes.ts";
import { followingOfModels } from "../../model-portfolios/model-subscriptions/sweep-step.ts";
import { closingOfOffers } from "../../placements/offer-updates/sweep-step.ts";
import { placingOfOrders } from "../../placements/private-placement-orders/sweep-step.ts";

/** The steps of the sweep. */
export const sweepSteps = [
  placingOfOrders,
  closingOfOffers,
  expiryOfNotices,
  followingOfModels,
  openingOfTaxIdCases,
] as readonly SweepStep[];
