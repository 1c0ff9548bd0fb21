// The statements of loading offers, over the staging tables.
import { sql, type Tx } from "../../../platform/store/db.ts";

/** The lines of a load of documents that would alter the bytes of a stored version. */
export async function selectAlteredDocuments(tx: Tx): Promise<{ line: number }[]> {
  return tx.rows(sql<{ line: number }>`
    select s.load_line::integer as line
    from load_offer_documents as s
      join offer_document as d using (issuing_firm_oid, ticker, document_id, version)
    where d.content_sha256 <> s.content_sha256
    order by s.load_line`);
}
