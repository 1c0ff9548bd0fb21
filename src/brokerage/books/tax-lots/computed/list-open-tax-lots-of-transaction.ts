// Reading what is left of one purchase. (interface 4.16)

import { isId } from "@bursar/values/ids";
import type { Context } from "../../../../platform/change/context.ts";
import type { OpenTaxLot } from "../schema.ts";
import { encodeOpenLots } from "./encode-computed-lot.ts";
import { refuseAbsentLot, viewOf } from "./lot-view.ts";
import { selectOpenLotsOfTransaction } from "./queries.ts";

/** Returns the open lots that a transaction opened; 404 where there is none. */
export async function listOpenTaxLotsOfTransaction(
  ctx: Context,
  accountNumber: string,
  originating: string,
): Promise<OpenTaxLot[]> {
  const [view, rows] = await Promise.all([
    viewOf(ctx, accountNumber),
    isId(originating) ? selectOpenLotsOfTransaction(ctx.db, accountNumber, originating) : [],
  ]);
  // A position of a non-taxable account does not come from a single transaction.
  if (!view.isTaxable || rows.length === 0) return refuseAbsentLot(ctx, accountNumber);
  return encodeOpenLots(rows, view);
}
