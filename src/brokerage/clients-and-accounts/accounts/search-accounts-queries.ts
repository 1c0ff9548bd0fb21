// The statements that find accounts as one types, and in another order than by number.

import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { AccountNumber, Id } from "@bursar/values/ids";
import { part, type Reader, sql } from "../../../platform/store/db.ts";
import type { Page } from "./list-accounts-queries.ts";
import type { Viewer } from "./queries.ts";
import type { SearchPattern } from "./search-text.ts";
import {
  isOpenBallot,
  isOpenItem,
  isPending,
  isUndecided,
  isUnderWay,
  type waitingKinds,
} from "./waiting-queries.ts";

/** The order of a list, and the accounts that it has; undefined asks for nothing. */
export interface Listing {
  readonly by: "number" | "name" | "value" | "day" | "year" | "cash";
  readonly isDown: boolean;
  readonly search: SearchPattern | undefined;
  /** The clients whose names alone may be found; where there are none, those of all of the firm. */
  readonly searchers: readonly string[];
  /** The levels at which these clients see what an account holds: others match no filter by that. */
  readonly detailLevels: readonly string[];
  readonly accountType: string | undefined;
  readonly isRestricted: boolean | undefined;
  readonly hasOpenItems: boolean | undefined;
  /** The kind of records of which one waits. */
  readonly waiting: (typeof waitingKinds)[number] | undefined;
  /** The least and the most cash of all folios. */
  readonly cashFrom: Decimal | undefined;
  readonly cashTo: Decimal | undefined;
  /** The security that is held. */
  readonly securityId: Id | undefined;
  readonly today: Day;
  readonly now: Date;
  /** The statuses of transfers that have come to an end. */
  readonly finalStatuses: readonly string[];
}

/** Where an account stands in an order. */
export interface Position {
  readonly figure: Decimal;
  readonly name: string;
}

const name = part`case asked.sorted_by when 'name' then lower(a.account_name) else '' end`;

/** The viewer's own open items; those of all owners where the viewer is no client. */
const isSeenItem = part`${isOpenItem} and asked.login_ids <@ array[i.login_id]`;

// Whether the viewer sees every owner of the account's firm; else a search must not reveal a name
// that the list leaves out.
const seesNames = part`
  asked.searchers = '{}' and coalesce(asked.firm_oid, a.firm_oid) = a.firm_oid`;
const seenText = part`
  lower(a.account_number || chr(10) || a.account_name) || array_to_string(array(
    select chr(10) || lower(m.first_name || ' ' || m.last_name)
    from account_owner as o join member as m on m.login_id = o.login_id
    where o.account_number = a.account_number and m.firm_oid = a.firm_oid
      and m.firm_oid = coalesce(asked.firm_oid, m.firm_oid)
      and asked.searchers <@ array[m.login_id]), '')`;

// Whether the viewer has the right to an account's details.
const isDetailed = part`
  (asked.searchers = '{}' or asked.searchers <@ (array(
    select o.login_id from account_owner as o where o.account_number = a.account_number
    union all
    select p.login_id from account_permitted_login as p
    where p.account_number = a.account_number and p.permission = any(asked.detail_levels))
    || case when 'AC' = any(asked.detail_levels) then a.opened_by_login_id end))`;

// An account whose figure is not known, or not seen by the viewer, counts as less than any.
const figure = part`
  case asked.sorted_by when 'value' then coalesce(a.market_value, '-Infinity')
    when 'day' then coalesce(a.day_return, '-Infinity')
    when 'year' then coalesce(a.year_return, '-Infinity')
    when 'cash' then coalesce(case when ${isDetailed} then (select sum(c.amount)
      from folio_cash as c where c.account_number = a.account_number) end, '-Infinity')
    else 0 end`;

const waits = part`
  case asked.waiting
    when 'orders' then a.account_number in (
      select o.account_number from private_placement_order as o where ${isUndecided})
    when 'transfers' then a.account_number in (
      select t.account_number from transfer as t, asked where ${isUnderWay})
    when 'ballots' then a.account_number in (
      select c.account_number from corporate_action as c, asked where ${isOpenBallot})
    when 'models' then a.account_number in (
      select s.account_number from model_subscription as s where ${isPending}) end`;

