// The statements of approvals, of documents and their views, and of invitations.

import type { Day } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import { type Reader, sql, type Tx } from "../../../platform/store/db.ts";

/** Names the security of an issuer. */
export interface IssuedTicker {
  readonly firmOid: Id;
  readonly ticker: string;
}

/** The facts about an issuer's security when it is approved or gets a document. */
export interface KnownOfSecurity {
  readonly isIssuing: boolean;
  readonly approvedOn: Day | null;
  readonly offerOid: Id | null;
}

/** Locks a firm, and returns what is known of its security. */
export async function lockIssuer(
  tx: Tx,
  { firmOid, ticker }: IssuedTicker,
): Promise<KnownOfSecurity | undefined> {
  return tx.first(sql<KnownOfSecurity>`
    select firm.kind = 'issuing' as "isIssuing",
      (select approved_on from offer_approval as a
        where a.issuing_firm_oid = firm.firm_oid and upper(a.ticker) = upper(${ticker}))
        as "approvedOn",
      (select offer_oid from offer as o
        where o.issuing_firm_oid = firm.firm_oid and upper(o.ticker) = upper(${ticker}))
        as "offerOid"
    from firm where firm_oid = ${firmOid} for no key update`);
}

/** Stores the day of an approval in place of an earlier one. */
export function replaceApproval(tx: Tx, of: IssuedTicker, approvedOn: Day | undefined): void {
  const { firmOid, ticker } = of;
  tx.send(sql`
    delete from offer_approval
    where issuing_firm_oid = ${firmOid} and upper(ticker) = upper(${ticker})`);
  if (approvedOn === undefined) return;
  tx.send(sql`
    insert into offer_approval (issuing_firm_oid, ticker, approved_on)
    values (${firmOid}, ${ticker}, ${approvedOn})`);
}

/** An approval with the contract of its issuer. */
export interface ApprovalRow {
  readonly ticker: string;
  readonly approvedOn: Day;
  readonly isUnderContract: boolean;
}

/** The approvals of an issuer's securities, by ticker. */
export async function selectApprovals(db: Reader, firmOid: string): Promise<ApprovalRow[]> {
  return db.rows(sql<ApprovalRow>`
    select a.ticker, a.approved_on as "approvedOn", firm.under_contract as "isUnderContract"
    from offer_approval as a join firm on firm.firm_oid = a.issuing_firm_oid
    where a.issuing_firm_oid = ${firmOid} order by a.ticker`);
}

/** The latest version of a document. */
export async function selectLatestVersion(
  db: Reader,
  { firmOid, ticker }: IssuedTicker,
  documentId: string,
): Promise<string | undefined> {
  const found = await db.first(sql<{ version: string }>`
    select version from offer_document
    where issuing_firm_oid = ${firmOid} and upper(ticker) = upper(${ticker})
      and document_id = ${documentId}
    order by version_major desc, version_minor desc limit 1`);
  return found?.version;
}

/** A document as it is stored. */
export interface NewDocumentRow extends IssuedTicker {
  readonly id: string;
  readonly version: string;
  readonly name: string;
  readonly title: string;
  readonly required: boolean;
  readonly signable: boolean;
  readonly content: Buffer;
  readonly sha256: Buffer;
}

/** Stores a version of a document; `offer_document_version_key` rejects one that is there. */
export function insertDocument(tx: Tx, row: NewDocumentRow): void {
  tx.send(sql`
    insert into offer_document (issuing_firm_oid, ticker, document_id, version, name, title,
      required, signable, content, content_sha256)
    values (${row.firmOid}, ${row.ticker}, ${row.id}, ${row.version}, ${row.name}, ${row.title},
      ${row.required}, ${row.signable}, ${row.content}, ${row.sha256})`);
}

/** Names a version of a document of an offer; null is the latest. */
export interface DocumentKey {
  readonly offerOid: string;
  readonly documentId: string;
  readonly version: string | null;
}

/** A document's version with its bytes. */
export interface DocumentContent {
  readonly version: string;
  readonly name: string;
  readonly content: Buffer;
}

/** A version of a document with its bytes. */
export async function selectDocument(
  db: Reader,
  { offerOid, documentId, version }: DocumentKey,
): Promise<DocumentContent | undefined> {
  return db.first(sql<DocumentContent>`
    select d.version, d.name, d.content
    from offer as o
      join offer_document as d
        on d.issuing_firm_oid = o.issuing_firm_oid and upper(d.ticker) = upper(o.ticker)
    where o.offer_oid = ${offerOid} and d.document_id = ${documentId}
      and coalesce(d.version = ${version}, true)
    order by d.version_major desc, d.version_minor desc limit 1`);
}

/** A view of a version by a member. */
export interface ViewRow {
  readonly offerOid: string;
  readonly loginId: string;
  readonly documentId: string;
  readonly version: string;
  readonly at: Date;
  readonly requestId: string;
  readonly address: string;
}

