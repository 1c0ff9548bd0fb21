// Reading the closed lots of an account, computed from its present transactions. (interface 4.16)
import type { Context } from "../../../../platform/change/context.ts";
import { notFound } from "../../../../values/problem.ts";
import { taxLotErrors } from "../errors.ts";
import type { ClosedTaxLot } from "../schema.ts";
import { encodeClosedLot } from "./encode-computed-lot.ts";
import { viewOf } from "./lot-view.ts";
import { selectClosedLots } from "./queries.ts";

/** Returns every closed lot of an account; 404 while it has no transactions. */
export async function listClosedTaxLots(
  ctx: Context,
  accountNumber: string,
): Promise<ClosedTaxLot[]> {
  const [view, rows] = await Promise.all([
    viewOf(ctx, accountNumber),
    selectClosedLots(ctx.db, accountNumber),
  ]);
  if (rows === undefined) throw notFound(taxLotErrors.notReported);
  return rows.map((row) => encodeClosedLot(row, view));
}