// Each part is found once, whatever the list's order.
const wanted = part`
  (asked.search is null or (a.search_text like asked.search
      and (asked.exact is null or a.search_text ~ asked.exact)
      and ((${seesNames}) or (${seenText} like asked.search
        and (asked.exact is null or ${seenText} ~ asked.exact)))))
    and (asked.account_type is null or a.account_type = asked.account_type)
    and (asked.is_restricted is null or asked.is_restricted = (a.account_number in (
      select r.account_number from restriction as r where r.lifted_at is null)))
    and (coalesce(asked.is_restricted::text, asked.has_open_items::text, asked.waiting, asked.cash_from::text,
      asked.cash_to::text, asked.security_id::text) is null or ${isDetailed})
    and (asked.security_id is null or exists (
      select from folio_position as h
      where h.account_number = a.account_number and h.security_id = asked.security_id))
    and (asked.has_open_items is null
      or asked.has_open_items = (a.account_number in (
        select i.account_number from item_for_attention as i, asked where ${isSeenItem})))
    and (asked.waiting is null or ${waits})
    and ((asked.cash_from is null and asked.cash_to is null)
      or (select coalesce(sum(c.amount), 0) from folio_cash as c
          where c.account_number = a.account_number)
        between coalesce(asked.cash_from, '-Infinity') and coalesce(asked.cash_to, 'Infinity'))`;

/** Where an account stands, or undefined if there is none of that number. */
export async function selectPosition(
  db: Reader,
  number: string,
  { by, searchers, detailLevels }: Pick<Listing, "by" | "searchers" | "detailLevels">,
): Promise<Position | undefined> {
  return db.first(sql<Position>`
    select ${figure}::text as figure, ${name} as name
    from (select ${by}::text as sorted_by, ${searchers}::text[] as searchers,
        ${detailLevels}::text[] as detail_levels) as asked, account as a
    where a.account_number = ${number}`);
}

/** The numbers of the accounts that a viewer sees and a listing wants, after a position: one more
 * than the page has. */
export async function selectNumbersInOrder(
  db: Reader,
  { firmOid, loginIds }: Viewer,
  listing: Listing,
  { limit, after, position }: Page & { readonly position?: Position },
): Promise<AccountNumber[]> {
  const { search } = listing;
  const rows = await db.rows(sql<{ number: AccountNumber }>`
    with asked as (
      select ${listing.by}::text as sorted_by, ${listing.isDown}::boolean as is_down,
        ${search?.like}::text as search, ${search?.exact}::text as exact,
        ${listing.accountType}::text as account_type,
        ${listing.isRestricted}::boolean as is_restricted,
        ${listing.hasOpenItems}::boolean as has_open_items, ${listing.waiting}::text as waiting,
        ${listing.cashFrom}::numeric as cash_from, ${listing.cashTo}::numeric as cash_to,
        ${listing.securityId}::bigint as security_id,
        ${listing.today}::date as today, ${listing.now}::timestamptz as now,
        ${listing.finalStatuses}::text[] as final_statuses,
        ${loginIds}::text[] as login_ids, ${listing.searchers}::text[] as searchers,
        ${listing.detailLevels}::text[] as detail_levels,
        ${firmOid}::bigint as firm_oid),
    found as (
      select a.account_number as number, ${figure} as figure, ${name} as name, asked.is_down
      from asked, account as a
      where coalesce(asked.firm_oid, a.firm_oid) in (a.firm_oid, a.client_firm_oid) and ${wanted}
        and (${loginIds.length === 0}::boolean or asked.login_ids <@ (array(
          select login_id from account_owner as o where o.account_number = a.account_number
          union all
          select login_id from account_permitted_login as p
          where p.account_number = a.account_number) || a.opened_by_login_id)))
    select number from found
    where ${position === undefined}::boolean
      or case when is_down
        then (figure, name, number) < (${position?.figure}::numeric, ${position?.name}, ${after})
        else (figure, name, number) > (${position?.figure}::numeric, ${position?.name}, ${after}) end
    order by case when not is_down then figure end, case when is_down then figure end desc,
      case when not is_down then name end, case when is_down then name end desc,
      case when not is_down then number end, case when is_down then number end desc
    limit ${limit}::integer + 1`);
  return rows.map(({ number }) => number);
}

