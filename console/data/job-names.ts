// Scheduled jobs, as operations staff call them.
import type { Shapes } from "./service.ts";
import { words } from "./texts.ts";

/** The names by operation. */
export const jobNames: Readonly<Record<string, string>> = {
  placeDueOrder: "Place subscriptions whose cash is due",
  closeDueOffer: "Close offerings past their closing date",
  expireNotice: "Expire notices",
  followModel: "Apply model updates",
  openTaxIdCase: "Open taxpayer ID cases",
  tellHolder: "Notify holders of corporate events",
  remindHolder: "Remind holders of elections due",
  entitleCorporateEvent: "Calculate entitlements",
  beginPosting: "Start posting corporate events",
  postCorporateEventLine: "Post corporate events",
  endPosting: "Complete posting of corporate events",
  accrueCorporateEventLine: "Accrue corporate events",
  freezeElections: "Close elections at their deadline",
  compareCorporateEventLine: "Recheck posted corporate events",
  computeFeeRun: "Calculate fee runs",
  drawStatement: "Create statements and reports",
  endBuilding: "Complete statement runs",
  drawFeeBill: "Create bills",
  beginFeePosting: "Start collecting fees",
  postFeeItem: "Collect fees",
  reverseFeeItem: "Reverse fees",
  drawRefundBill: "Create refund bills",
  withdrawFeeBill: "Withdraw bills",
  endFeePosting: "Complete fee collection",
  compareFeeRun: "Recheck posted fees",
  expireImport: "Expire custodian imports",
};

/** The name of a job, or its operation in words. */
export function jobName(operation: string): string {
  return jobNames[operation] ?? words(operation);
}

/** Overdue jobs first, then due ones, each in the order in which they run. */
export function byUrgency(jobs: readonly Shapes["SweepState"][]): readonly Shapes["SweepState"][] {
  const rank = ({ due, late }: Shapes["SweepState"]) => {
    if (late !== "0") return 0;
    return due === "0" ? 2 : 1;
  };
  return jobs.toSorted((one, other) => rank(one) - rank(other));
}
