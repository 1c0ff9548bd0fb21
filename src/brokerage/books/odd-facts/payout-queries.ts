// SQL that finds payouts that are there twice, or of what was not held, reinvestments without a payout, and
// trades on days on which the exchange rests.
import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { SqlPart } from "../../../platform/store/db.ts";
import { declared } from "../../../platform/store/declared-sql.ts";
import type { ExchangeDayStatus } from "../../../reference/exchange-days/calendar.ts";
import { inForce, opened, type Scope } from "./scope-queries.ts";

/** A payout, and one like it or the day on which it was to be held. */
export interface OddPayout {
  readonly accountNumber: string;
  readonly transactionId: string;
  readonly type: string;
  readonly ticker: string | null;
  readonly folioNumber: string | null;
  readonly amount: Decimal;
  readonly on: Day;
  readonly exOn: Day | null;
  /** The other one of two. */
  readonly other: string | null;
  readonly count: number;
}

const payoutColumns = declared`fact.account_number as "accountNumber",
  fact.transaction_id::text as "transactionId", fact.transaction_type as "type", ticker,
  fact.folio_number as "folioNumber", fact.amount, fact.trade_on as "on", fact.ex_on as "exOn"`;

const byPayout = declared`"accountNumber", "on", "transactionId"`;

const payouts = declared`('DIV', 'INT', 'ROC')`;
const isPayout = declared`transaction_type in ${payouts}`;

/** Payouts that another one equals in type, folio, security, amount and ex-date, or trade date without one;
 * of two that are looked at, the later one. */
export function doubledPayouts({ facts, others, most }: Scope): SqlPart {
  return declared`with ${facts(isPayout)},
    alike as (
      select account_number, array_agg(transaction_id order by transaction_id) as ids
      from ${others} as t where transaction_type in ${payouts}
      group by account_number, transaction_type, folio_number, security_id, amount,
        coalesce(ex_on, trade_on)
      having count(*) > 1),
    doubled as (
      select fact.*, case ids[1] when fact.transaction_id then ids[2] else ids[1] end as other
      from fact join alike on alike.account_number = fact.account_number
        and fact.transaction_id = any(ids))
    select ${payoutColumns}, other::text as "other", count(*) over ()::int as "count"
    from doubled as fact left join security using (security_id)
    where not exists (select from fact as first
      where first.account_number = fact.account_number and first.transaction_id = fact.other
        and first.transaction_id > fact.transaction_id)
    order by ${byPayout} limit ${most}`;
}

/** The day on which a lot came; one of a transfer is as old as its purchase. */
const heldFrom = declared`coalesce(opening.trade_on, lot.transfer_on, lot.original_acquisition_on, '-infinity')`;

/** Dividends of a security of which no lot was in the account at the opening of the ex-date; without one, on no
 * day of the 90 before. What became another security since counts as held. */
export function unheldDividends({ facts, most }: Scope): SqlPart {
  const isOfSecurity = declared`transaction_type = 'DIV' and security_id is not null`;
  return declared`with ${facts(isOfSecurity)},
    dividend as (
      select fact.*, coalesce(ex_on, trade_on) as held_until,
        coalesce(ex_on, trade_on - 90) as held_from
      from fact)
    select ${payoutColumns}, null as "other", count(*) over ()::int as "count"
    from dividend as fact join security using (security_id)
    where not exists (
        select from public.open_lot as lot ${opened}
        where lot.account_number = fact.account_number and lot.security_id = fact.security_id
          and ${heldFrom} < held_until)
      and not exists (
        select from public.closed_lot as lot ${opened}
        where lot.account_number = fact.account_number and lot.security_id = fact.security_id
          and ${heldFrom} < held_until
          and lot.closing_transaction_on >= held_from)
      and not exists (
        select from public.account_transaction as event
        where event.account_number = fact.account_number and event.security_id = fact.security_id
          and event.into_security_id is not null and event.transaction_type <> 'SPO'
          and event.trade_on >= held_from and ${inForce("event")})
    order by ${byPayout} limit ${most}`;
}

/** Reinvestments without a payout of their security in the account within 7 days. */
export function loneReinvestments({ facts, others, most }: Scope): SqlPart {
  return declared`with ${facts(declared`transaction_type = 'REI'`)}
    select fact.account_number as "accountNumber", fact.transaction_id::text as "transactionId",
      fact.transaction_type as "type", ticker, fact.trade_on as "on",
      count(*) over ()::int as "count"
    from fact join security using (security_id)
    where not exists (
      select from ${others} as t
      where t.account_number = fact.account_number and t.security_id = fact.security_id
        and t.transaction_type in ${payouts}
        and t.trade_on between fact.trade_on - 7 and fact.trade_on + 7)
    order by ${byPayout} limit ${most}`;
}

/** A day with purchases and sales, and what is loaded of the exchange on it. */
export interface TradedDay {
  readonly on: Day;
  readonly status: ExchangeDayStatus | null;
  readonly trades: number;
  readonly first: string;
}

/** The days with purchases or sales, in order; which are no business days, the calendar says. */
export function tradedDays({ facts }: Scope): SqlPart {
  return declared`with ${facts(declared`transaction_type in ('BUY', 'SLE')`)}
    select trade_on as "on", status, count(*)::int as "trades", min(account_number) as "first"
    from fact left join exchange_day on day = trade_on
    group by trade_on, status order by trade_on`;
}
