// Reading one open lot of a purchase. (interface 4.16)

import { isId } from "@bursar/values/ids";
import type { Context } from "../../../../platform/change/context.ts";
import type { OpenTaxLot } from "../schema.ts";
import { encodeOpenLot } from "./encode-computed-lot.ts";
import { refuseAbsentLot, viewOf } from "./lot-view.ts";
import { selectOpenLot } from "./queries.ts";

/** An open lot, and the transaction that opened it. */
export interface OpenLotPlace {
  readonly originating: string;
  readonly taxLotId: string;
}

/** Returns one open lot; 404 where there is none, or where another transaction opened it. */
export async function getOpenTaxLot(
  ctx: Context,
  accountNumber: string,
  { originating, taxLotId }: OpenLotPlace,
): Promise<OpenTaxLot> {
  const areIds = isId(originating) && isId(taxLotId);
  const [view, row] = await Promise.all([
    viewOf(ctx, accountNumber),
    areIds ? selectOpenLot(ctx.db, accountNumber, { originating, taxLotId }) : undefined,
  ]);
  if (!view.isTaxable || row === undefined) return refuseAbsentLot(ctx, accountNumber);
  return encodeOpenLot(row, view);
}
