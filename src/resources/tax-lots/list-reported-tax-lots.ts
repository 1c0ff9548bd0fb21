// Reading the closed lots of an account that were reported for a past year. (interface 4.8)
import type { Context } from "../../platform/context.ts";
import { isId } from "../../values/ids.ts";
import { forbidden, notFound, refuseFor } from "../../values/problem.ts";
import { selectAccountForCaller } from "../accounts/reads.ts";
import { bodyOf, encodeReportedTaxLot } from "./encode-reported-tax-lot.ts";
import { taxLotErrors } from "./errors.ts";
import {
  selectReportedBody,
  selectReportedTaxLots,
  selectReportedTaxLotsOfPair,
} from "./queries.ts";
import { problemsWithAccount } from "./rules.ts";
import type { ReportedTaxLot } from "./schema.ts";

/** Answers the lots of a reported year as JSON text; 404 while the year is not reported. */
export async function listReportedTaxLots(
  ctx: Context,
  accountNumber: string,
  taxYear: string,
): Promise<string> {
  const [account, ready] = await Promise.all([
    selectAccountForCaller(ctx.db, ctx.caller, accountNumber),
    selectReportedBody(ctx.db, accountNumber, taxYear),
  ]);
  if (account === undefined) throw forbidden();
  // Before the 404: a non-taxable account has no reported year, and "currently" would mislead.
  refuseFor(problemsWithAccount(account));
  if (ready !== undefined) return ready;
  const [year] = await selectReportedTaxLots(ctx.db, [{ accountNumber, taxYear }]);
  if (year === undefined) throw notFound(taxLotErrors.notReported);
  return bodyOf(year);
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
