// The last quarter that the sample firm has billed, by a fee run as two of its people make one: its days
// are those on which they would have made it.
import { addDays, type Day } from "@bursar/values/dates";
import { beginFeePosting } from "../../brokerage/billing/fee-runs/begin-fee-posting.ts";
import { selectUnbilled } from "../../brokerage/billing/fee-runs/bill-queries.ts";
import { computeFeeRun } from "../../brokerage/billing/fee-runs/compute-fee-run.ts";
import { createFeeRun } from "../../brokerage/billing/fee-runs/create-fee-run.ts";
import { drawFeeBill } from "../../brokerage/billing/fee-runs/draw-fee-bill.ts";
import { selectOpenItems } from "../../brokerage/billing/fee-runs/due-queries.ts";
import { endFeePosting } from "../../brokerage/billing/fee-runs/end-fee-posting.ts";
import { postFeeItem } from "../../brokerage/billing/fee-runs/post-fee-item.ts";
import { selectRun } from "../../brokerage/billing/fee-runs/run-queries.ts";
import { updateFeeRun } from "../../brokerage/billing/fee-runs/update-fee-run.ts";
import { sweepActor, type WriteContext } from "../../platform/change/context.ts";
import { asPerson, harbor, lin, park } from "./persons.ts";
import { nextBusinessDay } from "./trade-history.ts";

/** The day on which the fees of a quarter are taken. */
function feeDay(quarterEnd: Day): Day {
  return nextBusinessDay(addDays(quarterEnd, 15));
}

/** Bills a quarter of the advisory firm: one person creates the run, another approves it, and the scheduled
 * jobs compute it, draw its bills and take its fees. */
export async function billQuarter(ctx: WriteContext, quarterEnd: Day): Promise<void> {
  const created = onDay(ctx, nextBusinessDay(addDays(quarterEnd, 4)));
  const approved = onDay(ctx, nextBusinessDay(addDays(quarterEnd, 6)));
  const postDate = feeDay(quarterEnd);
  const posted = onDay(ctx, postDate);
  const firmOid = harbor.oid;
  const sent = { periodEnd: quarterEnd, postDate };
  const feeRunOid = (await createFeeRun(asPerson(created, park), firmOid, sent)) as typeof firmOid;
  while (await computeFeeRun(asJob(created), feeRunOid));
  const path = { firmOid, feeRunOid };
  await updateFeeRun(asPerson(approved, lin), path, { runStatus: "APPROVED" });
  const run = await selectRun(ctx.db, firmOid, feeRunOid);
  const unbilled = run === undefined ? [] : await selectUnbilled(ctx.db, run, mostItems);
  for (const item of unbilled) await drawFeeBill(asJob(approved), item);
  await beginFeePosting(asJob(posted), feeRunOid);
  for (const item of await selectOpenItems(ctx.db, feeRunOid)) {
    await postFeeItem(asJob(posted), item);
  }
  await endFeePosting(asJob(posted), feeRunOid);
}

const mostItems = 1_000;

/** The context of a change made in the morning of a business day. */
function onDay(ctx: WriteContext, day: Day): WriteContext {
  return { ...ctx, now: new Date(`${day}T15:00:00Z`) };
}

function asJob(ctx: WriteContext): WriteContext {
  return { ...ctx, actor: sweepActor };
}
