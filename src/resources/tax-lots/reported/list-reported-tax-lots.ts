// Reading the closed lots of an account that were reported for a past year. (interface 4.8)
import { createHash } from "node:crypto";
import type { Context } from "../../../platform/change/context.ts";
import type { StoredAnswer } from "../../../platform/http/answer.ts";
import { forbidden, notFound, refuseFor } from "../../../values/problem.ts";
import { taxLotErrors } from "../errors.ts";
import { problemsWithAccount } from "../rules.ts";
import { bodyOf } from "./encode-reported-tax-lot.ts";
import { type ReportedYear, selectReportedAnswer, selectReportedTaxLots } from "./queries.ts";

/** The lots of a reported year as JSON text; 404 while the year is not reported. */
export function listReportedTaxLots({ db }: Context, year: ReportedYear): StoredAnswer {
  const find = async (how = {}) => {
    const found = await selectReportedAnswer(db, year, how);
    if (found === undefined) throw forbidden();
    // Before the 404: a non-taxable account has no reported year, and "currently" would mislead.
    refuseFor(problemsWithAccount(found));
    return found;
  };
  return {
    version: async () => (await find({ withBody: false })).digest ?? undefined,
    answer: async () => {
      const { digest, body } = await find();
      if (digest !== null && body !== null) return { version: digest, body };
      const [reported] = await selectReportedTaxLots(db, [year]);
      if (reported === undefined) throw notFound(taxLotErrors.notReported);
      // It was last reported before bodies were stored.
      const made = bodyOf(reported);
      return { version: createHash("sha256").update(made).digest("hex"), body: made };
    },
  };
}
