// Reading the closed lots of an account that were reported for a past year. (interface 4.8)
import type { Context } from "../../../../platform/change/context.ts";
import type { VersionedResponse } from "../../../../platform/http/pipeline/response.ts";
import { forbidden, notFound, refuseFor } from "../../../../values/problem.ts";
import { taxLotErrors } from "../errors.ts";
import { problemsWithAccount } from "../rules.ts";
import { type ReportedYear, selectReportedDocument } from "./queries.ts";
import { selectVersionDocument } from "./version-queries.ts";

/** A reported year, and the number of the version that is asked for if it is not the newest. */
export interface AskedYear extends ReportedYear {
  readonly version?: string | undefined;
}

/** The lots of a reported year as JSON text; 404 while the year is not reported, or where it has no
 * such version. */
export function listReportedTaxLots(
  { db }: Pick<Context, "db">,
  { version, ...year }: AskedYear,
): VersionedResponse {
  const find = async (how = {}) => {
    const found =
      version === undefined
        ? await selectReportedDocument(db, year, how)
        : await selectVersionDocument(db, { ...year, version }, how);
    if (found === undefined) throw forbidden();
    // Before the 404: a non-taxable account has no reported year, and "currently" would mislead.
    refuseFor(problemsWithAccount(found));
    return { isReported: false, ...found };
  };
  return {
    version: async () => (await find({ withBody: false })).digest ?? undefined,
    read: async () => {
      const { digest, body, isReported } = await find();
      if (digest !== null && body !== null) return { version: digest, body };
      throw notFound(isReported ? taxLotErrors.versionNotFound : taxLotErrors.notReported);
    },
  };
}
