// Reading open and closed lots as the transactions now have them. (interface 4.16)
import type { Context } from "../../../platform/change/context.ts";
import { accountTypes } from "../../../reference/codes.ts";
import { newYorkDay } from "../../../values/dates.ts";
import { isId } from "../../../values/ids.ts";
import { forbidden, notFound } from "../../../values/problem.ts";
import { selectAccountForCaller } from "../../accounts/reads.ts";
import { taxLotErrors } from "../errors.ts";
import type { ClosedTaxLot, OpenTaxLot } from "../schema.ts";
import { encodeClosedLot, encodeOpenLots, type LotView } from "./encode-computed-lot.ts";
import {
  selectClosedLot,
  selectClosedLots,
  selectHasLots,
  selectOpenLot,
  selectOpenLots,
} from "./queries.ts";

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

/** Answers one open lot, or position by the id of its oldest; 404 where there is none. */
export async function getOpenTaxLot(
  ctx: Context,
  accountNumber: string,
  taxLotId: string,
): Promise<OpenTaxLot> {
  const view = await viewOf(ctx, accountNumber);
  const asked = { isPosition: !view.isTaxable };
  const rows = isId(taxLotId)
    ? await selectOpenLot(ctx.db, accountNumber, { taxLotId, ...asked })
    : [];
  const lot = encodeOpenLots(rows, view).find((each) => each.taxLotId === taxLotId);
  return lot ?? refuseAbsent(ctx, accountNumber);
}

/** Answers one closed lot; 404 where there is none. */
export async function getClosedTaxLot(
  ctx: Context,
  accountNumber: string,
  taxLotId: string,
): Promise<ClosedTaxLot> {
  const [view, row] = await Promise.all([
    viewOf(ctx, accountNumber),
    isId(taxLotId) ? selectClosedLot(ctx.db, accountNumber, taxLotId) : undefined,
  ]);
  return row ? encodeClosedLot(row, view) : refuseAbsent(ctx, accountNumber);
}

/** An account without transactions has no lots yet; any other has no such lot. */
async function refuseAbsent(ctx: Context, accountNumber: string): Promise<never> {
  const hasLots = await selectHasLots(ctx.db, accountNumber);
  throw notFound(hasLots ? taxLotErrors.lotNotFound : taxLotErrors.notReported);
}

async function viewOf(ctx: Context, accountNumber: string): Promise<LotView> {
  const account = await selectAccountForCaller(ctx.db, ctx.caller, accountNumber);
  if (account === undefined) throw forbidden();
  const isTaxable = accountTypes.find(account.accountType)?.taxability === "taxable";
  return { accountNumber, isTaxable, today: newYorkDay(ctx.now) };
}
