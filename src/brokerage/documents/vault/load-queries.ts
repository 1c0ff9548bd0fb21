// Checks of the store by a load of documents.
import { part, sql, type Tx } from "../../../platform/store/db.ts";

/** Whether a document's bytes `t` are those of a staged row. */
export const isOfStagedDocument = part`
  (t.subject, t.document_oid) in (select subject, document_oid from load_documents)`;

/** A staged row that is refused, and why. */
export interface RefusedDocument {
  readonly line: number;
  readonly fault: "owner" | "altered" | "bytes";
}

/** Staged rows without an owner in the store, with bytes that are not accepted, or unlike what is stored. */
export async function selectRefusedDocuments(
  tx: Tx,
  mostBytes: number,
): Promise<RefusedDocument[]> {
  return tx.rows(sql<RefusedDocument>`
    select s.load_line::integer as line, fault
    from load_documents as s
      left join document as d using (subject, document_oid)
      cross join lateral (values
        ('owner', not exists (select from account where account_number = s.subject)
          and not exists (select from member where 'member:' || login_id = s.subject)),
        ('bytes', s.media_type is null or s.byte_count > ${mostBytes}::bigint),
        ('altered', d.sha256 is not null and (d.sha256, d.report_on, d.name,
            coalesce(d.report_type, d.document_type), d.is_corrected, d.created_at)
          is distinct from (s.sha256, s.report_on, s.name,
            coalesce(s.report_type, s.document_type), s.is_corrected, s.created_at)))
        as found (fault, is_found)
    where is_found order by 1, 2`);
}
