// Reading how long a document is retained, and its holds.
import { encodeDay, encodeInstant } from "@bursar/values/dates";
import { isId } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import { notFound } from "../../../values/problem.ts";
import { retentionErrors } from "./errors.ts";
import { selectAnyDocument, selectHolds } from "./queries.ts";
import type { RetainedDocument } from "./schema.ts";

/** The document without its bytes; 404 without it. */
export async function getDocumentHold(
  { db }: Context,
  documentOid: string,
): Promise<RetainedDocument> {
  const row = isId(documentOid) ? await selectAnyDocument(db, documentOid) : undefined;
  if (row === undefined) throw notFound(retentionErrors.notFound);
  const holds = await selectHolds(db, row);
  return {
    documentOid: row.documentOid,
    owner: row.subject,
    kind: row.kind,
    reportType: row.reportType,
    documentType: row.documentType,
    reportDate: encodeDay(row.reportOn),
    name: row.name,
    bytes: String(row.byteCount),
    sha256: row.sha256,
    createts: encodeInstant(row.createdAt),
    createdBy: row.createdBy,
    retainUntil: row.retainUntil && encodeDay(row.retainUntil),
    hold: holds[0]?.hold ?? false,
    expiredts: row.expiredAt && encodeInstant(row.expiredAt),
    holds: holds.map(({ hold, reason, heldAt, heldBy }) => ({
      hold,
      reason,
      heldts: encodeInstant(heldAt),
      heldBy,
    })),
  };
}
