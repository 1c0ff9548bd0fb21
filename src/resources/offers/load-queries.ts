// The statements of loading offers, over the staging tables.
import { sql, type Tx } from "../../platform/store/db.ts";
import type { Id } from "../../values/ids.ts";

/** The lines of a load of documents that would alter the bytes of a stored version. */
export async function selectAlteredDocuments(tx: Tx): Promise<{ line: number }[]> {
  return tx.rows(sql<{ line: number }>`
    select s.load_line::integer as line
    from load_offer_documents as s
      join offer_document as d using (issuing_firm_oid, ticker, document_id, version)
    where d.content_sha256 <> s.content_sha256
    order by s.load_line`);
}

/** The ids of the next loaded offers, in order. */
export async function selectLoadedOffers(tx: Tx, after: Id | null): Promise<Id[]> {
  const found = await tx.rows(sql<{ offerOid: Id }>`
    select offer_oid as "offerOid" from load_offers
    where offer_oid > coalesce(${after}::bigint, 0) order by offer_oid limit 500`);
  return found.map(({ offerOid }) => offerOid);
}

/** The ids of the next offers of loaded firms, in order. */
export async function selectOffersOfLoadedIssuers(tx: Tx, after: Id | null): Promise<Id[]> {
  const found = await tx.rows(sql<{ offerOid: Id }>`
    select offer_oid as "offerOid" from offer
    where issuing_firm_oid in (select firm_oid from load_firms)
      and offer_oid > coalesce(${after}::bigint, 0) order by offer_oid limit 500`);
  return found.map(({ offerOid }) => offerOid);
}
