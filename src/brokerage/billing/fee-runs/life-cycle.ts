// The lives of a fee run and of its items. (docs/billing.md)
import { lifeCycle, type Mover, mayMove, none } from "../../../values/life-cycle.ts";

const firms: readonly Mover[] = ["institutional", "operator"];
const through = ["updateFeeRun"] as const;
const sweep = ["sweep"] as const;

/** The life cycle of a fee run. */
export const feeRunLifeCycle = lifeCycle({
  name: "fee run",
  states: [
    "COMPUTING",
    "PREVIEW",
    "APPROVED",
    "POSTING",
    "POSTED",
    "REVERSING",
    "REVERSED",
    "DISCARDED",
  ],
  transitions: [
    {
      from: [none],
      to: ["COMPUTING"],
      by: firms,
      through: ["createFeeRun"],
      needs: "no other run has the days",
    },
    { from: ["COMPUTING"], to: ["PREVIEW"], by: sweep, through: ["computeFeeRun"] },
    {
      from: ["PREVIEW"],
      to: ["COMPUTING"],
      by: firms,
      through,
      needs: "it is computed again; adjustments stay where the amount is the same",
    },
    {
      from: ["PREVIEW"],
      to: ["APPROVED"],
      by: firms,
      through,
      needs: "a person who has neither created nor adjusted it, and nothing has changed since",
    },
    { from: ["COMPUTING", "PREVIEW", "APPROVED"], to: ["DISCARDED"], by: firms, through },
    {
      from: ["APPROVED"],
      to: ["POSTING"],
      by: sweep,
      through: ["beginFeePosting"],
      needs: "its day has come, and every account billed has its bill",
    },
    {
      from: ["POSTING"],
      to: ["POSTED"],
      by: sweep,
      through: ["endFeePosting"],
      needs: "no item is open",
    },
    {
      from: ["POSTED"],
      to: ["REVERSING"],
      by: firms,
      through,
      needs: "a second person, and a comment",
    },
    {
      from: ["REVERSING"],
      to: ["REVERSED"],
      by: sweep,
      through: ["endFeePosting"],
      needs: "every fee is refunded",
    },
  ],
});

/** The status of a fee run. */
export type FeeRunStatus = (typeof feeRunLifeCycle.states)[number];

/** Whether somebody may move a run by an update. */
export function mayMoveRun(step: {
  readonly from: FeeRunStatus;
  readonly to: FeeRunStatus;
  readonly by: Mover;
}): boolean {
  return mayMove(feeRunLifeCycle, { ...step, through: "updateFeeRun" });
}

const byOne = ["updateFeeItem"] as const;
const posting = ["postFeeItem"] as const;

/** The life cycle of what an account pays by a run. */
export const feeItemLifeCycle = lifeCycle({
  name: "fee item",
  states: ["OPEN", "EXCLUDED", "POSTED", "PART", "DUE", "WRITTENOFF", "REFUNDED"],
  transitions: [
    {
      from: [none],
      to: ["OPEN"],
      by: [...firms, ...sweep],
      through: ["computeFeeRun", "createFeeRun"],
    },
    {
      from: [none],
      to: ["EXCLUDED"],
      by: sweep,
      through: ["computeFeeRun"],
      needs: "its account waits for its owners",
    },
    { from: ["OPEN"], to: ["EXCLUDED"], by: firms, through: byOne, needs: "a reason" },
    { from: ["EXCLUDED"], to: ["OPEN"], by: firms, through: byOne, needs: "its days are free" },
    {
      from: ["OPEN"],
      to: ["EXCLUDED"],
      by: sweep,
      through: ["drawFeeBill", "postFeeItem"],
      needs: "its account waits for its owners, or has left the firm",
    },
    { from: ["OPEN"], to: ["POSTED"], by: sweep, through: posting },
    {
      from: ["OPEN"],
      to: ["PART", "DUE"],
      by: sweep,
      through: posting,
      needs: "free cash is insufficient, or an invoice is not paid",
    },
    {
      from: ["PART", "DUE"],
      to: ["POSTED", "PART"],
      by: sweep,
      through: posting,
      needs: "there is more free cash within 30 days, or its days were not served",
    },
    {
      from: ["PART", "DUE"],
      to: ["POSTED", "PART"],
      by: firms,
      through: byOne,
      needs: "it is tried again, or was paid from outside",
    },
    {
      from: ["PART", "DUE"],
      to: ["WRITTENOFF"],
      by: firms,
      through: byOne,
      needs: "a reason",
    },
    {
      from: ["POSTED", "PART", "WRITTENOFF"],
      to: ["REFUNDED"],
      by: firms,
      through: ["createFeeRefund"],
      needs: "all of it comes back",
    },
    {
      from: ["POSTED", "PART", "DUE", "WRITTENOFF"],
      to: ["REFUNDED"],
      by: sweep,
      through: ["reverseFeeItem"],
      needs: "its run is reversed",
    },
  ],
});

/** The state of an item. */
export type FeeItemState = (typeof feeItemLifeCycle.states)[number];
