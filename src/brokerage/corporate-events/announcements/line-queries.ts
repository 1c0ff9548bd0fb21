// SQL of the lines of corporate events; those of an account are stored with it.
import type { Decimal } from "@bursar/values/decimal";
import type { AccountNumber, Id } from "@bursar/values/ids";
import { part, type Reader, type Sender, sql, type Tx } from "../../../platform/store/db.ts";
import type { LineSums, StoredEntitlement } from "../entitlements/reads.ts";
import { mayBeFollowed } from "./followed-rows.ts";
import type { LineStatus } from "./life-cycle.ts";

/** The line of an account as it is stored. */
export interface LineRow {
  readonly accountNumber: AccountNumber;
  readonly eventId: Id;
  readonly status: LineStatus;
  readonly version: number;
  readonly factsVersion: string;
  readonly shares: Decimal;
  readonly entitlement: StoredEntitlement;
  readonly transactionIds: readonly Id[];
  readonly foundIds: readonly Id[];
  readonly reason: string | null;
  readonly comment: string | null;
  /** The entitlement that it would be by later facts or terms. */
  readonly differs: StoredEntitlement | null;
  readonly isDue: boolean;
}

const columns = part`l.account_number as "accountNumber", l.event_id as "eventId", l.status,
  l.version, l.facts_version as "factsVersion", l.shares, l.entitlement,
  l.transaction_ids as "transactionIds", l.found_ids as "foundIds", l.reason, l.comment,
  l.differs, l.is_due as "isDue"`;

/** The line of an account, if there is one. */
export async function selectLine(
  db: Reader,
  accountNumber: string,
  eventId: string,
): Promise<LineRow | undefined> {
  return db.first(sql<LineRow>`
    select ${columns} from corporate_event_line as l
    where l.account_number = ${accountNumber} and l.event_id = ${eventId}`);
}

/** Stores lines, new or changed. */
export function storeLines(tx: Sender, rows: readonly LineRow[]): void {
  if (rows.length === 0) return;
  const written = rows.map(({ transactionIds, foundIds, ...row }) => ({
    ...row,
    mayBeFollowed: mayBeFollowed(row),
    transactionIds: `{${transactionIds.join(",")}}`,
    foundIds: `{${foundIds.join(",")}}`,
  }));
  tx.send(sql`
    insert into corporate_event_line
      (account_number, event_id, status, version, facts_version, shares, entitlement,
        transaction_ids, found_ids, reason, comment, differs, is_due, to_accrue)
    select "accountNumber", "eventId", status, version, "factsVersion", shares, entitlement,
      "transactionIds"::bigint[], "foundIds"::bigint[], reason, comment,
      nullif(differs, 'null'::jsonb), "isDue", "mayBeFollowed"
    from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as given
      ("accountNumber" text, "eventId" bigint, status text, version integer,
        "factsVersion" bigint, shares numeric, entitlement jsonb, "transactionIds" text,
        "foundIds" text, reason text, comment text, differs jsonb, "isDue" boolean,
        "mayBeFollowed" boolean)
    on conflict (account_number, event_id) do update set
      status = excluded.status, version = excluded.version,
      facts_version = excluded.facts_version, shares = excluded.shares,
      entitlement = excluded.entitlement, transaction_ids = excluded.transaction_ids,
      found_ids = excluded.found_ids, reason = excluded.reason, comment = excluded.comment,
      differs = excluded.differs, is_due = excluded.is_due,
      -- The books are computed with what is booked, and nothing of it is accrued any more.
      accrued = case when excluded.status <> 'POSTED' then corporate_event_line.accrued end,
      to_accrue = excluded.status <> 'POSTED'
        and (excluded.to_accrue or corporate_event_line.accrued is not null)`);
}

/** The filters of a list of lines; null is any. */
export interface LineFilter {
  readonly status: string | null;
  readonly accountNumber: string | null;
  readonly differs: boolean | null;
  readonly after: string;
  readonly limit: Decimal;
  /** The firm whose accounts alone are listed. */
  readonly firmOid: Id | null;
  readonly accountNumbers: readonly string[] | null;
}

/** Lines of an event, by account. */
export async function selectLines(
  db: Reader,
  eventId: string,
  filter: LineFilter,
): Promise<LineRow[]> {
  return db.rows(sql<LineRow>`
    select ${columns} from corporate_event_line as l join account using (account_number)
    where l.event_id = ${eventId} and l.account_number > ${filter.after}
      and (${filter.status}::text is null or l.status = ${filter.status})
      and (${filter.accountNumber}::text is null or l.account_number = ${filter.accountNumber})
      and (${filter.differs}::boolean is null or (l.differs is not null) = ${filter.differs})
      and (${filter.firmOid}::bigint is null or ${filter.firmOid} in (account.firm_oid, account.client_firm_oid))
      and (${filter.accountNumbers}::text[] is null
        or l.account_number = any(${filter.accountNumbers}::text[]))
    order by l.account_number limit ${filter.limit}::bigint + 1`);
}

