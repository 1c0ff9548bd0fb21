// Setting the close of a security, which the books of its holders follow. (interface 4.21)

import type { Day } from "@bursar/values/dates";
import { type Decimal, sameValue } from "@bursar/values/decimal";
import { isId } from "@bursar/values/ids";
import type { NoteOf } from "../../../platform/change/audit-entry.ts";
import type { Context } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { lockSecurity, selectClose, upsertClose } from "../../../reference/prices/queries.ts";
import { securityErrors } from "../../../reference/securities/errors.ts";
import { notFound } from "../../../values/problem.ts";
import { followClose } from "../account-books/changes.ts";
import { setPriceEntry } from "./entries.ts";
import { priceSet } from "./events.ts";

type Note = NoteOf<typeof setPriceEntry>;

/** Stores a close; 404 where there is no such security. The same close again changes nothing. */
export async function setPrice(
  ctx: Context,
  { securityId, date }: { readonly securityId: string; readonly date: Day },
  close: Decimal,
): Promise<void> {
  if (!isId(securityId)) throw notFound(securityErrors.notFound);
  await write(ctx, setPriceEntry, async (tx) => {
    if (!(await lockSecurity(tx, securityId))) throw notFound(securityErrors.notFound);
    const stored = await selectClose(tx, securityId, date);
    if (stored !== undefined && sameValue(stored, close)) return { value: null, audit: [] };
    await upsertClose(tx, { securityId, date, close }, ctx.newId());
    const accounts = await followClose(tx, ctx, { securityId, date });

    const said = { before: { close: stored ?? null }, after: { close } };
    const detail = { securityId, date };
    const events = [priceSet(detail)];
    const ofSecurity = { subject: `security:${securityId}`, ...said, detail, events };
    const ofAccounts = accounts.map((subject) => ({ subject, ...said, detail }));
    return { value: null, audit: inBatches([ofSecurity, ...ofAccounts]) };
  });
}

const notesAtOnce = 200;

/** A close may concern every account. */
async function* inBatches(notes: readonly Note[]): AsyncGenerator<readonly Note[]> {
  for (let at = 0; at < notes.length; at += notesAtOnce) yield notes.slice(at, at + notesAtOnce);
}
