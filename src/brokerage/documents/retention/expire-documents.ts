// Removing the bytes of documents whose time is over: `bursar documents expire`. (docs/documents.md)
import { addMonths, type Day, newYorkDay } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import type { WriteContext } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import type { Reader } from "../../../platform/store/db.ts";
import { expireDocumentsEntry } from "./entries.ts";
import { type DueDocument, deleteContents, lockOwner, selectDue } from "./queries.ts";

const rowsAtOnce = 500;
const monthsOfUploads = -84;

/** The days by which it is judged whether a document's time is over. */
export function daysOfExpiry(today: Day) {
  return { today, sevenYearsAgo: addMonths(today, monthsOfUploads) };
}

/** The documents that are due today, in batches by owner and id. */
export async function* dueDocuments(
  db: Reader,
  today: Day,
): AsyncGenerator<readonly DueDocument[]> {
  let after: Pick<DueDocument, "subject" | "documentOid"> = { subject: "", documentOid: "0" as Id };
  const days = daysOfExpiry(today);
  for (;;) {
    const rows = await selectDue(db, days, after, rowsAtOnce);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsAtOnce) return;
    after = last;
  }
}

/** Removes the bytes of all that are due, each owner's in a transaction with its audit entry; yields what was
 * removed. Rows and hashes stay. */
export async function* expireDocuments(ctx: WriteContext): AsyncGenerator<readonly DueDocument[]> {
  for await (const due of dueDocuments(ctx.db, newYorkDay(ctx.now))) {
    for (const [subject, ofOwner] of Map.groupBy(due, (each) => each.subject)) {
      const removed = new Set(await expireOfOwner(ctx, subject, ofOwner));
      yield ofOwner.filter(({ documentOid }) => removed.has(documentOid));
    }
  }
}

async function expireOfOwner(
  ctx: WriteContext,
  subject: string,
  due: readonly DueDocument[],
): Promise<readonly string[]> {
  return write(ctx, expireDocumentsEntry, async (tx) => {
    // A hold that is placed meanwhile comes before, and is seen, or after.
    await lockOwner(tx, subject);
    const oids = due.map(({ documentOid }) => documentOid);
    const removed = await deleteContents(tx, subject, oids, ctx.now);
    const expired = due
      .filter(({ documentOid }) => removed.includes(documentOid))
      .map(({ documentOid, sha256, retainUntil }) => ({ documentOid, sha256, retainUntil }));
    const audit = expired.length === 0 ? [] : [{ subject, detail: { expired } }];
    return { value: removed, audit };
  });
}
