// Reading the closed lots of an account that were reported for a past year. (interface 4.8)
import { createHash } from "node:crypto";
import type { Context } from "../../../platform/change/context.ts";
import type { StoredAnswer } from "../../../platform/http/answer.ts";
import { isId } from "../../../values/ids.ts";
import { forbidden, notFound, refuseFor } from "../../../values/problem.ts";
import { selectAccountForCaller } from "../../accounts/reads.ts";
import { taxLotErrors } from "../errors.ts";
import { problemsWithAccount } from "../rules.ts";
import type { ReportedTaxLot } from "../schema.ts";
import { bodyOf, encodeReportedTaxLot } from "./encode-reported-tax-lot.ts";
import {
  type ReportedYear,
  selectReportedAnswer,
  selectReportedTaxLots,
  selectReportedTaxLotsOfPair,
} from "./queries.ts";

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
      // It was last reported before its body was kept.
      const made = bodyOf(reported);
      return { version: createHash("sha256").update(made).digest("hex"), body: made };
    },
  };
}

/** The transactions that opened and closed a lot. */
export interface TransactionPair {
  readonly originating: string;
  readonly closing: string;
}

/** Answers the reported lots of one pair of transactions, of whatever year; 404 without any. */
export async function listReportedTaxLotsOfPair(
  ctx: Context,
  accountNumber: string,
  pair: TransactionPair,
): Promise<ReportedTaxLot[]> {
  const account = await selectAccountForCaller(ctx.db, ctx.caller, accountNumber);
  if (account === undefined) throw forbidden();
  refuseFor(problemsWithAccount(account));
  const areIds = isId(pair.originating) && isId(pair.closing);
  const lots = areIds ? await selectReportedTaxLotsOfPair(ctx.db, accountNumber, pair) : [];
  if (lots.length === 0) throw notFound(taxLotErrors.lotNotFound);
  return lots.map((lot) => encodeReportedTaxLot(lot, lot));
}
