// SQL of the facts that come after an event was entitled, and of the lines that they may change.
import type { Day } from "@bursar/values/dates";
import { type Reader, sql } from "../../../platform/store/db.ts";
import type { DueLine } from "./line-queries.ts";

/** The facts to look at: of events entitled since a day, those accepted since an instant. */
export interface Recent {
  readonly entitledSince: Day;
  readonly acceptedSince: Date;
}

/** The accounts without a line of a recent event, that have got recent facts on or after the entitlement
 * day by which they may have held its security before: rows of it or into it, lots from
 * another account, or the cancellation of such a row. By event and account. */
export async function selectLateHolders(
  db: Reader,
  { entitledSince, acceptedSince }: Recent,
  most: number,
): Promise<DueLine[]> {
  return db.rows(sql<DueLine>`
    with events as materialized (
      select event_id, security_id, entitled_on,
        greatest(entitled_on::timestamp at time zone 'America/New_York', ${acceptedSince}::timestamptz)
          as since_at
      from corporate_event
      where status in ('ENTITLED', 'POSTING', 'POSTED') and entitled_on >= ${entitledSince}),
    late as materialized (
      select e.event_id, t.account_number
      from events as e join account_transaction as t on t.security_id = e.security_id
        and t.accepted_at >= e.since_at and t.trade_on < e.entitled_on
      union
      select e.event_id, t.to_account_number
      from events as e join account_transaction as t on t.security_id = e.security_id
        and t.accepted_at >= e.since_at and t.trade_on < e.entitled_on
      where t.to_account_number is not null
      union
      select e.event_id, t.account_number
      from events as e join account_transaction as t on t.into_security_id = e.security_id
        and t.accepted_at >= e.since_at and t.trade_on < e.entitled_on
      union
      select e.event_id, t.account_number
      from account_transaction as t
        join account_transaction as taken on taken.account_number = t.account_number
          and taken.transaction_id = t.takes_back
        join events as e on e.security_id in (taken.security_id, taken.into_security_id)
          and t.accepted_at >= e.since_at
      where t.accepted_at >= (select min(since_at) from events) and t.takes_back is not null
        and least(t.trade_on, taken.trade_on) < e.entitled_on),
    known as materialized (
      select account_number, event_id
      from corporate_event_line join late using (account_number, event_id))
    select account_number as "accountNumber", event_id as "eventId"
    from late left join known using (account_number, event_id)
    where known.event_id is null
    order by event_id, account_number limit ${most}`);
}

/** Lines of recent events that are booked, or are to be once the event is posted, whose account has recent, newer
 * facts of the security from before the opening of the entitlement day, or of which a row was taken back; of an event
 * that is not posted yet also those whose account may have been given the same without it. By event and account. Rows
 * are found by when they were accepted: no line is older than its event. */
export async function selectLinesToCompare(
  db: Reader,
  { entitledSince, acceptedSince }: Recent,
  most: number,
): Promise<DueLine[]> {
  return db.rows(sql<DueLine>`
    with events as materialized (
      select event_id, security_id, status, entitled_on, ex_on,
        greatest(created_at, ${acceptedSince}::timestamptz) as since_at,
        coalesce(pay_on, entitled_on) as paid_on
      from corporate_event
      where status in ('ENTITLED', 'POSTED', 'POSTING') and entitled_on >= ${entitledSince}),
    received as materialized (
      select t.to_account_number as account_number, e.event_id,
        t.receiver_accepted_version as version
      from events as e join account_transaction as t on t.security_id = e.security_id
        and t.accepted_at >= e.since_at
      where t.to_account_number is not null and t.trade_on < e.entitled_on
      union all
      select t.to_account_number, e.event_id, taker.former_receiver_accepted_version
      from account_transaction as taker
        join account_transaction as t on t.account_number = taker.account_number
          and t.transaction_id = taker.takes_back
        join events as e on e.security_id = t.security_id and taker.accepted_at >= e.since_at
      where taker.accepted_at >= (select min(since_at) from events)
        and taker.takes_back is not null
        and t.to_account_number is not null and t.trade_on < e.entitled_on),
    accepted as materialized (
      select e.event_id, t.account_number, t.accepted_version as version
      from events as e join account_transaction as t on t.security_id = e.security_id
        and t.accepted_at >= e.since_at
      where t.trade_on < e.entitled_on or (e.status = 'ENTITLED' and t.event_id is null
        and (t.ex_on = e.ex_on or abs(t.trade_on - e.paid_on) <= 5))
      union all
      select e.event_id, t.account_number, t.accepted_version
      from events as e join account_transaction as t on t.into_security_id = e.security_id
        and t.accepted_at >= e.since_at and t.trade_on < e.entitled_on
      union all
      select e.event_id, t.account_number, t.accepted_version
      from account_transaction as t
        join account_transaction as taken on taken.account_number = t.account_number
          and taken.transaction_id = t.takes_back
        join events as e on e.security_id in (taken.security_id, taken.into_security_id)
          and t.accepted_at >= e.since_at
        left join corporate_event_line as l on l.account_number = t.account_number
          and l.event_id = e.event_id
      where t.accepted_at >= (select min(since_at) from events) and t.takes_back is not null
        and (least(t.trade_on, taken.trade_on) < e.entitled_on
          or taken.transaction_id = any(l.found_ids)
          or (taken.transaction_id = any(l.transaction_ids)
            and t.transaction_id <> all(l.transaction_ids))))
    select l.account_number as "accountNumber", l.event_id as "eventId"
    from (
        select event_id, account_number, max(version) as version
        from (select * from accepted
          union all select event_id, account_number, version from received) as known
        group by 1, 2) as newest
      join events as e using (event_id)
      join corporate_event_line as l on l.account_number = newest.account_number
        and l.event_id = newest.event_id and newest.version > l.facts_version
    where (e.status = 'ENTITLED' or l.status in ('POSTED', 'NONE')) and not l.is_due
    order by l.event_id, l.account_number limit ${most}`);
}
