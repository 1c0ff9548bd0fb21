// Documents that were sent, in the interface's terms.
import { encodeInstant } from "@bursar/values/dates";
import type { Reader } from "../../../platform/store/db.ts";
import { statusesOfItems } from "../../clients-and-accounts/agreements/reads.ts";
import type { UploadedRow } from "./queries.ts";
import type { UploadedDocument } from "./schema.ts";

/** Uploads as they are returned, with the status of the item that asks for the verdict. */
export async function encodeUploads(
  db: Reader,
  rows: readonly UploadedRow[],
): Promise<UploadedDocument[]> {
  const items = rows.flatMap(({ itemAccount, itemId }) =>
    itemAccount === null || itemId === null ? [] : [{ accountNumber: itemAccount, id: itemId }],
  );
  const statuses = await statusesOfItems(db, items);
  return rows.map((row) => ({
    documentOid: row.documentOid,
    documentType: row.documentType,
    name: row.name,
    mediaType: row.mediaType,
    bytes: String(row.byteCount),
    sha256: row.sha256,
    reference: row.reference,
    referenceType: row.referenceType ?? usualReferenceType(row),
    comments: row.comments,
    createts: encodeInstant(row.createdAt),
    ifaId: row.itemId,
    ifaStatus: statuses.get(row.itemId ?? "") ?? null,
  }));
}

function usualReferenceType({ subject }: UploadedRow): "ACCOUNT" | "MEMBER" {
  return subject.startsWith("member:") ? "MEMBER" : "ACCOUNT";
}
