// The statements that read the rows of a page of activity, the newest first. (docs/activity.md)

import { part, type Reader, sql } from "../../../platform/store/db.ts";
import { isBehindEvents, mayConcernPositions, onlyOf } from "../transactions/reads.ts";
import {
  activityColumns,
  listed,
  ofReceived,
  type PageRow,
  type RowFilter,
  type RowKey,
  type StoredRow,
} from "./queries.ts";

/** Where rows begin: in one of the accounts, at a row that comes along, and at a version. */
export type RowStart = {
  readonly [Name in keyof RowKey]?: RowKey[Name] | undefined;
} & { readonly accountNumber?: string | undefined; readonly version?: string | undefined };

/** The rows of some accounts, by account and the newest first, each account's as of its version now or of
 * the one with which the list began, with those by which it receives lots; and for each without a row one
 * that has its version alone. */
export async function selectRows(
  db: Reader,
  accountNumbers: readonly string[],
  filter: RowFilter,
  start: RowStart,
  limit: number,
): Promise<PageRow[]> {
  const own = await selectOwnRows(db, accountNumbers, filter, start, limit);
  // Few accounts have any, and to ask for it costs half as much as a page.
  const others = own[0]?.hasReceived ? await selectReceivedRows(db, own, filter, start, limit) : [];
  const rows = others.length === 0 ? own : [...own, ...others].toSorted(byPlace).slice(0, limit);
  return rows.map((row) => (isPlaced(row) ? listed(row) : row));
}

/** A row that is found, or the version of an account without one. */
type FoundRow = { readonly factsVersion: string } & (
  | StoredRow
  | (Pick<StoredRow, "ofAccount"> & { readonly transactionId: null })
);

/** A found row of the account itself, with whether others have ever moved lots to any of the accounts. */
type OwnRow = FoundRow & { readonly hasReceived: boolean };

function isPlaced<Row extends FoundRow>(row: Row): row is Row & StoredRow {
  return row.transactionId !== null;
}

// Joined rows are looked up one by one: else all rows of an account would be sorted or hashed for it.
const itsSecurity = part`lateral (
  select * from security where security.security_id = t.security_id limit 1) as s`;

/** Whether a row `t` with its `taker` is wanted. */
const isWanted = part`(asked.types is null or t.transaction_type = any(asked.types))
  and (asked.security_ids is null or t.security_id = any(asked.security_ids)
    or t.into_security_id = any(asked.security_ids))
  and (asked.event_id is null or t.event_id = asked.event_id)
  and (asked.folio_number is null
    or asked.folio_number in (t.folio_number, t.to_folio_number, t.fee_paid_by)
    or t.folio_number is null or ${mayConcernPositions})
  and case asked.status
    when 'inforce' then taker.transaction_id is null
    when 'cancelled' then taker.transaction_type = 'CXL'
    when 'replaced' then taker.transaction_type <> 'CXL' else true end`;

/** The newest first. */
const newestFirst = part`
  t.trade_on desc, ${isBehindEvents} desc, t.entry_order desc, t.transaction_id desc`;

/** The rows that accounts store themselves, in the order of a page, and for each without a row its version. */
async function selectOwnRows(
  db: Reader,
  accountNumbers: readonly string[],
  filter: RowFilter,
  start: RowStart,
  limit: number,
): Promise<OwnRow[]> {
  const [only, ...others] = accountNumbers;
  // Most lists are of one account, and most have a row.
  const rows =
    only === undefined || others.length > 0
      ? []
      : await selectRowsOfAccount(db, only, filter, start, limit);
  return rows.length > 0 ? rows : selectRowsOfAccounts(db, accountNumbers, filter, start, limit);
}

