// SQL for documents that were sent to the service.
import type { Id } from "@bursar/values/ids";
import { part, type Reader, type Sender, sql } from "../../../platform/store/db.ts";
import type { MediaType } from "../vault/reads.ts";

/** The description of a document that was sent. */
export interface UploadRow {
  readonly subject: string;
  readonly documentOid: Id;
  readonly reference: string | null;
  readonly referenceType: string;
  readonly comments: string | null;
  readonly itemAccount: string | null;
  readonly itemId: Id | null;
}

/** Adds what an upload says of itself. */
export function insertUpload(sender: Sender, row: UploadRow): void {
  sender.send(sql`
    insert into document_upload (subject, document_oid, reference, reference_type, comments,
      item_account_number, item_id)
    values (${row.subject}, ${row.documentOid}, ${row.reference}, ${row.referenceType},
      ${row.comments}, ${row.itemAccount}, ${row.itemId})`);
}

/** An upload with the document that it is; one that was loaded says nothing more of itself. */
export interface UploadedRow extends Omit<UploadRow, "referenceType"> {
  readonly referenceType: string | null;
  readonly documentType: string;
  readonly name: string;
  readonly mediaType: MediaType;
  readonly byteCount: number;
  readonly sha256: string;
  readonly createdAt: Date;
}

const uploaded = part`
  d.subject, d.document_oid as "documentOid", d.document_type as "documentType", u.reference,
  u.reference_type as "referenceType", u.comments, u.item_account_number as "itemAccount",
  u.item_id as "itemId", d.name, d.media_type as "mediaType", d.byte_count as "byteCount", d.sha256,
  d.created_at as "createdAt"
  from document as d left join document_upload as u using (subject, document_oid)`;

/** The documents that were sent of a subject, the newest first. */
export async function selectUploads(db: Reader, subject: string): Promise<UploadedRow[]> {
  return db.rows(sql<UploadedRow>`
    select ${uploaded} where d.subject = ${subject} and d.kind = 'upload'
    order by d.created_at desc, d.document_oid desc`);
}

/** A document that was sent, with its bytes; null once they have expired. */
export async function selectUpload(
  db: Reader,
  subject: string,
  documentOid: Id,
): Promise<(Pick<UploadedRow, "name" | "mediaType" | "sha256"> & Bytes) | undefined> {
  return db.first(sql<Pick<UploadedRow, "name" | "mediaType" | "sha256"> & Bytes>`
    select d.name, d.media_type as "mediaType", d.sha256, c.content
    from document as d
      left join document_content as c using (subject, document_oid, report_year)
    where d.subject = ${subject} and d.document_oid = ${documentOid} and d.kind = 'upload'`);
}

interface Bytes {
  readonly content: Buffer | null;
}
