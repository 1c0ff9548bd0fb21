// Reading one folio of an account. (interface 4.17)

import { isFolioNumber } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import { accountsInView, folioNotFound } from "../accounts/reads.ts";
import { selectFolio } from "./queries.ts";
import type { FolioDetail } from "./schema.ts";

/** Returns one folio with its settings as the caller may see them; 404 where the account has none of that number. */
export async function getFolio(
  ctx: Context,
  accountNumber: string,
  folioNumber: string,
): Promise<FolioDetail> {
  // An impossible folio number never reaches the store, which rejects U+0000.
  if (!isFolioNumber(folioNumber)) throw folioNotFound();
  const folio = await selectFolio(ctx.db, accountNumber, folioNumber);
  if (folio === undefined) throw folioNotFound();
  return { ...folio, benchmark: await shownBenchmark(ctx, folio.benchmark) };
}

const ofAccount = "account:";

/** The benchmark of a folio, unless it is an account whose details the caller does not see: its returns are then
 * not compared, and the number of that account is not shown. */
async function shownBenchmark(
  { db, caller }: Context,
  benchmark: string | null,
): Promise<string | null> {
  if (!benchmark?.startsWith(ofAccount)) return benchmark;
  const number = benchmark.slice(ofAccount.length);
  return (await accountsInView(db, caller, [number], "detail")).has(number) ? benchmark : null;
}
