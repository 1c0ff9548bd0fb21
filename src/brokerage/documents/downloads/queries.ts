// SQL for the papers that stand under a member.
import type { Day } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import { part, type Reader, sql, type Tx } from "../../../platform/store/db.ts";
import type { DocumentRow } from "../vault/reads.ts";

/** An account of which a member gets papers, and the rights of the member to it. */
export interface PaperAccount {
  readonly accountNumber: string;
  readonly summary: boolean;
  readonly detail: boolean;
  readonly papers: boolean;
}

/** A reader of papers, who sees the accounts of a member in a firm (null for every firm), and the levels of
 * permission that have each right. */
export interface PaperReader {
  readonly loginId: string;
  readonly firmOid: Id | null;
  readonly levels: Readonly<Record<"summary" | "detail" | "papers", readonly string[]>>;
}

/** The accounts that the member owns, or is permitted to with alerts, today. */
export async function selectPaperAccounts(
  db: Reader,
  { loginId, firmOid, levels }: PaperReader,
): Promise<PaperAccount[]> {
  return db.rows(sql<PaperAccount>`
    select account_number as "accountNumber",
      bool_or(is_owner or permission = any(${levels.summary}::text[])) as summary,
      bool_or(is_owner or permission = any(${levels.detail}::text[])) as detail,
      bool_or(is_owner or permission = any(${levels.papers}::text[])) as papers
    from (
        select account_number, true as is_owner, '' as permission from account_owner
        where login_id = ${loginId}
        union all
        select account_number, false, permission from account_permitted_login
        where login_id = ${loginId} and alert_level in ('all', 'limited')) as own
      join account using (account_number)
    where coalesce(${firmOid}::bigint, firm_oid) in (firm_oid, client_firm_oid)
    group by account_number order by account_number`);
}

/** The households of some accounts, on any day. */
export async function selectHouseholdsOf(db: Reader, accounts: readonly string[]): Promise<Id[]> {
  const rows = await db.rows(sql<{ oid: Id }>`
    select distinct household_oid as oid from household_account
    where account_number = any(${accounts}::text[]) order by 1`);
  return rows.map(({ oid }) => oid);
}

/** The papers that a member may see: accounts by right, and the households that they are or were in. */
export interface PapersInView {
  readonly loginId: string;
  readonly summary: readonly string[];
  readonly detail: readonly string[];
  readonly papers: readonly string[];
  readonly households: readonly Id[];
}

/** The types and days of the papers to select. */
export interface PaperFilter {
  readonly types: readonly string[];
  readonly from: Day | null;
  readonly to: Day | null;
}

/** A paper with the member's first reading of it. */
export interface PaperRow
  extends Pick<
    DocumentRow,
    | "subject"
    | "documentOid"
    | "reportOn"
    | "name"
    | "mediaType"
    | "sha256"
    | "templateOid"
    | "isCorrected"
    | "createdAt"
  > {
  readonly reportType: string;
  readonly readAt: Date | null;
}

/** A paper in a list, with the id of the one that took its place. */
export interface ListedPaper extends PaperRow {
  readonly replacedBy: Id | null;
}

const columns = part`
  d.subject, d.document_oid as "documentOid", d.report_type as "reportType",
  d.report_on as "reportOn", d.name, d.media_type as "mediaType", d.sha256,
  d.template_oid as "templateOid", d.is_corrected as "isCorrected", d.created_at as "createdAt",
  r.read_at as "readAt"`;

/** Whether a document `d` is the member's or shows only accounts to which the member has the right that its
 * type needs; a statement that uses it begins with the member and the accounts as `viewer`. */
const isInView = part`(d.subject = 'member:' || viewer.login_id
    or coalesce(d.accounts_shown, array[d.subject]) <@ case
      when d.report_type in ('W', 'X', 'Y') then viewer.papers
      when d.report_type = 'R' then viewer.summary
      else viewer.detail end)`;

/** The next paper that took the place of a document `d`: a corrected one of the same owner and day. Statements and
 * reports are of the same period, where runs drew them; any other has the same name up to what marks its version. */
