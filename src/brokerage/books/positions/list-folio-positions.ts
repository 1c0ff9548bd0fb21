// Reading what a folio holds, at last prices. (interface 4.18)
import type { Context } from "../../../platform/change/context.ts";
import { targetsOfFolio } from "../../model-portfolios/model-subscriptions/reads.ts";
import { encodeHolding, tickerOf } from "./encode-holding.ts";
import { holdingsOfFolio } from "./folio-holdings.ts";
import type { FolioPosition } from "./schema.ts";

/** Returns what a folio holds by ticker, then its cash; 404 where the account has no such folio. */
export async function listFolioPositions(
  ctx: Context,
  accountNumber: string,
  folioNumber: string,
): Promise<FolioPosition[]> {
  const holdings = await holdingsOfFolio(ctx, accountNumber, folioNumber);
  const targets = await targetsOfFolio(ctx, accountNumber, folioNumber);
  const weights = targets && new Map(targets.map((each) => [each.ticker, each.targetWeight]));
  return holdings.map((holding) => ({
    accountNumber,
    folioNumber,
    ...encodeHolding(holding),
    targetWeight: weights ? (weights.get(tickerOf(holding)) ?? "0.00") : null,
  }));
}
