// Drawing what a run has for one account: read and drawn outside of the transaction, kept in it if nothing has
// changed meanwhile. A run that was killed goes on with what is not drawn yet. (docs/statements.md, "Runs")
import { createHash } from "node:crypto";
import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { AccountNumber } from "@bursar/values/ids";
import { moneyText } from "@bursar/values/units";
import type { WriteContext } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import type { Database } from "../../../platform/store/db.ts";
import { openSources, type Sources } from "../../books/account-books/reads.ts";
import { selectFactsVersion } from "../../books/transactions/reads.ts";
import { statementAsPaper } from "../statements/reads.ts";
import { drawDocument } from "../vault/changes.ts";
import { drawStatementEntry } from "./entries.ts";
import {
  holdRun,
  type ItemKey,
  lockItem,
  type StatementRunRow,
  selectBuilding,
  selectIsReleased,
  updateItemDrawn,
} from "./queries.ts";

/** What was drawn for an account. */
interface Drawing {
  /** Undefined where there was nothing to show. */
  readonly content: Buffer | undefined;
  readonly isCorrected: boolean;
  readonly closingOn: Day | null;
  readonly closing: Decimal | null;
  readonly factsVersion: string;
  readonly problems: readonly string[];
}

/** Draws an item of a run that is being built; returns whether it was still to be drawn and its facts are those of
 * the drawing. */
export async function drawStatement(ctx: WriteContext, item: ItemKey): Promise<boolean> {
  const run = await selectBuilding(ctx.db, item.runOid);
  if (run === undefined) return false;
  const drawing = await drawingOf(ctx, run, item);
  return write(ctx, drawStatementEntry, async (tx) => {
    const nothing = { value: false, audit: [] };
    const held = await holdRun(tx, item.runOid);
    if (held?.status !== "BUILDING" || (await lockItem(tx, item)) === undefined) return nothing;
    const version = await selectFactsVersion(tx, item.subject);
    if (version !== drawing.factsVersion) return nothing;
    const { content, isCorrected } = drawing;
    const documentOid =
      content === undefined
        ? null
        : drawDocument(tx, ctx, {
            owner: { type: "account", accountNumber: item.subject as AccountNumber },
            reportType: run.reportType,
            reportDate: run.periodEnd,
            name: nameOf(run, item.subject),
            mediaType: "application/pdf",
            content,
            isCorrected,
            runOid: item.runOid,
          });
    const sha256 =
      content === undefined ? null : createHash("sha256").update(content).digest("hex");
    updateItemDrawn(tx, { ...item, ...drawing, documentOid, sha256 });
    return { value: true, audit: [] };
  });
}

function nameOf({ reportType, periodEnd }: StatementRunRow, subject: string): string {
  const kind = reportType === "M" ? "statement" : "performance-report";
  return `${kind}-${subject}-${periodEnd}.pdf`;
}

async function drawingOf(ctx: WriteContext, run: StatementRunRow, item: ItemKey): Promise<Drawing> {
  const isCorrected = await selectIsReleased(ctx.db, item, run);
  const wanted = {
    accountNumber: item.subject,
    from: run.periodFrom,
    to: run.periodEnd,
    isCorrected,
    // The instant of the run: drawn twice, it has the same bytes.
    at: run.createdAt,
  };
  const paper = await statementAsPaper(ctx, sharedOf(ctx), wanted);
  const { content, closingOn, closing, factsVersion, problems } = paper;
  return {
    content,
    isCorrected,
    closingOn,
    closing: closingOn === null ? null : (moneyText(closing) as Decimal),
    factsVersion,
    problems,
  };
}

/** How many closes are kept between accounts. */
const mostCloses = 200_000;

const shared = new WeakMap<Database, Sources>();

/** What accounts have in common is read once for all of them. */
function sharedOf({ db, now }: WriteContext): Sources {
  const known = shared.get(db) ?? openSources(db, now, { mostCloses });
  shared.set(db, known);
  return known;
}
