// Reading the reported lots of a pair of transactions. (interface 4.8)

import { isId } from "@bursar/values/ids";
import type { Context } from "../../../../platform/change/context.ts";
import { forbidden, notFound, refuseFor } from "../../../../values/problem.ts";
import { selectAccountForCaller } from "../../../clients-and-accounts/accounts/reads.ts";
import { taxLotErrors } from "../errors.ts";
import type { TransactionPair } from "../lot-fields.ts";
import { problemsWithAccount } from "../rules.ts";
import type { ReportedTaxLot } from "../schema.ts";
import { encodeReportedTaxLot } from "./encode-reported-tax-lot.ts";
import { selectReportedTaxLotsOfPair } from "./queries.ts";

/** Returns the reported lots of one pair of transactions, of whatever year; 404 without any. */
export async function listReportedTaxLotsOfPair(
  ctx: Context,
  accountNumber: string,
  pair: TransactionPair,
): Promise<ReportedTaxLot[]> {
  const account = await selectAccountForCaller(ctx.db, ctx.caller, accountNumber, "detail");
  if (account === undefined) throw forbidden();
  refuseFor(problemsWithAccount(account));
  const areIds = isId(pair.originating) && isId(pair.closing);
  const lots = areIds ? await selectReportedTaxLotsOfPair(ctx.db, accountNumber, pair) : [];
  if (lots.length === 0) throw notFound(taxLotErrors.lotNotFound);
  return lots.map((lot) => encodeReportedTaxLot(lot, lot));
}
