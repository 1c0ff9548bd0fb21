// Placing a legal hold on a document, or lifting it. (docs/documents.md)
import { isId } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { notFound } from "../../../values/problem.ts";
import { documentEventData, documentHeld, makerOf } from "../vault/changes.ts";
import { setDocumentHoldEntry } from "./entries.ts";
import { retentionErrors } from "./errors.ts";
import { insertHold, lockOwner, selectAnyDocument, selectHolds } from "./queries.ts";
import type { DocumentHold } from "./schema.ts";

/** Stores that the document is held or no longer held; 404 without it. A document whose bytes have expired
 * can be held as well. */
export async function setDocumentHold(
  ctx: Context,
  documentOid: string,
  { hold, reason }: DocumentHold,
): Promise<void> {
  await write(ctx, setDocumentHoldEntry, async (tx) => {
    const document = isId(documentOid) ? await selectAnyDocument(tx, documentOid) : undefined;
    if (document === undefined) throw notFound(retentionErrors.notFound);
    const { subject } = document;
    await lockOwner(tx, subject);
    const [latest] = await selectHolds(tx, document);
    const heldBy = makerOf(ctx.actor);
    insertHold(tx, document, { id: ctx.newId(), hold, reason, heldAt: ctx.now, heldBy });
    const note = {
      subject,
      before: { hold: latest?.hold ?? false },
      after: { hold },
      detail: { documentOid: document.documentOid, reason },
      events: [documentHeld(documentEventData(document))],
    };
    return { value: null, audit: [note] };
  });
}
