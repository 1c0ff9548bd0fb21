// Reading one closed lot of a pair of transactions. (interface 4.16)

import { isId } from "@bursar/values/ids";
import type { Context } from "../../../../platform/change/context.ts";
import type { ClosedLotPlace } from "../lot-fields.ts";
import type { ClosedTaxLot } from "../schema.ts";
import { encodeClosedLot } from "./encode-computed-lot.ts";
import { refuseAbsentLot, viewOf } from "./lot-view.ts";
import { selectClosedLot } from "./queries.ts";

/** Returns one closed lot; 404 where there is none, or where it is of another pair. */
export async function getClosedTaxLot(
  ctx: Context,
  accountNumber: string,
  place: ClosedLotPlace,
): Promise<ClosedTaxLot> {
  const areIds = isId(place.originating) && isId(place.closing) && isId(place.taxLotId);
  const [view, row] = await Promise.all([
    viewOf(ctx, accountNumber),
    areIds ? selectClosedLot(ctx.db, accountNumber, place) : undefined,
  ]);
  if (!view.isTaxable || row === undefined) return refuseAbsentLot(ctx, accountNumber);
  return encodeClosedLot(row, view);
}
