// Releasing a statement run, or discarding it. (docs/statements.md)
import { type Id, isId } from "@bursar/values/ids";
import type { NoteOf } from "../../../platform/change/audit-entry.ts";
import {
  type Context,
  type Decider,
  hadPart,
  personOf,
  requireDecider,
} from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import type { Tx } from "../../../platform/store/db.ts";
import {
  forbidden,
  notFound,
  type Problem,
  refuseFor,
  ruleProblem,
} from "../../../values/problem.ts";
import { lockFirm } from "../../clients-and-accounts/firms/changes.ts";
import { deleteDrawn, releaseDrawn } from "../vault/changes.ts";
import { updateStatementRunEntry } from "./entries.ts";
import { statementRunErrors } from "./errors.ts";
import { statementRunDiscarded, statementRunReleased } from "./events.ts";
import { mayMoveRun } from "./life-cycle.ts";
import {
  deleteItems,
  lockRun,
  type RunSums,
  type StatementRunRow,
  selectIsOvertaken,
  selectRunSums,
  storeRun,
  updateItemsReleased,
} from "./queries.ts";
import type { StatementRunUpdate } from "./schema.ts";

type Note = NoteOf<typeof updateStatementRunEntry>;

/** Moves a run of the firm to another status; 404 without one. */
export async function updateStatementRun(
  ctx: Context,
  { firmOid, runOid }: { readonly firmOid: string; readonly runOid: string },
  { runStatus }: StatementRunUpdate,
): Promise<void> {
  await write(ctx, updateStatementRunEntry, async (tx) => {
    // Of two releases at once, the second sees the papers of the first.
    if (runStatus === "RELEASED") lockFirm(tx, firmOid as Id);
    const was = isId(runOid) ? await lockRun(tx, runOid, firmOid) : undefined;
    if (was === undefined) throw notFound(statementRunErrors.notFound);
    const isOperator = ctx.caller.firm.kind === "operator";
    if (was.reportType === "M" && !isOperator) throw forbidden();
    const by = isOperator ? "operator" : "institutional";
    const isStep = mayMoveRun({ from: was.status, to: runStatus, by });
    refuseFor(isStep ? [] : [ruleProblem(statementRunErrors.status)]);
    const sums = await selectRunSums(tx, was.runOid);
    if (runStatus === "RELEASED") {
      const isStale = await selectIsOvertaken(tx, was);
      requireDecider(ctx.caller, statementRunErrors.person);
      refuseFor(problemsWithRelease(was, { ...sums, isStale }, ctx.caller));
    }
    const is: StatementRunRow = {
      ...was,
      status: runStatus,
      decidedBy: personOf(ctx.caller),
      decidedAt: ctx.now,
    };
    storeRun(tx, is);
    const audit =
      runStatus === "RELEASED" ? release(tx, ctx, was, is, sums) : [discard(tx, was, is, sums)];
    return { value: null, audit };
  });
}

/** Problems that keep a run from its release: the same person, sums that do not close, or papers that were released
 * since it was drawn. */
function problemsWithRelease(
  { createdBy }: Pick<StatementRunRow, "createdBy">,
  { notClosing, isStale }: Pick<RunSums, "notClosing"> & { readonly isStale: boolean },
  decider: Decider,
): Problem[] {
  return [
    ...(hadPart(decider, [createdBy]) ? [ruleProblem(statementRunErrors.person)] : []),
    ...(notClosing === "0" ? [] : [ruleProblem(statementRunErrors.sums)]),
    ...(isStale ? [ruleProblem(statementRunErrors.stale)] : []),
  ];
}

function noteOf(was: StatementRunRow, is: StatementRunRow, sums: RunSums): Note {
  const { runOid, status: runStatus } = is;
  const event = runStatus === "RELEASED" ? statementRunReleased : statementRunDiscarded;
  return {
    subject: `firm:${is.firmOid}`,
    before: { runOid, runStatus: was.status },
    after: { runOid, runStatus },
    detail: { items: sums.items, total: sums.total, itemsHash: is.itemsHash },
    events: [event({ runOid, runStatus })],
  };
}

/** The documents of a run of many accounts go out in batches. */
async function* release(
  tx: Tx,
  ctx: Context,
  was: StatementRunRow,
  is: StatementRunRow,
  sums: RunSums,
): AsyncGenerator<readonly Note[]> {
  updateItemsReleased(tx, is.runOid, ctx.now);
  const own = noteOf(was, is, sums);
  yield [own];
  for await (const kept of releaseDrawn(tx, ctx, is.runOid)) {
    yield kept.map(({ subject, document, events }) => {
      return { subject, before: null, after: null, detail: { document }, events };
    });
  }
}

function discard(tx: Tx, was: StatementRunRow, is: StatementRunRow, sums: RunSums): Note {
  // In this order: whoever draws an item meanwhile has locked it, and what was drawn is removed after it.
  deleteItems(tx, is.runOid);
  deleteDrawn(tx, is.runOid);
  return noteOf(was, is, sums);
}
