// Reading one lot that a transaction closed of a purchase, as it was reported. (interface 4.8)
import type { Context } from "../../../platform/change/context.ts";
import { notFound } from "../../../values/problem.ts";
import { taxLotErrors } from "../errors.ts";
import type { ClosedLotPlace } from "../lot-fields.ts";
import type { ReportedTaxLot } from "../schema.ts";
import { listReportedTaxLotsOfPair } from "./list-reported-tax-lots-of-pair.ts";

/** Answers one reported lot; 404 where there is none, or where it is of another pair. */
export async function getReportedTaxLot(
  ctx: Context,
  accountNumber: string,
  { taxLotId, ...pair }: ClosedLotPlace,
): Promise<ReportedTaxLot> {
  // The id of a lot is unique within a year alone; the newest year counts.
  const lots = await listReportedTaxLotsOfPair(ctx, accountNumber, pair);
  const lot = lots.findLast((each) => each.taxLotId === taxLotId);
  if (lot === undefined) throw notFound(taxLotErrors.lotNotFound);
  return lot;
}
