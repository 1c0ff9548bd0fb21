// Reading one reported lot of a pair of transactions. (interface 4.8)
import type { Context } from "../../../../platform/change/context.ts";
import { notFound } from "../../../../values/problem.ts";
import { taxLotErrors } from "../errors.ts";
import type { ClosedLotPlace } from "../lot-fields.ts";
import type { ReportedTaxLot } from "../schema.ts";
import { listReportedTaxLotsOfPair } from "./list-reported-tax-lots-of-pair.ts";

/** Returns one reported lot; 404 where there is none, or where it is of another pair. */
export async function getReportedTaxLot(
  ctx: Context,
  accountNumber: string,
  { taxLotId, ...pair }: ClosedLotPlace,
): Promise<ReportedTaxLot> {
  // The id of a lot is unique only within a year; the newest year applies.
  const lots = await listReportedTaxLotsOfPair(ctx, accountNumber, pair);
  const lot = lots.findLast((each) => each.taxLotId === taxLotId);
  if (lot === undefined) throw notFound(taxLotErrors.lotNotFound);
  return lot;
}
