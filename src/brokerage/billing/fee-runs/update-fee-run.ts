// Moving a fee run on: computing it again, approving, discarding and reversing it. (docs/billing.md)
import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { addDays, type Day, newYorkDay } from "@bursar/values/dates";
import { isId } from "@bursar/values/ids";
import { unitsOf } from "@bursar/values/units";
import type { NoteOf } from "../../../platform/change/audit-entry.ts";
import {
  type Context,
  type Decider,
  hadPart,
  requireDecider,
} from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { notFound, type Problem, refuseFor, ruleProblem } from "../../../values/problem.ts";
import { withdrawBills } from "./bill-queries.ts";
import { calculateUnits } from "./calculate-units.ts";
import { encodeRuns } from "./encode-run.ts";
import { updateFeeRunEntry } from "./entries.ts";
import { feeRunErrors } from "./errors.ts";
import { eventOfRun } from "./events.ts";
import { markItemsObsolete, selectAllAmounts, selectExcludedAccounts } from "./item-queries.ts";
import { type FeeRunStatus, feeRunLifeCycle, mayMoveRun } from "./life-cycle.ts";
import { refuseOthersFees } from "./operators-fees.ts";
import {
  deleteParts,
  freeDays,
  insertParts,
  markParts,
  selectParts,
  takeDays,
} from "./part-queries.ts";
import {
  planRun,
  plansOfRun,
  problemsWithPlan,
  type RunPlan,
  selectBilledPlans,
} from "./plan-run.ts";
import { type BillingFirm, isOnlyAdministrator, selectBillingFirm } from "./planning-queries.ts";
import {
  type FeeRunRow,
  lockRun,
  markPlansBilled,
  selectItemsHash,
  storeRun,
} from "./run-queries.ts";
import type { FeeRun, FeeRunUpdate } from "./schema.ts";

/** A run to be moved on. */
export interface RunToMove {
  readonly firmOid: string;
  readonly feeRunOid: string;
}

/** Moves a run of the firm to another status; 404 if it has none of this id. */
export async function updateFeeRun(
  ctx: Context,
  { firmOid, feeRunOid }: RunToMove,
  sent: FeeRunUpdate,
): Promise<void> {
  await write(ctx, updateFeeRunEntry, async (tx) => {
    const was = await lockRunOfFirm(tx, firmOid, feeRunOid);
    refuseOthersFees(ctx, was.kind);
    return { value: null, audit: [await moveRun(tx, ctx, was, sent)] };
  });
}

/** Locks a run of the firm; 404 if it has none of this id. */
export async function lockRunOfFirm(
  tx: Tx,
  firmOid: string,
  feeRunOid: string,
): Promise<FeeRunRow> {
  const run = isId(feeRunOid) ? await lockRun(tx, feeRunOid, firmOid) : undefined;
  if (run === undefined) throw notFound(feeRunErrors.notFound);
  return run;
}

/** Moves a run, whose lock is held, to another status, and returns the note of that. */
export async function moveRun(
  tx: Tx,
  ctx: Context,
  was: FeeRunRow,
  sent: FeeRunUpdate,
): Promise<NoteOf<typeof updateFeeRunEntry>> {
  const to = sent.runStatus as FeeRunStatus;
  const by = ctx.caller.firm.kind;
  if (!mayMoveRun({ from: was.status, to, by })) refuseFor([statusProblem(was.status, to)]);
  if (sent.itemsHash !== undefined && sent.itemsHash !== was.itemsHash) {
    refuseFor([ruleProblem({ ...feeRunErrors.stale, sentence: isOther })]);
  }
  const firm = await selectBillingFirm(tx, was.firmOid);
  const step = { firm, was, caller: ctx.caller };
  const is = await steps[to]?.(tx, ctx, step);
  assert(is, `nobody moves a run to ${to} by a request`);
  const run = { ...is, comment: sent.comment ?? is.comment };
  storeRun(tx, run);
  const [shown] = (await encodeRuns(tx, [run])) as [FeeRun];
  const state = ({ status }: FeeRunRow) => ({ feeRunOid: was.feeRunOid, runStatus: status });
  const toEvent = eventOfRun[to];
  return {
    subject: `firm:${was.firmOid}`,
    before: state(was),
    after: state(run),
    detail: {
      comment: sent.comment ?? null,
      postDate: run.postOn,
      sums: { items: shown.accounts, computed: shown.computed, itemsHash: run.itemsHash },
    },
    events: toEvent === undefined ? [] : [toEvent(state(run))],
  };
}