/** The lines of an event behind one account number and up to another. */
export async function selectLinesBetween(
  db: Reader,
  eventId: string,
  { after, until }: { readonly after: string; readonly until: string },
): Promise<LineRow[]> {
  return db.rows(sql<LineRow>`
    select ${columns} from corporate_event_line as l
    where l.event_id = ${eventId} and l.account_number > ${after}
      and l.account_number <= ${until}
    order by l.account_number`);
}

/** How many lines of an event are in which status; one that is to be booked anew counts as due. */
export async function selectProgress(
  db: Reader,
  eventId: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.rows(sql<{ status: string; count: number }>`
    select case when status = 'POSTED' and is_due then 'DUE' else status end as "status",
      count(*)::integer as "count"
    from corporate_event_line where event_id = ${eventId} group by 1`);
  return new Map(rows.map(({ status, count }) => [status, count]));
}

/** The basis of sums: the lines as they are, or as they would be by later facts or terms. */
export type Summed = "entitled" | "recomputed";

/** The sums of an event's lines; undefined where it has none. */
export async function selectSums(
  db: Reader,
  eventId: string,
  summed: Summed = "entitled",
): Promise<LineSums | undefined> {
  const isRecomputed = summed === "recomputed";
  const sums = await db.first(sql<Omit<LineSums, "payments">>`
    select count(*)::text as "accounts", sum(l.shares) as "shares",
      sum((own.given->>'newShares')::numeric) as "newShares",
      sum((own.given->>'fractions')::numeric) as "fractions",
      sum((own.given->>'cashInLieu')::numeric) as "cashInLieu",
      sum((own.given->>'reinvestedAmount')::numeric) as "reinvestedAmount",
      sum((own.given->>'reinvestedShares')::numeric) as "reinvestedShares"
    from corporate_event_line as l cross join lateral (
      select coalesce(case when ${isRecomputed}::boolean then l.differs end, l.entitlement)
        as given) as own
    where l.event_id = ${eventId} having count(*) > 0`);
  if (sums === undefined) return undefined;
  const payments = await db.rows(sql<LineSums["payments"][number]>`
    select paid->>'of' as "of", paid->>'rate' as "rate",
      sum((paid->>'shares')::numeric)::text as "shares",
      sum((paid->>'gross')::numeric)::text as "gross",
      sum((paid->>'withheld')::numeric)::text as "withheld",
      sum((paid->>'foreign')::numeric)::text as "foreign"
    from corporate_event_line as l
      cross join lateral jsonb_array_elements(
        coalesce(case when ${isRecomputed}::boolean then l.differs end, l.entitlement)->'payments')
        as paid
    where l.event_id = ${eventId} group by 1, 2 order by 1, 2`);
  return { ...sums, payments };
}

/** An account whose line of an event is to be booked or taken back. */
export interface DueLine {
  readonly accountNumber: AccountNumber;
  readonly eventId: Id;
}

/** Lines that are to be booked or, of an event that is reversed, taken back; by event and account. */
export async function selectDueLines(db: Reader, most: number): Promise<DueLine[]> {
  return db.rows(sql<DueLine>`
    select l.account_number as "accountNumber", l.event_id as "eventId"
    from corporate_event as e join corporate_event_line as l using (event_id)
    where (e.status = 'POSTING' and (l.status = 'DUE' or (l.status = 'POSTED' and l.is_due)))
      or (e.status = 'REVERSING' and (
        l.status in ('DUE', 'REFUSED', 'HELD', 'FOUND')
        or (l.status = 'POSTED' and (l.reason is null or exists (
          select from account_facts as f
          where f.account_number = l.account_number and f.version > l.facts_version)))))
    order by l.event_id, l.account_number limit ${most}`);
}

/** Lets lines of an event be booked: those that the books refused and, where wanted, those that differ. */
export async function retryLines(
  tx: Tx,
  eventId: Id,
  { ofDiffering }: { readonly ofDiffering: boolean },
): Promise<void> {
  await tx.execute(sql`
    update corporate_event_line set status = 'DUE', reason = null
    where event_id = ${eventId} and status = 'REFUSED'`);
  if (!ofDiffering) return;
  await tx.execute(sql`
    update corporate_event_line
    set is_due = true, status = case status when 'NONE' then 'DUE' else status end
    where event_id = ${eventId} and status in ('POSTED', 'NONE') and differs is not null`);
}

