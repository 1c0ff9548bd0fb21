// SQL for records that are exported: which subjects there are, and the documents of each.
import type { Id } from "@bursar/values/ids";
import { type Reader, sql } from "../../../platform/store/db.ts";

/** The subjects of a firm: itself, its members and its accounts, by name. */
export async function selectSubjectsOfFirm(db: Reader, firmOid: string): Promise<string[]> {
  const rows = await db.rows(sql<{ subject: string }>`
    select 'firm:' || firm_oid as subject from firm where firm_oid = ${firmOid}
    union all
    select 'member:' || login_id from member where firm_oid = ${firmOid}
    union all
    select account_number from account where firm_oid = ${firmOid}
    order by subject`);
  return rows.map(({ subject }) => subject);
}

/** A document of a subject for an export, with its holds and readings as JSON. */
export interface ExportedDocument {
  readonly documentOid: Id;
  readonly mediaType: string;
  readonly sha256: string;
  /** Everything that is stored of it but its bytes, as JSON. */
  readonly row: string;
}

/** The documents of a subject by id. */
export async function selectDocumentsOf(db: Reader, subject: string): Promise<ExportedDocument[]> {
  return db.rows(sql<ExportedDocument>`
    select d.document_oid as "documentOid", d.media_type as "mediaType", d.sha256,
      json_build_object(
        'documentOid', d.document_oid::text, 'owner', d.subject, 'kind', d.kind,
        'reportType', d.report_type, 'documentType', d.document_type, 'reportDate', d.report_on,
        'name', d.name, 'mediaType', d.media_type, 'bytes', d.byte_count,
        'sha256', d.sha256, 'isCorrected', d.is_corrected,
        'runOid', d.run_oid::text, 'householdOid', d.household_oid::text,
        'createdAt', d.created_at, 'createdBy', d.created_by, 'retainUntil', d.retain_until,
        'expiredAt', (select expired_at from document_expiry as x
          where x.subject = d.subject and x.document_oid = d.document_oid),
        'holds', (select coalesce(json_agg(json_build_object('hold', h.hold, 'reason', h.reason,
            'heldAt', h.held_at, 'heldBy', h.held_by) order by h.held_at, h.hold_id), '[]')
          from document_hold as h
          where h.subject = d.subject and h.document_oid = d.document_oid),
        'readings', (select coalesce(json_agg(json_build_object('loginId', r.login_id,
            'readAt', r.read_at) order by r.read_at, r.login_id), '[]')
          from document_reading as r
          where r.subject = d.subject and r.document_oid = d.document_oid))::text as row
    from document as d
    where d.subject = ${subject} order by d.document_oid`);
}

/** The bytes of a document; undefined once they have expired. */
export async function selectBytesOf(
  db: Reader,
  subject: string,
  documentOid: Id,
): Promise<Buffer | undefined> {
  const row = await db.first(sql<{ content: Buffer }>`
    select content from document_content
    where subject = ${subject} and document_oid = ${documentOid}`);
  return row?.content;
}
