// Listing documents on hold, or those whose bytes may be removed. (docs/documents.md)
import { encodeDay, encodeInstant, newYorkDay } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import { type Page, pageOf, usualLimit } from "../../../values/page.ts";
import { daysOfExpiry } from "./expire-documents.ts";
import {
  type DueDocument,
  type HeldDocument,
  selectAnyDocument,
  selectDue,
  selectHeld,
} from "./queries.ts";
import type { DocumentsQuery, ListedDocument } from "./schema.ts";

const first = { subject: "", documentOid: "0" as Id };

/** Documents by owner and id. */
export async function listRetainedDocuments(
  { db, now }: Context,
  query: DocumentsQuery,
): Promise<Page<ListedDocument>> {
  const limit = query.limit ?? usualLimit;
  const most = Number.parseInt(limit, 10) + 1;
  const after = query.after === undefined ? first : await selectAnyDocument(db, query.after);
  // Behind a document that is not there nothing is left.
  if (after === undefined) return { entries: [], next: undefined };
  const found: readonly (DueDocument | HeldDocument)[] =
    query.state === "due"
      ? await selectDue(db, daysOfExpiry(newYorkDay(now)), after, most)
      : await selectHeld(db, after, most);
  const { shown, last } = pageOf(found, limit);
  return { entries: shown.map(encodeListed), next: last?.documentOid };
}

function encodeListed(document: DueDocument | HeldDocument): ListedDocument {
  const held = "heldAt" in document ? document : undefined;
  return {
    documentOid: document.documentOid,
    owner: document.subject,
    name: document.name,
    retainUntil: document.retainUntil && encodeDay(document.retainUntil),
    hold: held !== undefined,
    reason: held?.reason ?? null,
    heldts: held === undefined ? null : encodeInstant(held.heldAt),
    heldBy: held?.heldBy ?? null,
  };
}
