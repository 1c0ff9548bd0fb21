// Reads of tax lots for other resources.
import type { Context } from "../../../platform/change/context.ts";
import { notFound } from "../../../values/problem.ts";
import { taxLotErrors } from "./errors.ts";
import { type AskedYear, listReportedTaxLots } from "./reported/list-reported-tax-lots.ts";
import { selectReportedVersion } from "./reported/queries.ts";
import { type FormNote, selectFormNotes } from "./reported/version-queries.ts";
import type { ReportedTaxLot } from "./schema.ts";

export { taxLotErrors } from "./errors.ts";
export type { AskedYear } from "./reported/list-reported-tax-lots.ts";
export type { ReportedYear } from "./reported/queries.ts";
export type { FormNote } from "./reported/version-queries.ts";
export { problemsWithAccount } from "./rules.ts";
export type { ReportedTaxLot } from "./schema.ts";

/** A version of a reported year with its lots. */
export interface ReportedLots {
  /** From 1, without leading zeros. */
  readonly version: string;
  readonly lots: readonly ReportedTaxLot[];
  /** The notes of tax papers beyond the lots, by tax lot id; undefined of a version that was
   * loaded. */
  readonly notes: Readonly<Record<string, FormNote>> | undefined;
}

/** The lots of a version of a reported year, by default the newest; refuses as 4.8 does. */
export async function readReportedLots(
  ctx: Pick<Context, "db">,
  { version, ...year }: AskedYear,
): Promise<ReportedLots> {
  const newest = await selectReportedVersion(ctx.db, year);
  // A version never changes, so the second statement may come after another report.
  const asked = version ?? newest?.version.toString();
  const { body } = await listReportedTaxLots(ctx, { ...year, version: asked }).read();
  if (asked === undefined) throw notFound(taxLotErrors.notReported);
  const notes = await selectFormNotes(ctx.db, year, asked);
  return { version: asked, lots: JSON.parse(body) as ReportedTaxLot[], notes };
}
