// SQL for documents: the rows and bytes that are only added, and what runs have drawn.
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { part, type Reader, type Sender, sql, type Tx } from "../../../platform/store/db.ts";
import type { DocumentRow } from "./document.ts";

/** The columns of a drawing `d`, as those of a document. */
const drawnColumns = part`
  d.subject, d.document_oid as "documentOid", d.kind, d.report_type as "reportType",
  d.report_on as "reportOn", d.name, d.media_type as "mediaType", d.byte_count as "byteCount",
  d.sha256, d.retain_until as "retainUntil", d.template_oid as "templateOid",
  d.is_corrected as "isCorrected", d.run_oid as "runOid", d.household_oid as "householdOid",
  d.accounts_shown as "accountsShown", d.created_at as "createdAt", d.created_by as "createdBy",
  null as "documentType"`;

/** Adds a document with its bytes. */
export function insertDocument(sender: Sender, row: DocumentRow, content: Buffer): void {
  sender.send(sql`
    insert into document (subject, document_oid, kind, report_type, document_type, report_on, name,
      media_type, byte_count, sha256, report_year, retain_until, template_oid, is_corrected, run_oid,
      household_oid, accounts_shown, created_at, created_by)
    values (${row.subject}, ${row.documentOid}, ${row.kind}, ${row.reportType}, ${row.documentType},
      ${row.reportOn}, ${row.name}, ${row.mediaType}, ${row.byteCount}, ${row.sha256},
      extract(year from ${row.reportOn}::date), ${row.retainUntil}, ${row.templateOid},
      ${row.isCorrected}, ${row.runOid}, ${row.householdOid},
      ${row.accountsShown}::text[], ${row.createdAt}, ${row.createdBy})`);
  sender.send(sql`
    insert into document_content (subject, document_oid, report_year, content)
    values (${row.subject}, ${row.documentOid}, extract(year from ${row.reportOn}::date),
      ${content})`);
}

/** Adds what a run has drawn. */
export function insertDrawn(sender: Sender, row: DocumentRow, content: Buffer): void {
  sender.send(sql`
    insert into drawn_document (subject, document_oid, run_oid, kind, report_type, report_on, name,
      media_type, byte_count, sha256, report_year, retain_until, template_oid, is_corrected,
      household_oid, accounts_shown, created_at, created_by, content)
    values (${row.subject}, ${row.documentOid}, ${row.runOid}, ${row.kind}, ${row.reportType},
      ${row.reportOn}, ${row.name}, ${row.mediaType}, ${row.byteCount}, ${row.sha256},
      extract(year from ${row.reportOn}::date), ${row.retainUntil}, ${row.templateOid},
      ${row.isCorrected}, ${row.householdOid}, ${row.accountsShown}::text[], ${row.createdAt},
      ${row.createdBy}, ${content})`);
}

/** The papers that a run has drawn, by subject and id, without the bytes; one page behind a
 * place. */
export async function selectDrawn(
  db: Reader,
  runOid: Id,
  after: Pick<DocumentRow, "subject" | "documentOid">,
  limit: number,
): Promise<DocumentRow[]> {
  return db.rows(sql<DocumentRow>`
    select ${drawnColumns} from drawn_document as d
    where d.run_oid = ${runOid}
      and (d.subject, d.document_oid) > (${after.subject}, ${after.documentOid}::bigint)
    order by d.subject, d.document_oid limit ${limit}`);
}

/** The papers that a run has drawn and not released, without bytes: up to a limit, the same ones whenever they are asked
 * for, by the hash of run and document. If an account is named, only its papers. */
export async function selectDrawnByHash(
  db: Reader,
  runOid: Id,
  { accountNumber, limit }: { readonly accountNumber: string | null; readonly limit: Decimal },
): Promise<DocumentRow[]> {
  return db.rows(sql<DocumentRow>`
    select ${drawnColumns} from drawn_document as d
    where d.run_oid = ${runOid}
      and (${accountNumber}::text is null or d.subject = ${accountNumber}
        or ${accountNumber} = any(d.accounts_shown))
    order by sha256(convert_to(concat_ws(' ', d.run_oid, d.document_oid), 'UTF8')), d.document_oid
    limit ${limit}::bigint`);
}

/** The bytes of a drawing of a run, with its row. */
export async function selectDrawnContent(
  db: Reader,
  runOid: Id,
  documentOid: Id,
): Promise<(DocumentRow & { readonly content: Buffer }) | undefined> {
  return db.first(sql<DocumentRow & { readonly content: Buffer }>`
    select ${drawnColumns}, d.content from drawn_document as d
    where d.run_oid = ${runOid} and d.document_oid = ${documentOid}`);
}

/** Moves drawings of a run to the documents. */
export function releaseRows(
  tx: Tx,
  runOid: Id,
  rows: readonly Pick<DocumentRow, "subject" | "documentOid">[],
  at: Date,
): void {
  const subjects = rows.map(({ subject }) => subject);
  const oids = rows.map(({ documentOid }) => documentOid);
  tx.send(sql`
    insert into document (subject, document_oid, kind, report_type, report_on, name, media_type,
      byte_count, sha256, report_year, retain_until, template_oid, is_corrected, run_oid,
      household_oid, accounts_shown, created_at, created_by)
    select subject, document_oid, kind, report_type, report_on, name, media_type, byte_count, sha256,
      report_year, retain_until, template_oid, is_corrected, run_oid, household_oid, accounts_shown,
      ${at}::timestamptz, created_by
    from drawn_document
    where run_oid = ${runOid} and subject = any(${subjects}::text[])
      and document_oid = any(${oids}::bigint[])`);
  tx.send(sql`
    insert into document_content (subject, document_oid, report_year, content)
    select subject, document_oid, report_year, content from drawn_document
    where run_oid = ${runOid} and subject = any(${subjects}::text[])
      and document_oid = any(${oids}::bigint[])`);
  tx.send(sql`
    delete from drawn_document
    where run_oid = ${runOid} and subject = any(${subjects}::text[])
      and document_oid = any(${oids}::bigint[])`);
}

/** Removes what a run has drawn. */
export function deleteDrawn(tx: Tx, runOid: Id): void {
  tx.send(sql`delete from drawn_document where run_oid = ${runOid}`);
}
