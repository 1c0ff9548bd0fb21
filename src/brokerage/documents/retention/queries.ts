// SQL for the retention of documents.
import type { Day } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import { part, type Reader, sql, type Tx } from "../../../platform/store/db.ts";
import type { DocumentRow } from "../vault/reads.ts";

/** A document by its id, whosever it is. */
export async function selectAnyDocument(
  db: Reader,
  documentOid: Id,
): Promise<(DocumentRow & { readonly expiredAt: Date | null }) | undefined> {
  return db.first(sql<DocumentRow & { readonly expiredAt: Date | null }>`
    select d.subject, d.document_oid as "documentOid", d.kind, d.report_type as "reportType",
      d.document_type as "documentType", d.report_on as "reportOn", d.name,
      d.media_type as "mediaType", d.byte_count as "byteCount", d.sha256,
      d.retain_until as "retainUntil", d.template_oid as "templateOid",
      d.is_corrected as "isCorrected", d.run_oid as "runOid", d.household_oid as "householdOid",
      d.accounts_shown as "accountsShown", d.created_at as "createdAt",
      d.created_by as "createdBy", x.expired_at as "expiredAt"
    from document as d left join document_expiry as x using (subject, document_oid)
    where d.document_oid = ${documentOid}`);
}

/** A hold that was placed or lifted. */
export interface HoldRow {
  readonly hold: boolean;
  readonly reason: string;
  readonly heldAt: Date;
  readonly heldBy: string;
}

/** Each hold of a document that was placed or lifted, the newest first. */
export async function selectHolds(
  db: Reader,
  { subject, documentOid }: Pick<DocumentRow, "subject" | "documentOid">,
): Promise<HoldRow[]> {
  return db.rows(sql<HoldRow>`
    select hold, reason, held_at as "heldAt", held_by as "heldBy" from document_hold
    where subject = ${subject} and document_oid = ${documentOid}
    order by held_at desc, hold_id desc`);
}

/** Lets one change after another decide on the documents of an owner: each writes to its chain. */
export async function lockOwner(tx: Tx, subject: string): Promise<void> {
  await tx.first(sql`select from audit_head where subject = ${subject} for update`);
}

/** Adds a hold that is placed or lifted. */
export function insertHold(
  tx: Tx,
  { subject, documentOid }: Pick<DocumentRow, "subject" | "documentOid">,
  { id, hold, reason, heldAt, heldBy }: HoldRow & { readonly id: Id },
): void {
  tx.send(sql`
    insert into document_hold (subject, document_oid, hold_id, hold, reason, held_at, held_by)
    values (${subject}, ${documentOid}, ${id}, ${hold}, ${reason}, ${heldAt}, ${heldBy})`);
}

/** A document whose time is over. */
export interface DueDocument {
  readonly subject: string;
  readonly documentOid: Id;
  readonly name: string;
  readonly sha256: string;
  readonly retainUntil: Day | null;
}

/** The last day on which each account held something; accounts that hold something now are left out. Without facts it
 * is the day on which the account was opened. */
const emptied = part`
  select a.account_number,
    greatest(a.opened_on,
      (select max(trade_on) from account_transaction as t where t.account_number = a.account_number),
      (select max(valued_on) from folio_valuation as v where v.account_number = a.account_number
        and coalesce(market_value, 0) + coalesce(accrued, 0) <> 0),
      (select max(valued_on) from unit_value as u where u.account_number = a.account_number))
      as held_on
  from account as a
  where not exists (select from folio_position as p where p.account_number = a.account_number)
    and not exists (select from folio_cash as c where c.account_number = a.account_number)`;

/** Documents on no hold whose time ended before a day and whose bytes are still there, by subject and id.
 * The time of an upload ends seven years after its account, or each account of its member, last held anything,
 * and not before seven years from when it was sent. */
