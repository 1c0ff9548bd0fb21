// Every change that time brings, in the order in which the sweep makes them.
import type { ScheduledJob } from "../../../platform/change/scheduled-job.ts";
import {
  beginOfFeePostings,
  comparingOfFees,
  computingOfFees,
  drawingOfFeeBills,
  drawingOfRefundBills,
  endOfFeePostings,
  postingOfFees,
  reversalOfFees,
  withdrawalOfFeeBills,
} from "../../billing/fee-runs/scheduled-job.ts";
import { openingOfTaxIdCases } from "../../clients-and-accounts/verifications/scheduled-job.ts";
import {
  accrualOfLines,
  beginOfPostings,
  comparingOfLines,
  endOfPostings,
  entitlingOfEvents,
  freezingOfElections,
  postingOfLines,
  remindingOfHolders,
  tellingOfHolders,
} from "../../corporate-events/announcements/scheduled-job.ts";
import { expiryOfNotices } from "../../corporate-events/corporate-actions/changes.ts";
import {
  drawingOfStatements,
  endOfBuilding,
} from "../../documents/statement-runs/scheduled-job.ts";
import { followingOfModels } from "../../model-portfolios/model-subscriptions/scheduled-job.ts";
import { closingOfOffers } from "../../placements/offer-updates/scheduled-job.ts";
import { placingOfOrders } from "../../placements/private-placement-orders/scheduled-job.ts";
import { expiryOfImports } from "../prepared-imports/scheduled-job.ts";

/** The jobs that the sweep runs. */
export const scheduledJobs = [
  placingOfOrders,
  closingOfOffers,
  expiryOfNotices,
  followingOfModels,
  openingOfTaxIdCases,
  tellingOfHolders,
  remindingOfHolders,
  entitlingOfEvents,
  beginOfPostings,
  postingOfLines,
  endOfPostings,
  accrualOfLines,
  freezingOfElections,
  comparingOfLines,
  computingOfFees,
  drawingOfStatements,
  endOfBuilding,
  drawingOfFeeBills,
  beginOfFeePostings,
  postingOfFees,
  reversalOfFees,
  drawingOfRefundBills,
  withdrawalOfFeeBills,
  endOfFeePostings,
  comparingOfFees,
  expiryOfImports,
] as readonly ScheduledJob[];
