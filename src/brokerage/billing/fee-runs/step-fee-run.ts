// A sandbox has a run take its next step: it is computed, approved by a second person, or posted. (interface 4.22)
import { newYorkDay } from "@bursar/values/dates";
import { isId } from "@bursar/values/ids";
import type { NoteOf } from "../../../platform/change/audit-entry.ts";
import { type Context, sweepActor } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { refuseFor, ruleProblem } from "../../../values/problem.ts";
import { selectUnbilled } from "./bill-queries.ts";
import { computeSlice, previewed } from "./compute-fee-run.ts";
import { drawFeeBill } from "./draw-fee-bill.ts";
import { selectOpenItems } from "./due-queries.ts";
import { endRun } from "./end-fee-posting.ts";
import { stepFeeRunEntry } from "./entries.ts";
import { feeRunErrors } from "./errors.ts";
import { feeRunPreviewed } from "./events.ts";
import type { FeeRunStatus } from "./life-cycle.ts";
import { settle } from "./post-fee-item.ts";
import { type FeeRunRow, selectRun, storeRun } from "./run-queries.ts";
import { lockRunOfFirm, moveRun, type RunToMove } from "./update-fee-run.ts";

type Note = NoteOf<typeof stepFeeRunEntry>;

/** The login as which a sandbox decides in the place of a second person. */
const secondPerson = "sandbox.second";

/** Takes the next step of a run in one transaction, after the bills of one that is posted. */
export async function stepFeeRun(ctx: Context, { firmOid, feeRunOid }: RunToMove): Promise<void> {
  await drawBills(ctx, { firmOid, feeRunOid });
  await write(ctx, stepFeeRunEntry, async (tx) => {
    const run = await lockRunOfFirm(tx, firmOid, feeRunOid);
    const step = steps[run.status];
    const isEarly = run.status === "APPROVED" && (run.postOn ?? "") > newYorkDay(ctx.now);
    if (step === undefined || isEarly) refuseFor([ruleProblem(feeRunErrors.status)]);
    return { value: null, audit: (await step?.(tx, ctx, run)) ?? [] };
  });
}

const mostBills = 100_000;

/** What the sweep draws before it posts: each bill in a transaction of its own. */
async function drawBills(ctx: Context, { firmOid, feeRunOid }: RunToMove): Promise<void> {
  const run = isId(feeRunOid) ? await selectRun(ctx.db, firmOid, feeRunOid) : undefined;
  if (run?.status !== "APPROVED") return;
  const drawing = { ...ctx, actor: sweepActor, repeat: undefined, signature: undefined };
  for (const item of await selectUnbilled(ctx.db, run, mostBills)) await drawFeeBill(drawing, item);
}

type Step = (tx: Tx, ctx: Context, run: FeeRunRow) => Promise<readonly Note[]>;

const steps: Partial<Record<FeeRunStatus, Step>> = {
  async COMPUTING(tx, ctx, run) {
    while ((await computeSlice(tx, ctx, run)).isMore);
    const is = await previewed(tx, ctx, run);
    const state = ({ feeRunOid, status }: FeeRunRow) => ({ feeRunOid, runStatus: status });
    const events = [feeRunPreviewed(state(is))];
    const subject = `firm:${run.firmOid}`;
    return [{ subject, before: state(run), after: state(is), detail: {}, events }];
  },
  async PREVIEW(tx, ctx, run) {
    const { firm } = ctx.caller;
    const member = { loginId: secondPerson, memberOid: firm.oid, firm, isClient: false };
    const decided = { ...ctx, caller: { ...ctx.caller, member, actingFor: undefined } };
    return [await moveRun(tx, decided, run, { runStatus: "APPROVED", comment: "Simulated" })];
  },
  async APPROVED(tx, ctx, run) {
    const posting: FeeRunRow = { ...run, status: "POSTING" };
    storeRun(tx, posting);
    const notes: Note[] = [];
    for (const due of await selectOpenItems(tx, run.feeRunOid)) {
      const { audit } = await settle(tx, ctx, due);
      if (Array.isArray(audit)) notes.push(...audit);
    }
    return [...notes, await endRun(tx, ctx, posting)];
  },
};
