// SQL for the papers of a run that are sent on paper.
import type { Id } from "@bursar/values/ids";
import { type Reader, sql, type Tx } from "../../../platform/store/db.ts";
import type { DocumentRow } from "../vault/reads.ts";

/** A paper of a run with its bytes; null once they have expired. */
export interface PrintedRow
  extends Pick<
    DocumentRow,
    "subject" | "documentOid" | "reportType" | "reportOn" | "sha256" | "accountsShown"
  > {
  readonly content: Buffer | null;
}

/** The released papers of a run by owner and id, one page behind a place. */
export async function selectPapersOfRun(
  db: Reader,
  runOid: Id,
  after: Pick<DocumentRow, "subject" | "documentOid">,
  limit: number,
): Promise<PrintedRow[]> {
  return db.rows(sql<PrintedRow>`
    select d.subject, d.document_oid as "documentOid", d.report_type as "reportType",
      d.report_on as "reportOn", d.sha256, d.accounts_shown as "accountsShown", c.content
    from document as d left join document_content as c using (subject, document_oid, report_year)
    where d.run_oid = ${runOid}
      and (d.subject, d.document_oid) > (${after.subject}, ${after.documentOid}::bigint)
    order by d.subject, d.document_oid limit ${limit}`);
}

/** A member who owns an account, or is permitted to it; without a permission the owner. */
export interface AccountReader {
  readonly accountNumber: string;
  readonly loginId: string;
  readonly permission: string | null;
}

/** The owners of some accounts, and the members who are permitted to them. */
export async function selectReadersOf(
  db: Reader,
  accounts: readonly string[],
): Promise<AccountReader[]> {
  return db.rows(sql<AccountReader>`
    select account_number as "accountNumber", login_id as "loginId", null::text as permission
    from account_owner where account_number = any(${accounts}::text[])
    union all
    select account_number, login_id, permission
    from account_permitted_login where account_number = any(${accounts}::text[])
    order by 1, 2`);
}

/** A member to whom papers are sent. */
export interface Recipient {
  readonly loginId: string;
  readonly name: string;
  readonly address: Readonly<Record<string, string>> | null;
}

/** Some members with the addresses to which papers are sent. */
export async function selectRecipients(
  db: Reader,
  loginIds: readonly string[],
): Promise<Recipient[]> {
  return db.rows(sql<Recipient>`
    select login_id as "loginId", concat_ws(' ', first_name, last_name) as name,
      coalesce(mailing_address, primary_address) as address
    from member where login_id = any(${loginIds}::text[])`);
}

/** How some members want papers. */
export interface ChosenWays {
  readonly subject: string;
  readonly statements: string;
  readonly confirmations: string;
  readonly taxForms: string;
  readonly bills: string;
}

/** The choices in force of some members; a member without one gets paper. */
export async function selectChoices(
  db: Reader,
  loginIds: readonly string[],
): Promise<ChosenWays[]> {
  const subjects = loginIds.map((loginId) => `member:${loginId}`);
  return db.rows(sql<ChosenWays>`
    select distinct on (subject) subject, statements, confirmations, tax_forms as "taxForms", bills
    from delivery_choice where subject = any(${subjects}::text[])
    order by subject, place desc`);
}

/** A paper that goes to a member. */
export interface HandedOver {
  readonly documentOid: Id;
  readonly loginId: string;
}

/** Notes papers of an owner as handed over; returns those that were not noted before. */
export async function insertDeliveries(
  tx: Tx,
  { subject, runOid, at }: { readonly subject: string; readonly runOid: Id; readonly at: Date },
  papers: readonly HandedOver[],
): Promise<HandedOver[]> {
  return tx.rows(sql<HandedOver>`
    insert into document_delivery (subject, document_oid, login_id, run_oid, handed_over_at)
    select ${subject}, oid, login_id, ${runOid}, ${at}
    from unnest(${papers.map(({ documentOid }) => documentOid)}::bigint[],
      ${papers.map(({ loginId }) => loginId)}::text[]) as paper (oid, login_id)
    on conflict (subject, document_oid, login_id) do nothing
    returning document_oid as "documentOid", login_id as "loginId"`);
}
