// Planning a run: its plans, the parts of its accounts, and what other runs have of their days.
import { addMonths, type Day } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import type { Reader } from "../../../platform/store/db.ts";
import { type Problem, refuseFor, ruleProblem } from "../../../values/problem.ts";
import { selectBillingPlans } from "../../clients-and-accounts/billing-plans/reads.ts";
import { type BilledPlan, billedPlan, type FeeKind, periodOf, whyNotDue } from "./billed-plan.ts";
import { feeRunErrors } from "./errors.ts";
import { type FeePartRow, numberedParts } from "./part-queries.ts";
import { type PlannedPart, plannedParts, type TakenDays } from "./planned-parts.ts";
import { type BillingFirm, selectBillableAccounts } from "./planning-queries.ts";
import type { FeeRunRow } from "./run-queries.ts";

/** All plans of a firm as they are billed, by id. */
export async function selectBilledPlans(
  db: Reader,
  firmOid: Id,
): Promise<ReadonlyMap<string, BilledPlan>> {
  const rows = await selectBillingPlans(db, firmOid);
  return new Map(rows.map((row) => [row.billingPlanOid, billedPlan(row)]));
}

/** The terms of a run. */
export type AskedRun = Pick<
  FeeRunRow,
  "feeRunOid" | "firmOid" | "kind" | "periodEnd" | "billingPlanOids" | "accountNumbers"
>;

/** The plans that a run bills; refuses where a plan is not the firm's, or none has such a period now. */
export async function plansOfRun(
  db: Reader,
  firm: BillingFirm,
  run: AskedRun,
  today: Day,
): Promise<ReadonlyMap<string, BilledPlan>> {
  const all = await selectBilledPlans(db, firm.firmOid);
  const ofKind = plansOfKind(all, firm, run.kind);
  const { billingPlanOids, periodEnd } = run;
  const asked = ofKind.filter(
    ({ oid }) => billingPlanOids === null || billingPlanOids.includes(oid),
  );
  refuseFor(problemsWithAsked(asked, run));
  const undue = new Map(asked.map((plan) => [plan, whyNotDue(plan, periodEnd, today)]));
  const due = asked.filter((plan) => undue.get(plan) === undefined);
  if (due.length === 0 || (billingPlanOids !== null && due.length < asked.length)) {
    const reasons = [...undue.values()].filter((reason) => reason !== undefined);
    const sentence = reasons.slice(0, mostReasons).join(" ");
    refuseFor([ruleProblem({ ...feeRunErrors.period, sentence })]);
  }
  return new Map(due.map((plan) => [plan.oid, plan]));
}

/** How many plans or accounts a refusal names. */
const mostReasons = 3;

/** Plans that the firm does not bill in this way, or a firm that has none. */
function problemsWithAsked(
  asked: readonly BilledPlan[],
  { billingPlanOids, kind }: Pick<AskedRun, "billingPlanOids" | "kind">,
): Problem[] {
  const found = new Set<string>(asked.map(({ oid }) => oid));
  const others = (billingPlanOids ?? []).filter((oid) => !found.has(oid));
  if (others.length === 0 && found.size > 0) return [];
  const sentence =
    others.length > 0
      ? `Not billed by the firm as kind ${kind}: plan ${others.slice(0, mostReasons).join(", ")}.`
      : `The firm has no billing plan of kind ${kind}.`;
  return [ruleProblem({ ...feeRunErrors.account, sentence })];
}

/** Of platform and brokerage plans a firm has one; where brokerage is not disclosed, it is part of the advisory plan. */
function plansOfKind(
  all: ReadonlyMap<string, BilledPlan>,
  { isBrokerageDisclosed }: BillingFirm,
  kind: FeeKind,
): BilledPlan[] {
  const ofKind = [...all.values()].filter((plan) => plan.kind === kind);
  if (kind === "A") return ofKind;
  return kind === "B" && !isBrokerageDisclosed ? [] : ofKind.slice(0, 1);
}

/** The parts of a run, and days that other runs have of them. */
export interface RunPlan {
  readonly parts: readonly FeePartRow[];
  readonly taken: readonly TakenDays[];
}

const accountsAtOnce = 500;

/** The longest period, and the one before it. */
const monthsBack = 12;

/** Plans a run by what is known now; its own days count as free, and what it planned before keeps its numbers. */
export async function planRun(
  db: Reader,
  firm: BillingFirm,
  run: AskedRun,
  plans: ReadonlyMap<string, BilledPlan>,
  was: readonly FeePartRow[] = [],
): Promise<RunPlan> {
  const { firmOid, billingLevel } = firm;
  const { kind, periodEnd, accountNumbers } = run;
  const ofPlan = (plan: BilledPlan) => periodOf(plan, periodEnd);
  const planned: PlannedPart[] = [];
  const taken: TakenDays[] = [];
  let after = "";
  for (;;) {
    const accounts = await selectBillableAccounts(db, {
      firmOid,
      kind,
      accountNumbers,
      since: addMonths(periodEnd, -monthsBack),
      exceptRunOid: run.feeRunOid,
      after,
      limit: accountsAtOnce,
    });
    for (const account of accounts) {
      const own = plannedParts({ kind, periodOf: ofPlan, billingLevel, plans }, account);
      planned.push(...own.parts);
      taken.push(...own.taken);
    }
    const last = accounts.at(-1);
    if (last === undefined || accounts.length < accountsAtOnce) break;
    after = last.accountNumber;
  }
  return { parts: numberedParts(planned, was), taken };
}

/** Why a planned run cannot be: an account that is not billed, or days that another run has. Days that were billed
 * already are no problem of a run of all accounts that has others. */
export function problemsWithPlan(
  { accountNumbers }: Pick<AskedRun, "accountNumbers">,
  { parts, taken }: RunPlan,
): Problem[] {
  const [hindered] = taken.filter(
    ({ isPosted }) => !isPosted || accountNumbers !== null || parts.length === 0,
  );
  if (hindered !== undefined) return [overlapProblem(hindered)];
  const billed = new Set<string>(parts.map(({ accountNumber }) => accountNumber));
  if (accountNumbers === null) {
    const sentence = "No account of the firm is billed by a plan of this run in this period.";
    return billed.size === 0 ? [ruleProblem({ ...feeRunErrors.account, sentence })] : [];
  }
  const others = accountNumbers.filter((number) => !billed.has(number));
  if (others.length === 0) return [];
  const sentence =
    `Not the firm's, or billed by no plan of this run in this period: ` +
    `account ${others.slice(0, mostReasons).join(", ")}.`;
  return [ruleProblem({ ...feeRunErrors.account, sentence })];
}

function overlapProblem({ accountNumber, from, to, feeRunOid }: TakenDays): Problem {
  const sentence = `Run ${feeRunOid} bills ${accountNumber} from ${from} to ${to}.`;
  return ruleProblem({ ...feeRunErrors.overlap, sentence });
}