/** The rows of one account, read in their order: nothing is sorted, as it is for several accounts. */
async function selectRowsOfAccount(
  db: Reader,
  accountNumber: string,
  filter: RowFilter,
  start: RowStart,
  limit: number,
): Promise<OwnRow[]> {
  const begun: RowStart = start.accountNumber === accountNumber ? start : {};
  // Moves by other accounts may lie on any node of a distributed store.
  return db.rows(sql<OwnRow>`
    with received as (
      select t.transaction_id from account_transaction as t
      where t.to_account_number = ${accountNumber} limit 1)
    select t.account_number as "ofAccount", coalesce(own.facts_version, 0) as "factsVersion",
      exists (select 1 from received) as "hasReceived", ${activityColumns}
    from (select (select f.version from account_facts as f where f.account_number = ${accountNumber})
            as facts_version,
          ${begun.version}::bigint as begun_version,
          least(${filter.to}::date, ${begun.tradeOn}::date) as last_on) as own
      cross join (select ${filter.types}::text[] as types, ${filter.securityIds}::bigint[] as security_ids,
          ${filter.eventId}::text as event_id, ${filter.folioNumber}::text as folio_number,
          ${filter.status}::text as status) as asked
      cross join account_transaction as t
      left join ${itsSecurity} on true
      left join lateral (select * from account_transaction as later
        where later.account_number = ${accountNumber} and later.takes_back = t.transaction_id
          and later.accepted_version <= coalesce(own.begun_version, own.facts_version) limit 1)
        as taker on true
    where t.account_number = ${accountNumber}
      and t.accepted_version <= coalesce(own.begun_version, own.facts_version)
      and t.trade_on >= ${filter.from} and t.trade_on <= own.last_on
      and ${isWanted}
      and (${begun.transactionId}::bigint is null
        or (t.trade_on, ${isBehindEvents}, t.entry_order, t.transaction_id)
          <= (${begun.tradeOn}::date, ${begun.isBehindEvents}::boolean,
            ${begun.entryOrder}::integer, ${begun.transactionId}::bigint))
    order by ${newestFirst} limit ${limit}`);
}

/** The rows of some accounts, by account. */
async function selectRowsOfAccounts(
  db: Reader,
  accountNumbers: readonly string[],
  filter: RowFilter,
  start: RowStart,
  limit: number,
): Promise<OwnRow[]> {
  const only = onlyOf(accountNumbers);
  return db.rows(sql<OwnRow>`
    with received as (
      select t.transaction_id from account_transaction as t
      where t.to_account_number = any(${accountNumbers}::text[]) limit 1)
    select account.account_number as "ofAccount", coalesce(f.version, 0) as "factsVersion",
      exists (select 1 from received) as "hasReceived", listed.*
    from account left join account_facts as f on f.account_number = account.account_number
        and (${only}::text is null or f.account_number = ${only})
      cross join (select ${filter.types}::text[] as types, ${filter.securityIds}::bigint[] as security_ids,
          ${filter.eventId}::text as event_id, ${filter.folioNumber}::text as folio_number,
          ${filter.status}::text as status) as asked
      cross join lateral (select
          account.account_number is not distinct from ${start.accountNumber} as is_begun,
          coalesce(case when account.account_number = ${start.accountNumber}
            then ${start.version}::bigint end, f.version, 0) as version,
          case when account.account_number = ${start.accountNumber}
            then least(${filter.to}::date, ${start.tradeOn}::date) else ${filter.to}::date end
            as last_on) as own
      left join lateral (
        select ${activityColumns}
        from account_transaction as t
          left join ${itsSecurity} on true
          left join lateral (select * from account_transaction as later
            where later.account_number = account.account_number
              and (${only}::text is null or later.account_number = ${only})
              and later.takes_back = t.transaction_id
              and later.accepted_version <= own.version limit 1) as taker on true
        where t.account_number = account.account_number
          and (${only}::text is null or t.account_number = ${only})
          and t.accepted_version <= own.version
          and t.trade_on >= ${filter.from} and t.trade_on <= own.last_on
          and ${isWanted}
          and (not own.is_begun or ${start.transactionId}::bigint is null
            or (t.trade_on, ${isBehindEvents}, t.entry_order, t.transaction_id)
              <= (${start.tradeOn}::date, ${start.isBehindEvents}::boolean,
                ${start.entryOrder}::integer, ${start.transactionId}::bigint))
        order by ${newestFirst} limit ${limit}) as listed on true
    where account.account_number = any(${accountNumbers}::text[])
    order by account.account_number, listed."tradeOn" desc nulls last,
      listed."isBehindEvents" desc, listed."entryOrder" desc, listed."transactionId" desc
    limit ${limit}`);
}