export async function selectDue(
  db: Reader,
  { today, sevenYearsAgo }: { readonly today: Day; readonly sevenYearsAgo: Day },
  after: Pick<DocumentRow, "subject" | "documentOid">,
  limit: number,
): Promise<DueDocument[]> {
  return db.rows(sql<DueDocument>`
    with emptied as (${emptied}),
    sender as (
      select distinct substr(subject, 8) as login_id from document
      where kind = 'upload' and subject like 'member:%' and report_on < ${sevenYearsAgo}::date),
    holder as (
      select 'member:' || o.login_id as subject
      from (
          select account_number, login_id from account_owner
          union all select account_number, login_id from account_trustee) as o
        join sender using (login_id) left join emptied using (account_number)
      where held_on is null or held_on >= ${sevenYearsAgo}::date)
    select d.subject, d.document_oid as "documentOid", d.name, d.sha256, d.retain_until as "retainUntil"
    from document as d
    where (d.subject, d.document_oid) > (${after.subject}, ${after.documentOid}::bigint)
      and exists (select from document_content as c
        where c.subject = d.subject and c.document_oid = d.document_oid
          and c.report_year = d.report_year)
      and not coalesce((select hold from document_hold as h
        where h.subject = d.subject and h.document_oid = d.document_oid
        order by held_at desc, hold_id desc limit 1), false)
      and case when d.kind <> 'upload' then d.retain_until < ${today}::date
        when d.report_on >= ${sevenYearsAgo}::date then false
        when d.subject like 'member:%' then not exists (
          select from holder where holder.subject = d.subject)
        else d.subject in (
          select account_number from emptied where held_on < ${sevenYearsAgo}::date) end
    order by d.subject, d.document_oid limit ${limit}`);
}

/** A document on hold, with the hold that is in force. */
export interface HeldDocument extends Omit<HoldRow, "hold"> {
  readonly subject: string;
  readonly documentOid: Id;
  readonly name: string;
  readonly retainUntil: Day | null;
}

/** Documents whose latest hold was not lifted, by subject and id, one page behind a place. */
export async function selectHeld(
  db: Reader,
  after: Pick<DocumentRow, "subject" | "documentOid">,
  limit: number,
): Promise<HeldDocument[]> {
  return db.rows(sql<HeldDocument>`
    select d.subject, d.document_oid as "documentOid", d.name, d.retain_until as "retainUntil",
      latest.reason, latest.held_at as "heldAt", latest.held_by as "heldBy"
    from (
      select distinct on (subject, document_oid)
        subject, document_oid, hold, reason, held_at, held_by
      from document_hold
      where (subject, document_oid) > (${after.subject}, ${after.documentOid}::bigint)
      order by subject, document_oid, held_at desc, hold_id desc) as latest
      join document as d using (subject, document_oid)
    where latest.hold
    order by d.subject, d.document_oid limit ${limit}`);
}

/** Removes the bytes of some documents of an owner that are on no hold; returns which. */
export async function deleteContents(
  tx: Tx,
  subject: string,
  documentOids: readonly Id[],
  at: Date,
): Promise<Id[]> {
  const rows = await tx.rows(sql<{ documentOid: Id }>`
    delete from document_content as c
    where c.subject = ${subject} and c.document_oid = any(${documentOids}::bigint[])
      and not coalesce((select hold from document_hold as h
        where h.subject = ${subject} and h.document_oid = c.document_oid
        order by held_at desc, hold_id desc limit 1), false)
    returning document_oid as "documentOid"`);
  const removed = rows.map(({ documentOid }) => documentOid);
  tx.send(sql`
    insert into document_expiry (subject, document_oid, expired_at)
    select ${subject}, oid, ${at} from unnest(${removed}::bigint[]) as oid`);
  return removed;
}

/** A document that is not as it was stored. */
export interface AlteredDocument {
  readonly subject: string;
  readonly documentOid: Id;
  readonly fault: "bytes" | "gone" | "row";
  readonly count: number;
}

/** Documents whose bytes have another hash or are gone before their time, and those whose hash is in no entry
 * of their owner's chain. It reads all bytes. */
export async function selectAltered(db: Reader, most: number): Promise<AlteredDocument[]> {
  return db.rows(sql<AlteredDocument>`
    select subject, document_oid as "documentOid", fault, (count(*) over ())::integer as count
    from (
      select d.subject, d.document_oid,
        case when c.content is null and x.expired_at is null then 'gone'
          when encode(sha256(c.content), 'hex') <> d.sha256 or length(c.content) <> d.byte_count then 'bytes'
          when not exists (select from audit_entry as e where e.subject = d.subject
            and position(d.sha256 in e.detail::text) > 0) then 'row' end as fault
      from document as d
        left join document_content as c using (subject, document_oid, report_year)
        left join document_expiry as x using (subject, document_oid)) as judged
    where fault is not null order by subject, document_oid limit ${most}`);
}
