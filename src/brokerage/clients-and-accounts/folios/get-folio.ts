// Reading one folio of an account. (interface 4.17)

import { isFolioNumber } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import { folioNotFound } from "../accounts/reads.ts";
import { selectFolio } from "./queries.ts";
import type { FolioDetail } from "./schema.ts";

/** Returns one folio with its settings; 404 where the account has none of that number. */
export async function getFolio(
  ctx: Context,
  accountNumber: string,
  folioNumber: string,
): Promise<FolioDetail> {
  // An impossible folio number never reaches the store, which rejects U+0000.
  if (!isFolioNumber(folioNumber)) throw folioNotFound();
  const folio = await selectFolio(ctx.db, accountNumber, folioNumber);
  if (folio === undefined) throw folioNotFound();
  return folio;
}
