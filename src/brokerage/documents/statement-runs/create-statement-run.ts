// Having statements drawn of a firm's accounts. (docs/statements.md)
import { addDays, addMonths, type Day } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import { authorOf, type Context } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import type { Reader, Tx } from "../../../platform/store/db.ts";
import { selectValuationDays } from "../../../reference/prices/queries.ts";
import { selectCalendar } from "../../../reference/settlement/queries.ts";
import { forbidden, refuseFor, ruleProblem } from "../../../values/problem.ts";
import { createStatementRunEntry } from "./entries.ts";
import { statementRunErrors } from "./errors.ts";
import { statementRunCreated } from "./events.ts";
import {
  type ItemKey,
  insertItems,
  type StatementFirm,
  type StatementRunRow,
  selectAccountsOfFirm,
  selectAccountsToDraw,
  selectHouseholdsToDraw,
  selectStatementFirm,
  storeRun,
} from "./queries.ts";
import type { NewStatementRun } from "./schema.ts";

/** Creates a run of the firm and returns its id; the sweep draws it. */
export async function createStatementRun(
  ctx: Context,
  firmOid: string,
  sent: NewStatementRun,
): Promise<string> {
  // Statements are the custodian's; firms report returns.
  if (sent.reportType === "M" && ctx.caller.firm.kind !== "operator") throw forbidden();
  return write(ctx, createStatementRunEntry, async (tx) => {
    const firm = await selectStatementFirm(tx, firmOid);
    if (firm === undefined) throw forbidden();
    const run = newRun(ctx, firm, sent);
    const items = await itemsOf(tx, run);
    refuseFor(await problemsWithBooks(tx, run.periodEnd));
    storeRun(tx, run);
    insertItems(tx, run, items);
    const { runOid, status: runStatus, reportType, periodFrom, periodEnd } = run;
    const count = String(items.length);
    const note = {
      subject: `firm:${firm.firmOid}`,
      after: { runOid, runStatus },
      detail: { reportType, periodFrom, periodEnd, items: count },
      events: [statementRunCreated({ runOid, runStatus })],
    };
    return { value: runOid, audit: [note] };
  });
}

function newRun(ctx: Context, firm: StatementFirm, sent: NewStatementRun): StatementRunRow {
  const { periodEnd, reportType } = sent;
  const months = sent.months === undefined ? firm.months : Number(sent.months);
  return {
    runOid: ctx.newId(),
    firmOid: firm.firmOid,
    reportType,
    status: "BUILDING",
    periodFrom: addMonths(addDays(periodEnd, 1), -months),
    periodEnd,
    accountNumbers: sent.accountNumbers ?? null,
    isOfHouseholds: sent.households ?? false,
    createdBy: authorOf(ctx.caller),
    decidedBy: null,
    itemsHash: null,
    createdAt: ctx.now,
    readyAt: null,
    decidedAt: null,
  };
}

const noHousehold = "0" as Id;

/** The items that the run draws; refuses accounts of others, and a run of nothing. */
async function itemsOf(tx: Tx, run: StatementRunRow): Promise<ItemKey[]> {
  const { runOid, firmOid, periodFrom: from, periodEnd: to, accountNumbers: among } = run;
  if (run.isOfHouseholds) {
    const households = among === null ? await selectHouseholdsToDraw(tx, firmOid, to) : [];
    refuseFor(households.length === 0 ? [ruleProblem(statementRunErrors.account)] : []);
    const subject = `firm:${firmOid}`;
    return households.map((householdOid) => ({ subject, runOid, householdOid }));
  }
  if (among !== null) {
    const own = new Set(await selectAccountsOfFirm(tx, firmOid, among));
    refuseFor(
      among
        .filter((number) => !own.has(number))
        .map((number) => {
          const sentence = `The account ${number} is not the firm's; leave it out.`;
          return ruleProblem({ ...statementRunErrors.account, sentence });
        }),
    );
  }
  const numbers = await selectAccountsToDraw(tx, firmOid, { from, to, among });
  refuseFor(numbers.length === 0 ? [ruleProblem(statementRunErrors.account)] : []);
  return numbers.map((subject) => ({ subject, runOid, householdOid: noHousehold }));
}

/** Closes that end before the last trading day of the period. */
async function problemsWithBooks(db: Reader, periodEnd: Day) {
  const [days, calendar] = await Promise.all([selectValuationDays(db), selectCalendar(db)]);
  let wanted = periodEnd;
  while (!calendar.isTradingDay(wanted)) wanted = addDays(wanted, -1);
  const last = days.at(-1);
  if (last !== undefined && last >= wanted) return [];
  const sentence = `Closes are known until ${last ?? "no day"}; load those of ${wanted} first.`;
  return [ruleProblem({ ...statementRunErrors.books, sentence })];
}