const replacedBy = part`
  (select c.document_oid from document as c
    where c.subject = d.subject and c.is_corrected and c.report_on = d.report_on
      and c.report_type = d.report_type and c.household_oid is not distinct from d.household_oid
      and (c.created_at, c.document_oid) > (d.created_at, d.document_oid)
      and case when d.report_type in ('M', 'R')
        then (select period_from from statement_run where run_oid = c.run_oid)
          is not distinct from (select period_from from statement_run where run_oid = d.run_oid)
        else regexp_replace(c.name, '(-version-[0-9]+|-withdrawn)?[.]pdf$', '')
          = regexp_replace(d.name, '(-version-[0-9]+|-withdrawn)?[.]pdf$', '') end
    order by c.created_at, c.document_oid limit 1)`;

/** Where the next page begins: behind a paper. */
export interface PaperPlace {
  readonly createdAt: Date;
  readonly documentOid: Id;
}

/** The papers in view, the newest first. */
export async function selectPapers(
  db: Reader,
  view: PapersInView,
  filter: PaperFilter,
  { after, limit }: { readonly after: PaperPlace | undefined; readonly limit: number },
): Promise<ListedPaper[]> {
  const { loginId, summary, detail, papers, households } = view;
  const subjects = [...new Set([...summary, ...detail, ...papers, `member:${loginId}`])];
  return db.rows(sql<ListedPaper>`
    with viewer as (
      select ${loginId}::text as login_id, ${summary}::text[] as summary,
        ${detail}::text[] as detail, ${papers}::text[] as papers)
    select ${columns}, ${replacedBy} as "replacedBy"
    from viewer cross join document as d
      left join document_reading as r on r.subject = d.subject
        and r.document_oid = d.document_oid and r.login_id = ${loginId}
    where (d.subject = any(${subjects}::text[]) or d.household_oid = any(${households}::bigint[]))
      and d.report_type = any(${filter.types}::text[])
      and d.report_on between coalesce(${filter.from}::date, d.report_on)
        and coalesce(${filter.to}::date, d.report_on)
      and (d.created_at, d.document_oid) < (coalesce(${after?.createdAt ?? null}::timestamptz, 'infinity'),
        coalesce(${after?.documentOid ?? null}::bigint, 9223372036854775807))
      and ${isInView}
    order by d.created_at desc, d.document_oid desc limit ${limit}`);
}

/** A paper in view with its bytes, which are null once they have expired. */
export async function selectPaper(
  db: Reader,
  view: PapersInView,
  types: readonly string[],
  documentOid: Id,
): Promise<(PaperRow & { readonly content: Buffer | null }) | undefined> {
  const { loginId, summary, detail, papers, households } = view;
  const subjects = [...new Set([...summary, ...detail, ...papers, `member:${loginId}`])];
  return db.first(sql<PaperRow & { readonly content: Buffer | null }>`
    with viewer as (
      select ${loginId}::text as login_id, ${summary}::text[] as summary,
        ${detail}::text[] as detail, ${papers}::text[] as papers)
    select ${columns}, c.content
    from viewer cross join document as d
      left join document_content as c on c.subject = d.subject and c.document_oid = d.document_oid
        and c.report_year = d.report_year
      left join document_reading as r on r.subject = d.subject
        and r.document_oid = d.document_oid and r.login_id = ${loginId}
    where d.document_oid = ${documentOid} and d.report_type = any(${types}::text[])
      and (d.subject = any(${subjects}::text[]) or d.household_oid = any(${households}::bigint[]))
      and ${isInView}`);
}

/** A member's reading of a paper. */
export interface ReadingRow {
  readonly subject: string;
  readonly documentOid: Id;
  readonly loginId: string;
  readonly at: Date;
  readonly requestId: string;
  readonly address: string;
}

/** Stores a member's first reading; undefined where there was one before. */
export async function insertReading(
  tx: Tx,
  { subject, documentOid, loginId, at, requestId, address }: ReadingRow,
): Promise<unknown> {
  return tx.first(sql`
    insert into document_reading (subject, document_oid, login_id, read_at, request_id, address)
    values (${subject}, ${documentOid}, ${loginId}, ${at}, ${requestId}, ${address})
    on conflict (subject, document_oid, login_id) do nothing returning login_id`);
}
