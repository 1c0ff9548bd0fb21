// Having a period billed: the run takes its days at once, and is computed afterwards. (docs/billing.md)
import { newYorkDay } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import { authorOf, type Context } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { refuseFor, ruleProblem } from "../../../values/problem.ts";
import { lockFirm } from "../../clients-and-accounts/firms/changes.ts";
import { computeSlice } from "./compute-fee-run.ts";
import { createFeeRunEntry } from "./entries.ts";
import { feeRunErrors } from "./errors.ts";
import { feeRunCreated } from "./events.ts";
import { refuseOthersFees } from "./operators-fees.ts";
import { insertParts, takeDays } from "./part-queries.ts";
import { planRun, plansOfRun, problemsWithPlan } from "./plan-run.ts";
import { selectBillingFirm } from "./planning-queries.ts";
import { type FeeRunRow, selectOpenRun, storeRun } from "./run-queries.ts";
import type { NewFeeRun } from "./schema.ts";

/** Creates a run of the firm, and returns its id; a dry run computes it as well. */
export async function createFeeRun(
  ctx: Context,
  firmOid: string,
  sent: NewFeeRun,
): Promise<string> {
  refuseOthersFees(ctx, sent.kind ?? "A");
  return write(ctx, createFeeRunEntry, async (tx) => {
    const firm = await selectBillingFirm(tx, firmOid);
    // The runs of a firm are created one after the other.
    lockFirm(tx, firm.firmOid);
    const run = newRun(ctx, firm.firmOid, sent);
    const plans = await plansOfRun(tx, firm, run, newYorkDay(ctx.now));
    await refuseSecond(tx, run);
    const plan = await planRun(tx, firm, run, plans);
    refuseFor(problemsWithPlan(run, plan));
    storeRun(tx, run);
    insertParts(tx, run.feeRunOid, plan.parts);
    const taken = await takeDays(tx, run.kind, plan.parts);
    if (taken !== undefined) {
      const sentence = `Another run bills ${taken.accountNumber} in the month of ${taken.month}.`;
      refuseFor([ruleProblem({ ...feeRunErrors.overlap, sentence })]);
    }
    const { feeRunOid, kind, periodEnd, status } = run;
    const accounts = new Set(plan.parts.map(({ accountNumber }) => accountNumber)).size;
    const note = {
      subject: `firm:${firm.firmOid}`,
      after: { feeRunOid, runStatus: status },
      detail: { kind, periodEnd, accounts: String(accounts) },
      events: [feeRunCreated({ feeRunOid, runStatus: status })],
    };
    // A dry run shows what each account would pay.
    if (ctx.isRehearsed) while ((await computeSlice(tx, ctx, run)).isMore);
    return { value: feeRunOid, audit: [note] };
  });
}

async function refuseSecond(tx: Tx, run: FeeRunRow): Promise<void> {
  if (run.accountNumbers !== null) return;
  const open = await selectOpenRun(tx, run);
  if (open === undefined) return;
  const sentence = `Run ${open} bills the same plans and period up to ${run.periodEnd}.`;
  refuseFor([ruleProblem({ ...feeRunErrors.overlap, sentence })]);
}

function newRun(ctx: Context, firmOid: Id, sent: NewFeeRun): FeeRunRow {
  return {
    feeRunOid: ctx.newId(),
    firmOid,
    kind: sent.kind ?? "A",
    status: "COMPUTING",
    periodEnd: sent.periodEnd,
    billingPlanOids: sent.billingPlanOids ? [...new Set(sent.billingPlanOids)] : null,
    accountNumbers: sent.accountNumbers ? [...new Set(sent.accountNumbers)] : null,
    askedPostOn: sent.postDate ?? null,
    postOn: null,
    createdBy: authorOf(ctx.caller),
    adjustedBy: [],
    approvedBy: null,
    isApprovedAlone: false,
    reversedBy: null,
    comment: null,
    itemsHash: null,
    payouts: null,
    createdAt: ctx.now,
    previewedAt: null,
    approvedAt: null,
    postedAt: null,
    endedAt: null,
  };
}
