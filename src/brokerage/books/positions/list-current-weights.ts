// Reading the weights of what a folio holds. (interface 4.18)
import type { Context } from "../../../platform/change/context.ts";
import { percentOf, tickerOf } from "./encode-holding.ts";
import { holdingsOfFolio } from "./folio-holdings.ts";
import type { CurrentWeight } from "./schema.ts";

/** Returns the weights of a folio's positions, in their order. */
export async function listCurrentWeights(
  ctx: Context,
  accountNumber: string,
  folioNumber: string,
): Promise<CurrentWeight[]> {
  const holdings = await holdingsOfFolio(ctx, accountNumber, folioNumber);
  return holdings.map((holding) => ({
    ticker: tickerOf(holding),
    currentWeight: percentOf(holding.weight),
  }));
}
