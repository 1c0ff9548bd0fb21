// Resolving a break by a note. (interface 4.20)

import { isId } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { notFound } from "../../../values/problem.ts";
import { lockAccountForCaller } from "../../clients-and-accounts/accounts/changes.ts";
import { resolveBreakEntry } from "./entries.ts";
import { reconciliationErrors } from "./errors.ts";
import { selectStandingBreak, updateNote } from "./queries.ts";
import type { BreakNote } from "./schema.ts";

/** Resolves a break that stands, as long as its difference stays the same; another note replaces the
 * first. 404 when no break of the account stands with this id. */
export async function resolveBreak(
  ctx: Context,
  { accountNumber, breakId }: { readonly accountNumber: string; readonly breakId: string },
  { note }: BreakNote,
): Promise<void> {
  await write(ctx, resolveBreakEntry, async (tx) => {
    const [account, found] = await Promise.all([
      lockAccountForCaller(tx, ctx.caller, accountNumber, "papers"),
      isId(breakId) ? selectStandingBreak(tx, accountNumber, breakId) : undefined,
    ]);
    if (found === undefined) throw notFound(reconciliationErrors.notFound);
    const { reconciledOn: date, note: noted, notedAt } = found;
    const after = { note, notedAt: ctx.now };
    updateNote(tx, { accountNumber: account.number, breakId }, after);
    const before = { note: noted, notedAt };
    const entry = { subject: account.number, before, after, detail: { breakId, date } };
    return { value: null, audit: [entry] };
  });
}
