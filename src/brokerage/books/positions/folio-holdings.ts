// The holdings of a folio, at last prices.

import { newYorkDay } from "@bursar/values/dates";
import { isFolioNumber } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import { folioNotFound } from "../../clients-and-accounts/accounts/reads.ts";
import { selectPositions } from "./queries.ts";
import { type Holding, valuedHoldings } from "./valued-holdings.ts";

/** The holdings of a folio by ticker, then its cash; 404 where the account has no such folio. */
export async function holdingsOfFolio(
  ctx: Context,
  accountNumber: string,
  folioNumber: string,
): Promise<Holding[]> {
  // An impossible folio number never reaches the store, which refuses U+0000.
  if (!isFolioNumber(folioNumber)) throw folioNotFound();
  const today = newYorkDay(ctx.now);
  const rows = await selectPositions(ctx.db, { accountNumber, folioNumber, today });
  if (rows.length === 0) throw folioNotFound();
  return valuedHoldings(rows);
}