const isOther = "An item of the run has changed since it was looked at: look at it again.";

function statusProblem(from: FeeRunStatus, to: FeeRunStatus): Problem {
  const next = feeRunLifeCycle.states.filter((each) =>
    mayMoveRun({ from, to: each, by: "institutional" }),
  );
  const may = next.length > 0 ? ` It can become ${next.join(" or ")}.` : "";
  const sentence = `The run is ${from} and cannot become ${to} now.${may}`;
  return ruleProblem({ ...feeRunErrors.status, sentence });
}

interface Step {
  readonly firm: BillingFirm;
  readonly was: FeeRunRow;
  readonly caller: Decider;
}

type Mover = (tx: Tx, ctx: Context, step: Step) => Promise<FeeRunRow>;

const steps: Partial<Record<FeeRunStatus, Mover>> = {
  COMPUTING: computeAgain,
  APPROVED: approve,
  DISCARDED: discard,
  REVERSING: reverse,
};

/** Plans the run anew and lets the sweep compute it; what was adjusted stays where the amount is the same. */
async function computeAgain(tx: Tx, ctx: Context, { firm, was }: Step): Promise<FeeRunRow> {
  const { feeRunOid, kind } = was;
  const excluded = new Set(await selectExcludedAccounts(tx, feeRunOid));
  await freeDays(tx, kind, await markParts(tx, { feeRunOid, takesDays: false }));
  const before = await selectParts(tx, feeRunOid);
  await deleteParts(tx, feeRunOid);
  await markItemsObsolete(tx, feeRunOid);
  const plans = await plansOfRun(tx, firm, was, newYorkDay(ctx.now));
  const plan = await planRun(tx, firm, was, plans, before);
  const { accountNumbers, taken } = withoutLost(was, plan, excluded);
  refuseFor(problemsWithPlan({ accountNumbers }, { ...plan, taken }));
  insertParts(tx, feeRunOid, plan.parts);
  if ((await takeDays(tx, kind, plan.parts)) !== undefined) {
    refuseFor([ruleProblem(feeRunErrors.overlap)]);
  }
  return { ...was, accountNumbers, status: "COMPUTING", itemsHash: null, previewedAt: null };
}

/** The accounts that a run names, without those that a person has excluded and of which another run has all days: they
 * would keep the run from ever being approved. Where none would be left, all stay. */
function withoutLost(
  { accountNumbers }: FeeRunRow,
  { parts, taken }: RunPlan,
  excluded: ReadonlySet<string>,
): Pick<FeeRunRow, "accountNumbers"> & Pick<RunPlan, "taken"> {
  const billed = new Set<string>(parts.map(({ accountNumber }) => accountNumber));
  const ofExcluded = taken.filter(({ accountNumber }) => excluded.has(accountNumber));
  const lost = new Set<string>(ofExcluded.map(({ accountNumber }) => accountNumber));
  const left = accountNumbers?.filter((number) => billed.has(number) || !lost.has(number));
  if (left?.length === 0) return { accountNumbers, taken };
  return {
    accountNumbers: left ?? null,
    taken: taken.filter(({ accountNumber }) => !lost.has(accountNumber)),
  };
}

/** Another person than those who created or adjusted it; in a firm with one administrator, where the operator has said
 * so, the same. */
