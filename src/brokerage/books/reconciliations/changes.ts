// Changes of reconciliations for other resources: keeping the breaks that statements show.

import type { WriteContext } from "../../../platform/change/context.ts";
import { type IncludedEntries, includedEntries, write } from "../../../platform/change/write.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { reconcileAccountsEntry } from "./entries.ts";
import type { FoundBreaks } from "./found-breaks.ts";
import { keepBreaks, type Note } from "./reconcile-accounts.ts";

/** Keeps the breaks of several days, the earliest first. A day before the last one of any of its accounts is left
 * out; these days are returned. */
export async function reconcileDays(
  ctx: WriteContext,
  days: readonly FoundBreaks[],
): Promise<readonly string[]> {
  return write(ctx, reconcileAccountsEntry, async (tx) => {
    const { lateDays, notes } = await keepDays(tx, ctx, days);
    return { value: lateDays, audit: notes };
  });
}

/** The same in the transaction of another change, with the entries that it includes. */
export async function includeDays(
  tx: Tx,
  ctx: WriteContext,
  days: readonly FoundBreaks[],
): Promise<{ readonly lateDays: readonly string[]; readonly included: IncludedEntries }> {
  const { lateDays, notes } = await keepDays(tx, ctx, days);
  return { lateDays, included: includedEntries(reconcileAccountsEntry, notes) };
}

async function keepDays(tx: Tx, ctx: WriteContext, days: readonly FoundBreaks[]) {
  const lateDays: string[] = [];
  const notes: Note[] = [];
  for (const found of days.toSorted((a, b) => (a.on < b.on ? -1 : 1))) {
    const kept = await keepBreaks(tx, ctx, found);
    if (kept.laterDay !== null) lateDays.push(found.on);
    notes.push(...kept.notes);
  }
  return { lateDays, notes };
}
