// Reading the closed lots of a pair of transactions. (interface 4.16)

import { isId } from "@bursar/values/ids";
import type { Context } from "../../../../platform/change/context.ts";
import type { TransactionPair } from "../lot-fields.ts";
import type { ClosedTaxLot } from "../schema.ts";
import { encodeClosedLot } from "./encode-computed-lot.ts";
import { refuseAbsentLot, viewOf } from "./lot-view.ts";
import { selectClosedLotsOfPair } from "./queries.ts";

/** Returns the closed lots of one pair of transactions; 404 where there is none. */
export async function listClosedTaxLotsOfPair(
  ctx: Context,
  accountNumber: string,
  pair: TransactionPair,
): Promise<ClosedTaxLot[]> {
  const areIds = isId(pair.originating) && isId(pair.closing);
  const [view, rows] = await Promise.all([
    viewOf(ctx, accountNumber),
    areIds ? selectClosedLotsOfPair(ctx.db, accountNumber, pair) : [],
  ]);
  // The closed lots of a non-taxable account name no purchase.
  if (!view.isTaxable || rows.length === 0) return refuseAbsentLot(ctx, accountNumber);
  return rows.map((row) => encodeClosedLot(row, view));
}
