// What other resources may change of reconciliations: keeping the breaks that statements show.

import type { WriteContext } from "../../../platform/change/context.ts";
import type { FoundBreaks } from "./found-breaks.ts";
import { reconcileAccounts } from "./reconcile-accounts.ts";

/** Keeps the breaks of several days, the earliest first. A day before the last one of any of its accounts is left
 * out; these days are returned. */
export async function reconcileDays(
  ctx: WriteContext,
  days: readonly FoundBreaks[],
): Promise<string[]> {
  const late: string[] = [];
  for (const found of days.toSorted((a, b) => (a.on < b.on ? -1 : 1))) {
    const { laterDay } = await reconcileAccounts(ctx, found);
    if (laterDay !== null) late.push(found.on);
  }
  return late;
}
