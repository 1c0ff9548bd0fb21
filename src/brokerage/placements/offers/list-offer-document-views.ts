// Listing who has viewed and signed a document of an offer. (interface 2.4)

import { encodeInstant } from "@bursar/values/dates";
import { type Context, clientsInView } from "../../../platform/change/context.ts";
import { notFound } from "../../../values/problem.ts";
import type { DocumentView } from "./approval-schema.ts";
import { selectDocument, selectViews } from "./document-queries.ts";
import { offerErrors } from "./errors.ts";
import { isDocumentId } from "./get-offer-document.ts";

/** The views that the caller's firm may see, on behalf of a client those of the client, by member and
 * version; 404 without such a document. */
export async function listOfferDocumentViews(
  { db, caller }: Context,
  offerOid: string,
  documentId: string,
): Promise<DocumentView[]> {
  if (!isDocumentId(documentId)) throw notFound(offerErrors.documentNotFound);
  const loginIds = clientsInView(caller).map(({ loginId }) => loginId);
  const [found, views] = await Promise.all([
    selectDocument(db, { offerOid, documentId, version: null }),
    selectViews(db, { offerOid, documentId, viewerOid: caller.firm.oid, loginIds }),
  ]);
  if (found === undefined) throw notFound(offerErrors.documentNotFound);
  return views.map(({ loginId, version, viewedAt, count, signedAt }) => ({
    loginId,
    version,
    viewedTimestamp: encodeInstant(viewedAt),
    numberOfViews: count,
    signedTimestamp: signedAt && encodeInstant(signedAt),
  }));
}
