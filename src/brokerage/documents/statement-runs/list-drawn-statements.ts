// Listing drawings of a run, which are looked at before its release. (docs/statements.md)
import { encodeDay, encodeInstant } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Context } from "../../../platform/change/context.ts";
import { type DocumentRow, selectDrawnByHash } from "../vault/reads.ts";
import type { RunReportType } from "./queries.ts";
import { runInReview } from "./run-in-review.ts";
import type { DrawnStatement, DrawnStatementsQuery } from "./schema.ts";

const usualLimit = "10" as Decimal;

/** Drawings of a run that awaits its release, taken by chance, and for everybody the same ones. */
export async function listDrawnStatements(
  ctx: Context,
  path: { readonly firmOid: string; readonly runOid: string },
  { accountnumber, limit = usualLimit }: DrawnStatementsQuery,
): Promise<DrawnStatement[]> {
  const { runOid, reportType } = await runInReview(ctx, path);
  const drawn = await selectDrawnByHash(ctx.db, runOid, {
    accountNumber: accountnumber ?? null,
    limit,
  });
  return drawn.map((row) => encodeDrawn(row, reportType));
}

function encodeDrawn(row: DocumentRow, reportType: RunReportType): DrawnStatement {
  return {
    documentOid: row.documentOid,
    reportType,
    reportDate: encodeDay(row.reportOn).slice(0, 10),
    accountNumber: row.householdOid === null ? row.subject : null,
    householdOid: row.householdOid,
    name: row.name,
    bytes: String(row.byteCount),
    sha256: row.sha256,
    isCorrected: row.isCorrected,
    createdAt: encodeInstant(row.createdAt),
  };
}