/** The figures of an account that lists show. */
export interface OverviewRow {
  readonly number: AccountNumber;
  readonly valuedOn: Day | null;
  readonly value: Decimal | null;
  readonly dayReturn: Decimal | null;
  readonly yearReturn: Decimal | null;
  readonly cash: Decimal | null;
  readonly openItems: string | null;
  /** Null for an owner whom the viewer does not see. */
  readonly ownerNames: (string | null)[];
}

/** The figures of some accounts; those of what they hold only where the viewer sees it. */
export async function selectOverviews(
  db: Reader,
  numbers: readonly string[],
  { firmOid, loginIds, levels }: Viewer,
  today: Day,
): Promise<OverviewRow[]> {
  return db.rows(sql<OverviewRow>`
    select a.account_number as "number", a.valued_on as "valuedOn", a.market_value as "value",
      a.day_return as "dayReturn", a.year_return as "yearReturn",
      case when ${isDetailed} then (select sum(c.amount) from folio_cash as c
        where c.account_number = a.account_number) end as cash,
      case when ${isDetailed} then (select count(*)::text from item_for_attention as i
        where i.account_number = a.account_number and ${isSeenItem}) end as "openItems",
      array(select case when m.firm_oid = coalesce(${firmOid}::bigint, m.firm_oid)
            and asked.login_ids <@ array[m.login_id]
          then m.first_name || ' ' || m.last_name end
        from account_owner as o join member as m on m.login_id = o.login_id
        where o.account_number = a.account_number order by o.position) as "ownerNames"
    from account as a, (select ${today}::date as today, ${loginIds}::text[] as login_ids,
        ${loginIds}::text[] as searchers, ${levels}::text[] as detail_levels) as asked
    where a.account_number = any(${numbers}::text[])`);
}

/** An account with the figures that its series has. */
export interface AccountFigures {
  readonly number: AccountNumber;
  readonly accountName: string;
  readonly accountType: string;
  readonly valuedOn: Day | null;
  readonly value: Decimal | null;
  readonly dayReturn: Decimal | null;
  readonly yearReturn: Decimal | null;
}

/** Names, types and figures of some accounts, by number. */
export async function selectAccountFigures(
  db: Reader,
  numbers: readonly string[],
): Promise<AccountFigures[]> {
  return db.rows(sql<AccountFigures>`
    select account_number as "number", account_name as "accountName",
      account_type as "accountType", valued_on as "valuedOn", market_value as "value",
      day_return as "dayReturn", year_return as "yearReturn"
    from account where account_number = any(${numbers}::text[]) order by account_number`);
}

/** The value of an account at the end of a month. */
interface MonthEnd {
  readonly number: AccountNumber;
  readonly on: Day;
  readonly value: Decimal;
}

/** The last values of the months of some accounts, from the twelfth month before that of their last
 * day on; in order of account and day. */
export async function selectMonthEnds(db: Reader, numbers: readonly string[]): Promise<MonthEnd[]> {
  // A line begins with the day, the market value and what has accrued.
  return db.rows(sql<MonthEnd>`
    with asked as (
      select account_number,
        (date_trunc('month', valued_on::timestamp) - interval '12 months')::date as first_on
      from account where account_number = any(${numbers}::text[])),
    month_end as (
      select q.account_number, max(line) as line
      from performance_quarter as q join asked on asked.account_number = q.account_number,
        string_to_table(q.days, E'\\n') as line
      where q.folio_number = '' and q.last_on >= asked.first_on and line >= asked.first_on::text
      group by q.account_number, left(line, 7))
    select account_number as "number", left(line, 10)::date as "on",
      split_part(line, ' ', 2)::numeric + split_part(line, ' ', 3)::numeric as value
    from month_end order by account_number, line`);
}