/** Forgets why the books have refused to correct booked lines. */
export async function forgetRefusals(tx: Tx, eventId: Id): Promise<void> {
  await tx.execute(sql`
    update corporate_event_line set reason = null
    where event_id = ${eventId} and status = 'POSTED' and reason is not null`);
}

/** Transactions of an account with the one that takes each back. */
export interface TakenRow {
  readonly transactionId: Id;
  readonly takenBackBy: Id | null;
}

/** The given transactions of an account that others have taken back. */
export async function selectTaken(
  db: Reader,
  accountNumber: string,
  transactionIds: readonly Id[],
): Promise<TakenRow[]> {
  return db.rows(sql<TakenRow>`
    select t.transaction_id as "transactionId", later.transaction_id as "takenBackBy"
    from account_transaction as t
      left join account_transaction as later
        on later.account_number = t.account_number and later.takes_back = t.transaction_id
    where t.account_number = ${accountNumber}
      and t.transaction_id = any(${transactionIds}::bigint[])`);
}

/** A transaction that an event has booked, and the one that it takes back. */
export interface BookedByEvent {
  readonly transactionId: Id;
  readonly takesBack: Id | null;
}

/** The transactions of an account that an event has booked, but for cancellations. */
export async function selectBookedByEvent(
  db: Reader,
  accountNumber: string,
  eventId: Id,
): Promise<BookedByEvent[]> {
  return db.rows(sql<BookedByEvent>`
    select transaction_id as "transactionId", takes_back as "takesBack" from account_transaction
    where account_number = ${accountNumber} and event_id = ${eventId}::text`);
}

/** The given ids that an account's transactions have. */
export async function selectTakenIds(
  db: Reader,
  accountNumber: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.rows(sql<{ id: string }>`
    select transaction_id as "id" from account_transaction
    where account_number = ${accountNumber} and transaction_id = any(${ids}::bigint[])`);
  return new Set(rows.map(({ id }) => id));
}

/** Locks a line until the transaction ends, if there is one. */
export function lockLine(tx: Sender, accountNumber: string, eventId: string): void {
  tx.send(sql`
    select from corporate_event_line
    where account_number = ${accountNumber} and event_id = ${eventId} for no key update`);
}

/** The lines of an account, each with its event's id, the newest event first. */
export async function selectLinesOfAccount(db: Reader, accountNumber: string): Promise<LineRow[]> {
  return db.rows(sql<LineRow>`
    select ${columns} from corporate_event_line as l
    where l.account_number = ${accountNumber} order by l.event_id desc`);
}

/** The sums of transactions of accounts, by account; none of what has no amount. */
export async function selectFoundAmounts(
  db: Reader,
  accountNumbers: readonly string[],
  transactionIds: readonly Id[],
): Promise<ReadonlyMap<string, Decimal>> {
  if (accountNumbers.length === 0) return new Map();
  const rows = await db.rows(sql<{ accountNumber: string; amount: Decimal }>`
    select account_number as "accountNumber", sum(amount)::text as "amount"
    from account_transaction
    where account_number = any(${accountNumbers}::text[])
      and transaction_id = any(${transactionIds}::bigint[]) and amount is not null
    group by account_number`);
  return new Map(rows.map(({ accountNumber, amount }) => [accountNumber, amount]));
}

/** The events of which a line waits for a reason. */
export async function selectEventsWaiting(db: Reader, reason: string): Promise<Id[]> {
  const rows = await db.rows(sql<{ eventId: Id }>`
    select distinct event_id as "eventId" from corporate_event_line
    where (status in ('REFUSED', 'HELD', 'FOUND') or differs is not null)
      and case when differs is null then status else 'DIFFERS' end = ${reason}`);
  return rows.map(({ eventId }) => eventId);
}

/** Why lines of some events wait for a decision. */
export async function selectWaitingLines(
  db: Reader,
  eventIds: readonly Id[],
): Promise<{ readonly eventId: Id; readonly reasons: string[] }[]> {
  return db.rows(sql<{ eventId: Id; reasons: string[] }>`
    select event_id as "eventId",
      array_agg(distinct case when differs is null then status else 'DIFFERS' end) as "reasons"
    from corporate_event_line
    where event_id = any(${eventIds}::bigint[])
      and (status in ('REFUSED', 'HELD', 'FOUND') or differs is not null)
    group by event_id`);
}
