// The scheduled job of fee runs. (docs/billing.md)
import { newYorkDay } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import type { ScheduledJob } from "../../../platform/change/scheduled-job.ts";
import { beginFeePosting } from "./begin-fee-posting.ts";
import {
  type ItemKey,
  type RefundKey,
  selectBillsToWithdraw,
  selectItemsToBill,
  selectRefundsToBill,
} from "./bill-queries.ts";
import { comparedSince, compareFeeRun } from "./compare-fee-run.ts";
import { selectRunsToCompare } from "./compare-queries.ts";
import { computeFeeRun } from "./compute-fee-run.ts";
import { drawFeeBill, drawFeeBills } from "./draw-fee-bill.ts";
import { drawRefundBill, drawRefundBills } from "./draw-refund-bill.ts";
import {
  type DueItem,
  selectDoneRuns,
  selectItemsToPost,
  selectItemsToRetry,
  selectItemsToReverse,
  selectRunsToPost,
} from "./due-queries.ts";
import { endFeePosting } from "./end-fee-posting.ts";
import type { FeeRunStatus } from "./life-cycle.ts";
import { postFeeItem, postFeeItems } from "./post-fee-item.ts";
import { reverseFeeItem, reverseFeeItems } from "./reverse-fee-item.ts";
import { selectRunsUnderWay } from "./run-queries.ts";
import { withdrawFeeBill } from "./withdraw-fee-bill.ts";

function runsOf(statuses: readonly FeeRunStatus[]): ScheduledJob<Id>["due"] {
  return (db, _, most) => selectRunsUnderWay(db, statuses, most);
}

/** Runs are computed, a slice of accounts at a time. */
export const computingOfFees: ScheduledJob<Id> = {
  operation: "computeFeeRun",
  due: runsOf(["COMPUTING"]),
  change: computeFeeRun,
};

/** The bills of approved runs, several accounts in a transaction, and two of these at a time: while the bills of one are
 * drawn, those of the other are read or kept. */
export const drawingOfFeeBills: ScheduledJob<ItemKey> = {
  operation: "drawFeeBill",
  due: (db, _, most) => selectItemsToBill(db, most),
  change: drawFeeBill,
  changeTogether: drawFeeBills,
  atOnce: 2,
};

/** Approved runs are posted on their day, once every account billed has its bill. */
export const beginOfFeePostings: ScheduledJob<Id> = {
  operation: "beginFeePosting",
  due: (db, now, most) => selectRunsToPost(db, { today: newYorkDay(now), most }),
  change: beginFeePosting,
};

/** Fees are taken, several accounts in a transaction, and two of these at a time; those that cash did not pay are tried
 * again each day. */
export const postingOfFees: ScheduledJob<DueItem> = {
  operation: "postFeeItem",
  async due(db, now, most) {
    const open = await selectItemsToPost(db, most);
    if (open.length === most) return open;
    const lacking = await selectItemsToRetry(db, newYorkDay(now), most - open.length);
    return [...open, ...lacking];
  },
  change: postFeeItem,
  changeTogether: postFeeItems,
  atOnce: 2,
};

/** Fees of runs that are reversed come back, several accounts in a transaction, and two of these at a time. */
export const reversalOfFees: ScheduledJob<DueItem> = {
  operation: "reverseFeeItem",
  due: (db, _, most) => selectItemsToReverse(db, most),
  change: reverseFeeItem,
  changeTogether: reverseFeeItems,
  atOnce: 2,
};

/** Bills that no longer hold are withdrawn, four accounts at a time. */
export const withdrawalOfFeeBills: ScheduledJob<ItemKey> = {
  operation: "withdrawFeeBill",
  due: (db, _, most) => selectBillsToWithdraw(db, most),
  change: withdrawFeeBill,
  atOnce: 4,
};

/** The bills of what came back, several in a transaction, and two of these at a time. */
export const drawingOfRefundBills: ScheduledJob<RefundKey> = {
  operation: "drawRefundBill",
  due: (db, _, most) => selectRefundsToBill(db, most),
  change: drawRefundBill,
  changeTogether: drawRefundBills,
  atOnce: 2,
};

/** Runs of which no item is left to take or to refund. */
export const endOfFeePostings: ScheduledJob<Id> = {
  operation: "endFeePosting",
  due: (db, _, most) => selectDoneRuns(db, most),
  change: endFeePosting,
};

/** Posted fees that later facts would make others. */
export const comparingOfFees: ScheduledJob<Id> = {
  operation: "compareFeeRun",
  due: (db, now, most) => selectRunsToCompare(db, comparedSince(now), most),
  change: compareFeeRun,
};
