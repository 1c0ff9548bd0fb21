// SQL that finds prices and amounts that do not fit each other, or the closes of their days. Every comparison
// is of products, so that it is exact; quotients are rounded to be shown.
import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import type { SqlPart } from "../../../platform/store/db.ts";
import { declared } from "../../../platform/store/declared-sql.ts";
import { isValued, type Scope } from "./scope-queries.ts";

/** A fact that is reported, and how many there are of its kind. */
export interface OddFact {
  readonly accountNumber: string;
  readonly transactionId: string;
  readonly type: string;
  readonly ticker: string;
  readonly on: Day;
  readonly count: number;
}

const factColumns = declared`fact.account_number as "accountNumber",
  fact.transaction_id::text as "transactionId", fact.transaction_type as "type", ticker`;

const byFact = declared`"accountNumber", "on", "transactionId"`;

/** The power of ten that one figure is of another, within 1 % of it; null where it is none. */
function timesOf(figure: SqlPart, other: SqlPart): SqlPart {
  const powers = [declared`0.01`, declared`0.1`, declared`10`, declared`100`];
  const cases = powers.map(
    (power) => declared`when abs(${figure} - ${other} * ${power}) * 100 <= ${other} * ${power}
      then ${power}`,
  );
  const [first, second, third, fourth] = cases as [SqlPart, SqlPart, SqlPart, SqlPart];
  return declared`case when ${other} > 0 then case ${first} ${second} ${third} ${fourth} end end`;
}

const isPriced = declared`transaction_type in ('BUY', 'REI', 'SLE', 'RDM', 'CIL')
  and price is not null`;

/** An amount that is not shares × price × factor with its fees. */
export interface OddAmount extends OddFact {
  readonly netAmount: Decimal;
  readonly expected: Decimal;
  readonly quotient: Decimal | null;
  readonly times: Decimal | null;
}

/** Net amounts that differ from their product by more than 1 % of it and more than 1.00. */
export function oddAmounts({ facts, most }: Scope): SqlPart {
  return declared`with ${facts(declared`${isPriced} and net_amount is not null`)},
    paid as (
      select fact.*, ticker, shares * price * quotation_factor as product,
        case when transaction_type in ('BUY', 'REI') then coalesce(fees, 0)
          else -coalesce(fees, 0) end as fees_on_top
      from fact join security using (security_id))
    select ${factColumns}, trade_on as "on", net_amount as "netAmount",
      trim_scale(round(product, 2) + fees_on_top) as "expected",
      trim_scale(round((net_amount - fees_on_top) / nullif(product, 0), 6)) as "quotient",
      ${timesOf(declared`(net_amount - fees_on_top)`, declared`product`)} as "times",
      count(*) over ()::int as "count"
    from paid as fact
    where abs(net_amount - fees_on_top - product) * 100 > product
      and abs(net_amount - fees_on_top - product) > 1
    order by ${byFact} limit ${most}`;
}

/** A price that is not the close of its day. */
export interface OddPrice extends OddFact {
  readonly price: Decimal;
  readonly close: Decimal;
  readonly quotient: Decimal | null;
  readonly times: Decimal | null;
}

/** Prices of trades above twice the close of their day, or below half of it. */
export function oddPrices({ facts, most }: Scope): SqlPart {
  return declared`with ${facts(isPriced)}
    select ${factColumns}, trade_on as "on", price, close,
      trim_scale(round(price / nullif(close, 0), 6)) as "quotient",
      ${timesOf(declared`price`, declared`close`)} as "times", count(*) over ()::int as "count"
    from fact join security using (security_id)
      join security_price as known on known.security_id = fact.security_id
        and known.priced_on = fact.trade_on
    where price > 2 * close or 2 * price < close
    order by ${byFact} limit ${most}`;
}

/** A stated value of a share, or of all shares, that is not near a close. */
export interface OddValue extends OddFact {
  readonly column: string;
  readonly value: Decimal;
  /** The value of a share, as a quotation, where the value is of all shares. */
  readonly quotation: Decimal | null;
  readonly close: Decimal;
  readonly pricedOn: Day;
  readonly quotient: Decimal | null;
  /** Whether the value fits as that of one share, where it is of all. */
  readonly isOfOne: boolean;
}

/** A step-up with the names of its columns. */
export interface StepUp {
  readonly account_number: string;
  readonly transaction_id: Id;
  readonly security_id: Id;
  readonly trade_on: Day;
  readonly market_value: Decimal;
}

/** The step-ups that are looked at, by account. */
export function stepUps({ facts }: Scope): SqlPart {
  return declared`with ${facts(declared`transaction_type = 'STU'`)}
    select account_number, transaction_id::text, security_id::text, trade_on, market_value
    from fact order by account_number, transaction_id`;
}

/** Values by the columns of their types: `base` is what a close is multiplied by to be compared, `one` what it
 * is where the value is of one share; shares are counted as of `counted_on`. What follows an event is compared
 * with closes from its day on where there are any. */
