// Reading open and closed lots as the transactions now have them. (interface 4.16)
import type { Context } from "../../platform/context.ts";
import { accountTypes } from "../../reference/codes.ts";
import { newYorkDay } from "../../values/dates.ts";
import { forbidden, notFound } from "../../values/problem.ts";
import { selectAccountForCaller } from "../accounts/reads.ts";
import { encodeClosedLot, encodeOpenLots, type LotView } from "./encode-computed-lot.ts";
import { taxLotErrors } from "./errors.ts";
import { selectClosedLots, selectOpenLots } from "./lot-queries.ts";
import type { ClosedTaxLot, OpenTaxLot } from "./schema.ts";

/** Answers what an account holds; 404 while it has no transactions. */
export async function listOpenTaxLots(ctx: Context, accountNumber: string): Promise<OpenTaxLot[]> {
  const [view, rows] = await Promise.all([
    viewOf(ctx, accountNumber),
    selectOpenLots(ctx.db, accountNumber),
  ]);
  if (rows === undefined) throw notFound(taxLotErrors.notReported);
  return encodeOpenLots(rows, view);
}

/** Answers every closed lot of an account; 404 while it has no transactions. */
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

/** The lot of that id among some; 404 where there is none. */
export function oneOf<Lot extends { readonly taxLotId: string }>(
  lots: readonly Lot[],
  taxLotId: string,
): Lot {
  const lot = lots.find((each) => each.taxLotId === taxLotId);
  if (lot === undefined) throw notFound(taxLotErrors.lotNotFound);
  return lot;
}

async function viewOf(ctx: Context, accountNumber: string): Promise<LotView> {
  const account = await selectAccountForCaller(ctx.db, ctx.caller, accountNumber);
  if (account === undefined) throw forbidden();
  const isTaxable = accountTypes.find(account.accountType)?.taxability === "taxable";
  return { accountNumber, isTaxable, today: newYorkDay(ctx.now) };
}
