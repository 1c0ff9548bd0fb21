// Ending the posting or the reversal of a run. (docs/billing.md)
import type { Id } from "@bursar/values/ids";
import type { NoteOf } from "../../../platform/change/audit-entry.ts";
import type { WriteContext } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { lockFirm } from "../../clients-and-accounts/firms/changes.ts";
import { selectDoneRuns } from "./due-queries.ts";
import { endFeePostingEntry } from "./entries.ts";
import { feeRunPosted, feeRunReversed } from "./events.ts";
import { freeDays, markParts } from "./part-queries.ts";
import { takePayments } from "./payment-queries.ts";
import { payoutsOf } from "./payouts.ts";
import { selectBilledPlans } from "./plan-run.ts";
import { selectBillingFirm } from "./planning-queries.ts";
import {
  type FeeRunRow,
  lockRun,
  type Payout,
  selectLastPayouts,
  storeRun,
} from "./run-queries.ts";

/** Ends the posting or the reversal of a run, if no item is left; returns whether it did. */
export async function endFeePosting(ctx: WriteContext, feeRunOid: Id): Promise<boolean> {
  return write(ctx, endFeePostingEntry, async (tx) => {
    const was = await lockRun(tx, feeRunOid);
    const isUnderWay = was?.status === "POSTING" || was?.status === "REVERSING";
    const done = isUnderWay ? await selectDoneRuns(tx, 1_000) : [];
    if (was === undefined || !done.includes(feeRunOid)) return { value: false, audit: [] };
    return { value: true, audit: [await endRun(tx, ctx, was)] };
  });
}

/** Ends a run, whose lock is held and of which no item is left, and returns the note of that. */
export async function endRun(
  tx: Tx,
  ctx: WriteContext,
  was: FeeRunRow,
): Promise<NoteOf<typeof endFeePostingEntry>> {
  const run = was.status === "POSTING" ? await posted(tx, ctx, was) : await reversed(tx, ctx, was);
  storeRun(tx, run);
  const toEvent = run.status === "POSTED" ? feeRunPosted : feeRunReversed;
  const state = ({ feeRunOid, status }: FeeRunRow) => ({ feeRunOid, runStatus: status });
  return {
    subject: `firm:${run.firmOid}`,
    before: state(was),
    after: state(run),
    detail: { payouts: run.payouts },
    events: [toEvent(state(run))],
  };
}

async function posted(tx: Tx, { now }: WriteContext, run: FeeRunRow): Promise<FeeRunRow> {
  return { ...run, status: "POSTED", postedAt: now, payouts: await payouts(tx, run) };
}

/** Folio fees are listed, and paid to nobody. Of two runs that end at once the second carries on what the first has. */
async function payouts(tx: Tx, { feeRunOid, firmOid, kind }: FeeRunRow): Promise<Payout[]> {
  if (kind === "P") return [];
  lockFirm(tx, firmOid);
  const firm = await selectBillingFirm(tx, firmOid);
  const before = await selectLastPayouts(tx, firmOid);
  const payments = await takePayments(tx, firmOid, feeRunOid);
  const plans = await selectBilledPlans(tx, firmOid);
  return payoutsOf({ payments, plans, firm: firm.partnerCode, before });
}

/** Refunds of the run are not taken again, so that their days stay given back. */
async function reversed(tx: Tx, { now }: WriteContext, run: FeeRunRow): Promise<FeeRunRow> {
  const { feeRunOid, kind } = run;
  const refunded = { feeRunOid, takesDays: false, keepsGivenBack: true };
  await freeDays(tx, kind, await markParts(tx, refunded));
  return { ...run, status: "REVERSED", endedAt: now };
}