/** Records a view in addition to the earlier ones of the version by the member. */
export function recordView(tx: Tx, view: ViewRow): void {
  tx.send(sql`
    insert into offer_document_view as seen (offer_oid, login_id, document_id, version, view_count,
      first_viewed_at, last_viewed_at, request_id, address)
    values (${view.offerOid}, ${view.loginId}, ${view.documentId}, ${view.version}, 1,
      ${view.at}, ${view.at}, ${view.requestId}, ${view.address})
    on conflict (offer_oid, login_id, document_id, version) do update
      set view_count = seen.view_count + 1,
        last_viewed_at = greatest(seen.last_viewed_at, excluded.last_viewed_at),
        request_id = excluded.request_id, address = excluded.address`);
}

/** The views of documents to select: of all members, or of those of a firm. */
export interface ViewsChoice {
  readonly offerOid: string;
  readonly documentId: string;
  readonly viewerOid: Id;
  /** The clients on whose behalf the views are read: these alone. Empty for all. */
  readonly loginIds: readonly string[];
}

/** Views of the versions of a document. */
export interface ViewedRow {
  readonly loginId: string;
  readonly version: string;
  readonly viewedAt: Date;
  readonly count: string;
  readonly signedAt: Date | null;
}

/** The views of a document that a firm may see, by member and version: the operator and the creating
 * firm all, other firms those of their members. */
export async function selectViews(db: Reader, choice: ViewsChoice): Promise<ViewedRow[]> {
  return db.rows(sql<ViewedRow>`
    select seen.login_id as "loginId", seen.version, seen.first_viewed_at as "viewedAt",
      seen.view_count::text as count, seen.signed_at as "signedAt"
    from offer_document_view as seen
      join offer as o using (offer_oid)
      join member as m on m.login_id = seen.login_id
      join firm as viewer on viewer.firm_oid = ${choice.viewerOid}
    where seen.offer_oid = ${choice.offerOid} and seen.document_id = ${choice.documentId}
      and (viewer.kind = 'operator' or viewer.firm_oid in (o.creating_firm_oid, m.firm_oid))
      and ${choice.loginIds}::text[] <@ array[seen.login_id]
    order by seen.login_id, split_part(seen.version, '.', 1)::integer,
      split_part(seen.version, '.', 2)::integer`);
}

/** The latest version of a document, and what a member has done with it. */
export interface DocumentOfMember {
  readonly id: string;
  readonly version: string;
  readonly required: boolean;
  readonly signable: boolean;
  readonly isViewed: boolean;
  readonly isSigned: boolean;
}

/** The documents of an offer in their latest versions, with what a member has done with each. */
export async function selectDocumentsOfMember(
  db: Reader,
  offerOid: Id,
  loginId: string,
): Promise<DocumentOfMember[]> {
  return db.rows(sql<DocumentOfMember>`
    select latest.id, latest.version, latest.required, latest.signable,
      seen.login_id is not null as "isViewed", seen.signed_at is not null as "isSigned"
    from (
      select distinct on (d.document_id) d.document_id as id, d.version, d.required, d.signable
      from offer as o
        join offer_document as d
          on d.issuing_firm_oid = o.issuing_firm_oid and upper(d.ticker) = upper(o.ticker)
      where o.offer_oid = ${offerOid}
      order by d.document_id, d.version_major desc, d.version_minor desc) as latest
    left join offer_document_view as seen
      on seen.offer_oid = ${offerOid} and seen.login_id = ${loginId}
        and seen.document_id = latest.id and seen.version = latest.version
    order by latest.id`);
}

/** Marks viewed versions of documents as signed by a member; what is signed stays as it was. */
export function signDocuments(
  tx: Tx,
  { offerOid, loginId, at }: Pick<ViewRow, "offerOid" | "loginId" | "at">,
  documents: readonly Pick<DocumentOfMember, "id" | "version">[],
): void {
  if (documents.length === 0) return;
  tx.send(sql`
    update offer_document_view as seen set signed_at = greatest(first_viewed_at, ${at})
    from unnest(${documents.map(({ id }) => id)}::text[],
      ${documents.map(({ version }) => version)}::text[]) as signed (document_id, version)
    where seen.offer_oid = ${offerOid} and seen.login_id = ${loginId}
      and seen.document_id = signed.document_id and seen.version = signed.version
      and seen.signed_at is null`);
}

/** The facts besides its documents that decide whether an offer can be published. */
export interface OfferToApprove {
  readonly issuingFirmOid: Id;
  readonly ticker: string;
  readonly isUnderContract: boolean;
  readonly isApproved: boolean;
}

/** The facts besides its documents that decide whether an offer can be published; undefined if
 * there is no such offer. */
export async function selectOfferToApprove(
  db: Reader,
  offerOid: Id,
  today: Day,
): Promise<OfferToApprove | undefined> {
  return db.first(sql<OfferToApprove>`
    select issuing_firm_oid as "issuingFirmOid", ticker,
      (select under_contract from firm where firm.firm_oid = offer.issuing_firm_oid)
        as "isUnderContract",
      exists (select from offer_approval as a
        where a.issuing_firm_oid = offer.issuing_firm_oid and upper(a.ticker) = upper(offer.ticker)
          and a.approved_on <= ${today}) as "isApproved"
    from offer where offer_oid = ${offerOid}`);
}