async function approve(tx: Tx, ctx: Context, step: Step): Promise<FeeRunRow> {
  const { firm, was, caller } = step;
  const person = requireDecider(caller, feeRunErrors.person);
  const isAlone = hadPart(caller, [was.createdBy, ...was.adjustedBy]);
  if (isAlone && !(await mayDecideAlone(tx, firm, person))) {
    refuseFor([ruleProblem(feeRunErrors.person)]);
  }
  if (await isStale(tx, ctx, firm, was)) refuseFor([ruleProblem(feeRunErrors.stale)]);
  await markPlansBilled(tx, was.feeRunOid);
  const itemsHash = await selectItemsHash(tx, was.feeRunOid);
  const today = newYorkDay(ctx.now);
  return {
    ...was,
    status: "APPROVED",
    itemsHash,
    approvedBy: person,
    isApprovedAlone: isAlone,
    approvedAt: ctx.now,
    postOn: postDay(was.askedPostOn, addDays(today, firm.noticeDays)),
  };
}

/** Whether the firm has one administrator, and the operator has said that this one may decide alone. */
async function mayDecideAlone(
  tx: Tx,
  { firmOid, approvesAlone }: BillingFirm,
  person: string,
): Promise<boolean> {
  return approvesAlone && (await isOnlyAdministrator(tx, firmOid, person));
}

/** The day that was asked for, but never before a day. */
function postDay(asked: Day | null, earliest: Day): Day {
  return asked !== null && asked > earliest ? asked : earliest;
}

const unitsAtOnce = 400;

/** Whether the run would be another by the terms, facts and closes of now. */
async function isStale(tx: Tx, ctx: Context, firm: BillingFirm, run: FeeRunRow): Promise<boolean> {
  const plans = await plansOfRun(tx, firm, run, newYorkDay(ctx.now));
  const stored = await selectParts(tx, run.feeRunOid);
  const { parts } = await planRun(tx, firm, run, plans, stored);
  const ordered = parts.toSorted(
    (a, b) =>
      a.unitNumber - b.unitNumber ||
      (a.accountNumber < b.accountNumber
        ? -1
        : a.accountNumber > b.accountNumber
          ? 1
          : a.part - b.part),
  );
  const comparable = ({ discount, ...part }: (typeof stored)[number]) => ({
    ...part,
    discount: unitsOf(discount, 2),
  });
  if (!isDeepStrictEqual(ordered.map(comparable), stored.map(comparable))) return true;
  const amounts = await selectAllAmounts(tx, run.feeRunOid);
  const calculation = {
    kind: run.kind,
    plans: await selectBilledPlans(tx, firm.firmOid),
    now: ctx.now,
  };
  let count = 0;
  for (let at = 0; at < stored.length; ) {
    let end = Math.min(at + unitsAtOnce, stored.length);
    while (end < stored.length && stored[end]?.unitNumber === stored[end - 1]?.unitNumber) end += 1;
    const items = await calculateUnits(tx, calculation, stored.slice(at, end));
    count += items.length;
    const isOther = items.some((item) => {
      const known = amounts.get(`${item.accountNumber} ${item.unitNumber}`);
      return known?.computed !== item.computed || known.basis !== item.basis;
    });
    if (isOther) return true;
    at = end;
  }
  return count !== amounts.size;
}

async function discard(tx: Tx, ctx: Context, { was }: Step): Promise<FeeRunRow> {
  const { feeRunOid, kind } = was;
  await freeDays(tx, kind, await markParts(tx, { feeRunOid, takesDays: false }));
  withdrawBills(tx, feeRunOid);
  return { ...was, status: "DISCARDED", endedAt: ctx.now };
}

/** Another person than the one who approved it has every fee refunded; in a firm with one administrator, where the
 * operator has said so, the same. */
async function reverse(tx: Tx, _ctx: Context, step: Step): Promise<FeeRunRow> {
  const { firm, was, caller } = step;
  const person = requireDecider(caller, feeRunErrors.person);
  if (hadPart(caller, [was.approvedBy]) && !(await mayDecideAlone(tx, firm, person))) {
    const sentence = "Another person than the one who approved the run reverses it.";
    refuseFor([ruleProblem({ ...feeRunErrors.person, sentence })]);
  }
  return { ...was, status: "REVERSING", reversedBy: person };
}
