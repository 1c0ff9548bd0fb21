// Changes of reconciliations for other resources: keeping the breaks that statements show.

import type { WriteContext } from "../../../platform/change/context.ts";
import { type IncludedEntries, includedEntries } from "../../../platform/change/write.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { reconcileAccountsEntry } from "./entries.ts";
import type { FoundBreaks } from "./found-breaks.ts";
import { keepDays } from "./reconcile-accounts.ts";

export { reconcileDays } from "./reconcile-accounts.ts";

/** Keeps the breaks of several days in the transaction of another change, with the entries that it includes; also
 * returns the days that are left out. */
export async function includeDays(
  tx: Tx,
  ctx: WriteContext,
  days: readonly FoundBreaks[],
): Promise<{ readonly lateDays: readonly string[]; readonly included: IncludedEntries }> {
  const { lateDays, notes } = await keepDays(tx, ctx, days);
  return { lateDays, included: includedEntries(reconcileAccountsEntry, notes) };
}
