// Reading the open lots of an account, computed from its present transactions. (interface 4.16)
import type { Context } from "../../../../platform/change/context.ts";
import { notFound } from "../../../../values/problem.ts";
import { taxLotErrors } from "../errors.ts";
import type { OpenTaxLot } from "../schema.ts";
import { encodeOpenLots } from "./encode-computed-lot.ts";
import { viewOf } from "./lot-view.ts";
import { selectOpenLots } from "./queries.ts";

/** Returns what an account holds; 404 while it has no transactions. */
export async function listOpenTaxLots(ctx: Context, accountNumber: string): Promise<OpenTaxLot[]> {
  const [view, rows] = await Promise.all([
    viewOf(ctx, accountNumber),
    selectOpenLots(ctx.db, accountNumber),
  ]);
  if (rows === undefined) throw notFound(taxLotErrors.notReported);
  return encodeOpenLots(rows, view);
}
