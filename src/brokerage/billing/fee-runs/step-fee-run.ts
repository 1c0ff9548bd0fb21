// A sandbox has a run take its next step: it is computed, approved by a second person, or posted. (interface 4.22)
import { newYorkDay } from "@bursar/values/dates";
import type { NoteOf } from "../../../platform/change/audit-entry.ts";
import { asSecondPerson, type Context, sweepActor } from "../../../platform/change/context.ts";
import { type Change, write } from "../../../platform/change/write.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { refuseFor, ruleProblem } from "../../../values/problem.ts";
import { unstageBooks } from "../../books/account-books/changes.ts";
import { selectUnbilled } from "./bill-queries.ts";
import { computeSlice, previewed } from "./compute-fee-run.ts";
import { drawFeeBill } from "./draw-fee-bill.ts";
import { selectOpenItems } from "./due-queries.ts";
import { endRun } from "./end-fee-posting.ts";
import { stepFeeRunEntry } from "./entries.ts";
import { feeRunErrors } from "./errors.ts";
import { feeRunPreviewed } from "./events.ts";
import type { FeeRunStatus } from "./life-cycle.ts";
import { ofAllItems, settle } from "./post-fee-item.ts";
import { type FeeRunRow, selectRun, storeRun } from "./run-queries.ts";
import { lockRunOfFirm, moveRun, type RunToMove } from "./update-fee-run.ts";

type Note = NoteOf<typeof stepFeeRunEntry>;

/** Takes the next step of a run in one transaction; the bills of one that is posted are drawn before. */
export async function stepFeeRun(ctx: Context, path: RunToMove): Promise<void> {
  const lacksBills = await write(ctx, stepFeeRunEntry, (tx) => takeStep(tx, ctx, path));
  // A repeat draws nothing.
  if (!lacksBills || ctx.replayed) return;
  const next = { ...ctx, repeat: undefined, signature: undefined };
  await drawBills({ ...next, actor: sweepActor }, path);
  await write(next, stepFeeRunEntry, (tx) => takeStep(tx, next, path));
}

/** Takes the step, unless bills have to be drawn before; its value is whether they have. */
async function takeStep(
  tx: Tx,
  ctx: Context,
  { firmOid, feeRunOid }: RunToMove,
): Promise<Change<boolean, Note>> {
  const run = await lockRunOfFirm(tx, firmOid, feeRunOid);
  const step = steps[run.status];
  const isEarly = run.status === "APPROVED" && (run.postOn ?? "") > newYorkDay(ctx.now);
  if (step === undefined || isEarly) refuseFor([ruleProblem(feeRunErrors.status)]);
  const unbilled = run.status === "APPROVED" ? await selectUnbilled(tx, run, 1) : [];
  if (unbilled.length > 0) return { value: true, audit: [] };
  return { value: false, audit: (await step?.(tx, ctx, run)) ?? [] };
}

const mostBills = 100_000;

/** The bills that the sweep draws before it posts, each in a transaction of its own. */
async function drawBills(ctx: Context, { firmOid, feeRunOid }: RunToMove): Promise<void> {
  const run = await selectRun(ctx.db, firmOid, feeRunOid);
  const unbilled = run === undefined ? [] : await selectUnbilled(ctx.db, run, mostBills);
  for (const item of unbilled) await drawFeeBill(ctx, item);
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
    const decided = asSecondPerson(ctx);
    return [await moveRun(tx, decided, run, { runStatus: "APPROVED", comment: "Simulated" })];
  },
  async APPROVED(tx, ctx, run) {
    const posting: FeeRunRow = { ...run, status: "POSTING" };
    storeRun(tx, posting);
    const notes: Note[] = [];
    const common = await ofAllItems(tx, run.firmOid);
    for (const due of await selectOpenItems(tx, run.feeRunOid)) {
      const { audit } = await settle(tx, ctx, [due], common);
      if (Array.isArray(audit)) notes.push(...audit);
      // The next item may be paid by the same account, whose books are then staged again.
      const { accountNumber, payerAccountNumber } = due;
      await unstageBooks(tx, [accountNumber, payerAccountNumber ?? accountNumber]);
    }
    return [...notes, await endRun(tx, ctx, posting)];
  },
};