const statedValues = declared`
  select fact.account_number, transaction_id, transaction_type, fact.security_id,
    case when transaction_type = 'INH' then coalesce(died_on, trade_on) else trade_on end as valued_on,
    trade_on as counted_on, 'marketValue' as column_name, market_value as value,
    shares * quotation_factor as base, quotation_factor as one, false as is_behind
  from fact join security using (security_id)
  where transaction_type in ('GFT', 'INH', 'LMV') and market_value is not null
  union all
  select account_number, transaction_id, 'STU', security_id, trade_on, trade_on, 'marketValue',
    market_value, shares * quotation_factor, quotation_factor, false
  from jsonb_to_recordset($1::jsonb) as step_up (account_number text, transaction_id bigint,
    security_id bigint, trade_on date, market_value numeric, shares numeric)
    join security using (security_id)
  union all
  select fact.account_number, transaction_id, transaction_type, fact.security_id,
    (lot ->> 'giftDate')::date, trade_on, 'giftMarketValue', (lot ->> 'giftMarketValue')::numeric,
    (lot ->> 'shares')::numeric * quotation_factor, quotation_factor, false
  from fact join security using (security_id) cross join lateral jsonb_array_elements(lots) as lot
  where transaction_type = 'TIN' and lot ? 'giftMarketValue'
  union all
  select fact.account_number, transaction_id, transaction_type, into_security_id, trade_on, trade_on,
    'childValue', child_value, 1, null, true
  from fact where transaction_type = 'SPO' and child_value is not null
  union all
  select fact.account_number, transaction_id, transaction_type, security_id, trade_on, trade_on,
    'parentValue', parent_value, 1, null, true
  from fact where transaction_type = 'SPO' and parent_value is not null
  union all
  select fact.account_number, transaction_id, transaction_type, into_security_id, trade_on, trade_on,
    'newShareValue', new_share_value, 1, null, false
  from fact where transaction_type = 'MRG' and new_share_value is not null`;

/** Stated values of a share above twice the nearest close within 7 days on the same side of splits, or below
 * half of it; with `$1`, step-ups and the shares that they value. */
export function oddValues({ facts, divided, most }: Scope): SqlPart {
  return declared`with ${facts(isValued)},
    stated as materialized (${statedValues}),
    divided as materialized (${divided(declared`select security_id from stated`)}),
    near as (
      select stated.*, close, priced_on
      from stated cross join lateral (
        select close, priced_on from security_price as known
        where known.security_id = stated.security_id
          and known.priced_on between valued_on - 7 and valued_on + 7
          and not exists (select from divided where divided.security_id = known.security_id
            and divided.ex_on > least(known.priced_on, valued_on, counted_on)
            and divided.ex_on <= greatest(known.priced_on, valued_on, counted_on))
        order by is_behind and known.priced_on < valued_on, abs(known.priced_on - valued_on),
          known.priced_on limit 1) as known)
    select ${factColumns}, valued_on as "on", column_name as "column", value,
      case when one is not null then trim_scale(round(value / base, 6)) end as "quotation", close,
      priced_on as "pricedOn",
      trim_scale(round(value / nullif(base * close, 0), 6)) as "quotient",
      coalesce(value <= 2 * close * one and 2 * value >= close * one, false)
        as "isOfOne", count(*) over ()::int as "count"
    from near as fact join security using (security_id)
    where value > 2 * close * base or 2 * value < close * base
    order by ${byFact}, "column" limit ${most}`;
}

/** Spin-offs of one security and day that value its parent differently. */
export interface OddParent {
  readonly ticker: string;
  readonly on: Day;
  readonly accounts: number;
  readonly first: string;
  /** The first of them. */
  readonly values: readonly string[];
  /** Whether one account has several of them. */
  readonly isWithinAccount: boolean;
  readonly count: number;
}

/** Spin-offs of one security and day with several values of the parent, of all accounts that have them. */
export function oddParents({ facts, others, most }: Scope): SqlPart {
  const isSpun = declared`transaction_type = 'SPO' and parent_value is not null`;
  return declared`with ${facts(isSpun)},
    spun as (select distinct security_id, trade_on from fact),
    valued as (
      select account_number, security_id, trade_on, parent_value,
        count(*) over (partition by account_number, security_id, trade_on) as own
      from (
        select distinct t.account_number, t.security_id, t.trade_on, t.parent_value
        from spun join ${others} as t
          on t.security_id = spun.security_id and t.trade_on = spun.trade_on
        where t.transaction_type = 'SPO' and t.parent_value is not null) as each)
    select ticker, trade_on as "on", count(distinct account_number)::int as "accounts",
      min(account_number) as "first",
      (array_agg(distinct trim_scale(parent_value)::text))[1:5] as "values",
      bool_or(own > 1) as "isWithinAccount", count(*) over ()::int as "count"
    from valued join security using (security_id)
    group by ticker, trade_on having count(distinct parent_value) > 1
    order by trade_on, ticker limit ${most}`;
}
