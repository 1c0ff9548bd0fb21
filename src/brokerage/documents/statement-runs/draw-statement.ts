// Drawing what a run has for one account: read and drawn outside of the transaction, stored in it if nothing has
// changed meanwhile. A run that was killed goes on with what is not drawn yet. (docs/statements.md, "Runs")
import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { AccountNumber, Id } from "@bursar/values/ids";
import { moneyText } from "@bursar/values/units";
import type { WriteContext } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { openBookingSources } from "../../books/account-books/reads.ts";
import { selectFactsVersion } from "../../books/transactions/reads.ts";
import {
  type HouseholdOnPaper,
  householdOnPaper,
} from "../../clients-and-accounts/households/reads.ts";
import { type ReportSubject, reportAsPaper } from "../performance-reports/reads.ts";
import { statementAsPaper } from "../statements/reads.ts";
import { type DocumentOwner, drawDocument } from "../vault/changes.ts";
import { drawStatementEntry } from "./entries.ts";
import {
  type ItemKey,
  lockItem,
  type StatementRunRow,
  selectBuilding,
  selectIsReleased,
  updateItemDrawn,
} from "./queries.ts";

/** The paper that was drawn for an account. */
interface Drawing {
  /** Undefined where there was nothing to show. */
  readonly content: Buffer | undefined;
  readonly isCorrected: boolean;
  readonly closingOn: Day | null;
  readonly closing: Decimal | null;
  /** Null of a household. */
  readonly factsVersion: string | null;
  readonly problems: readonly string[];
}

/** Draws an item of a run that is being built; returns whether it was still to be drawn and its facts are those of
 * the drawing. */
export async function drawStatement(ctx: WriteContext, item: ItemKey): Promise<boolean> {
  const run = await selectBuilding(ctx.db, item.runOid);
  if (run === undefined) return false;
  const { householdOid } = item;
  const household =
    householdOid === noHousehold
      ? undefined
      : await householdOnPaper(ctx.db, householdOid, run.periodEnd);
  const drawing = await drawingOf(ctx, run, item, household);
  const owner = ownerOf(run, item, household);
  return write(ctx, drawStatementEntry, async (tx) => {
    const nothing = { value: false, audit: [] };
    // The items of a run that is discarded are removed before its drawings.
    if ((await lockItem(tx, item)) === undefined) return nothing;
    const { factsVersion } = drawing;
    const isStale =
      factsVersion !== null && (await selectFactsVersion(tx, item.subject)) !== factsVersion;
    if (isStale) return nothing;
    const { content, isCorrected } = drawing;
    const drawn =
      content === undefined
        ? { documentOid: null, sha256: null }
        : drawDocument(tx, ctx, {
            owner,
            reportType: run.reportType,
            reportDate: run.periodEnd,
            name: nameOf(run, item),
            mediaType: "application/pdf",
            content,
            isCorrected,
            runOid: item.runOid,
          });
    updateItemDrawn(tx, { ...item, ...drawing, ...drawn });
    return { value: true, audit: [] };
  });
}

function nameOf(
  { reportType, periodEnd }: StatementRunRow,
  { subject, householdOid }: ItemKey,
): string {
  const kind = reportType === "M" ? "statement" : "performance-report";
  const whose = householdOid === noHousehold ? subject : `household-${householdOid}`;
  return `${kind}-${whose}-${periodEnd}.pdf`;
}

async function drawingOf(
  ctx: WriteContext,
  run: StatementRunRow,
  item: ItemKey,
  household: HouseholdOnPaper | undefined,
): Promise<Drawing> {
  const isCorrected = await selectIsReleased(ctx.db, item, run);
  // The instant of the run: drawn twice, it has the same bytes.
  const at = run.createdAt;
  if (run.reportType === "R")
    return { isCorrected, ...(await reportOf(ctx, run, item, household)) };
  const { subject: accountNumber } = item;
  const { periodFrom: from, periodEnd: to } = run;
  const wanted = { accountNumber, from, to, isCorrected, at };
  const paper = await statementAsPaper(ctx, await openBookingSources(ctx.db, ctx), wanted);
  const closing = paper.closingOn === null ? null : (moneyText(paper.closing) as Decimal);
  return { ...paper, isCorrected, closing };
}

async function reportOf(
  ctx: WriteContext,
  run: StatementRunRow,
  { subject: owner, householdOid }: ItemKey,
  household: HouseholdOnPaper | undefined,
): Promise<Omit<Drawing, "isCorrected">> {
  const isOfAccount = householdOid === noHousehold;
  const factsVersion = isOfAccount ? await selectFactsVersion(ctx.db, owner) : null;
  const subject: ReportSubject = household === undefined ? { accountNumber: owner } : { household };
  const wanted = { subject, to: run.periodEnd, at: run.createdAt };
  const paper = await reportAsPaper(ctx, await openBookingSources(ctx.db, ctx), wanted);
  const nothing = { closingOn: null, closing: null, factsVersion, problems: [] };
  if (paper.content === undefined) return { content: undefined, ...nothing };
  const { asOf, value } = paper.report;
  return {
    ...nothing,
    content: paper.content,
    closingOn: asOf as Day | null,
    closing: value as Decimal | null,
  };
}

/** The owner of a paper: an account, or a household with the accounts that were drawn. */
function ownerOf(
  { firmOid }: StatementRunRow,
  { subject, householdOid }: ItemKey,
  household: HouseholdOnPaper | undefined,
): DocumentOwner {
  if (householdOid === noHousehold) {
    return { type: "account", accountNumber: subject as AccountNumber };
  }
  const accountNumbers = (household?.accountsOn ?? []) as AccountNumber[];
  return { type: "household", householdOid, firmOid, accountNumbers };
}

const noHousehold = "0" as Id;
