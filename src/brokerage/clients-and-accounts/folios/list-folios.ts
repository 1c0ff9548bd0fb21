// Reading the folios of an account. (interface 4.17)
import type { Context } from "../../../platform/change/context.ts";
import { selectFolios } from "./queries.ts";
import type { Folio } from "./schema.ts";

/** Returns the folios of an account in order of number. */
export async function listFolios(ctx: Context, accountNumber: string): Promise<Folio[]> {
  return selectFolios(ctx.db, accountNumber);
}