/** The rows of others by which the accounts of a page receive lots, as of the versions that it shows. */
async function selectReceivedRows(
  db: Reader,
  own: readonly Pick<FoundRow, "ofAccount" | "factsVersion">[],
  filter: RowFilter,
  start: RowStart,
  limit: number,
): Promise<(FoundRow & StoredRow)[]> {
  const versions = new Map(own.map(({ ofAccount, factsVersion }) => [ofAccount, factsVersion]));
  const numbers = [...versions.keys()];
  return db.rows(sql<FoundRow & StoredRow>`
    select own."ofAccount", own."factsVersion"::text as "factsVersion", ${activityColumns},
      ${ofReceived}
    from (
        select account_number as "ofAccount", facts_version as "factsVersion",
          account_number is not distinct from ${start.accountNumber} as is_begun,
          coalesce(case when account_number = ${start.accountNumber} then ${start.version}::bigint end,
            facts_version) as version,
          case when account_number = ${start.accountNumber}
            then least(${filter.to}::date, ${start.tradeOn}::date) else ${filter.to}::date end
            as last_on
        from unnest(${numbers}::text[], ${[...versions.values()]}::bigint[])
          as page (account_number, facts_version)) as own
      join account_transaction as t on t.to_account_number = own."ofAccount"
      left join security as s on s.security_id = t.security_id
      left join account_transaction as taker on taker.account_number = t.account_number
        and taker.takes_back = t.transaction_id
        and coalesce(taker.former_receiver_accepted_version, 0) <= own.version
    where t.to_account_number = any(${numbers}::text[])
      and coalesce(t.receiver_accepted_version, 0) <= own.version
      and t.trade_on >= ${filter.from} and t.trade_on <= own.last_on
      and (${filter.types}::text[] is null or t.transaction_type = any(${filter.types}))
      and (${filter.securityIds}::bigint[] is null or t.security_id = any(${filter.securityIds}))
      and ${filter.eventId}::text is null
      and (${filter.folioNumber}::text is null
        or t.receiving_folio_number = ${filter.folioNumber})
      and case ${filter.status}
        when 'inforce' then taker.transaction_id is null
        when 'cancelled' then taker.transaction_type = 'CXL'
        when 'replaced' then taker.transaction_type <> 'CXL' else true end
      and (not own.is_begun or ${start.transactionId}::bigint is null
        or (t.trade_on, ${isBehindEvents}, t.entry_order, t.transaction_id)
          <= (${start.tradeOn}::date, ${start.isBehindEvents}::boolean,
            ${start.entryOrder}::integer, ${start.transactionId}::bigint))
    order by own."ofAccount", t.trade_on desc, t.entry_order desc, t.transaction_id desc,
      t.account_number
    limit ${limit}`);
}

/** Compares rows by account and the newest first; of one key the account's own is the first. */
function byPlace(one: FoundRow, other: FoundRow): number {
  if (one.ofAccount !== other.ofAccount) return one.ofAccount < other.ofAccount ? -1 : 1;
  if (!isPlaced(one)) return 1;
  if (!isPlaced(other)) return -1;
  return (
    compared(other.tradeOn ?? "", one.tradeOn ?? "") ||
    compared(other.isBehindEvents, one.isBehindEvents) ||
    compared(other.entryOrder ?? 0, one.entryOrder ?? 0) ||
    compared(BigInt(other.transactionId), BigInt(one.transactionId)) ||
    compared(one.givenBy ?? "", other.givenBy ?? "")
  );
}

function compared<T extends bigint | boolean | number | string>(one: T, other: T): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
