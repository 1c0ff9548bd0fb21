// The statements that read the cash of accounts, and what of it is not settled, held or reserved.

import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { AccountNumber } from "@bursar/values/ids";
import { part, type Reader, sql } from "../../../platform/store/db.ts";
import type { Viewer } from "../../clients-and-accounts/accounts/reads.ts";
import { onlyOf, type TransactionRow } from "../transactions/reads.ts";

/** A folio and its cash by trade date at the end of a day. */
export interface FolioCash {
  readonly folioNumber: string;
  readonly cash: Decimal;
}

/** A row in force that may settle later, as far as it moves cash: its other columns are left out. With the
 * security by which it settles. */
export interface PendingRow extends TransactionRow {
  readonly tradeOn: Day;
  /** These three are null of a row without a security. */
  readonly instrumentType: string | null;
  readonly settlementPeriod: number | null;
  readonly quotationFactor: Decimal | null;
}

/** A deposit in force that may not be withdrawn yet, less what came back of it, and the day on which it
 * settles. */
export interface HeldDeposit {
  readonly amount: Decimal;
  readonly settlementOn: Day;
}

/** The cash of an account. */
export interface AccountCashRow {
  readonly accountNumber: AccountNumber;
  readonly folios: readonly FolioCash[];
  readonly rows: readonly PendingRow[];
  readonly deposits: readonly HeldDeposit[];
  /** The fills of subscriptions that are placed and not booked. */
  readonly fills: Decimal;
}

/** The days before which every trade without a settlement date of its own has settled by another day. */
export interface FirstUnsettled {
  /** Of any trade. */
  readonly tradedSince: Day;
  /** Of a trade in a security without a period of its own, which settles by its group. */
  readonly tradedByGroupSince: Day;
}

/** The end of which day is asked for; whether that is today, and which trades may settle after it. */
export interface AskedDay extends FirstUnsettled {
  readonly on: Day;
  readonly isToday: boolean;
}

// Looked up by key for the few rows in question: as a join, all rows of the account may be read. An account
// that is read alone is named of each table, so that a distributed store asks only its node.
const isInForce = part`(
  select later.transaction_id from account_transaction as later
  where later.account_number = t.account_number
    and (asked.only is null or later.account_number = asked.only)
    and later.takes_back = t.transaction_id limit 1) is null`;

const pendingColumns = part`
  t.account_number, t.transaction_id, t.transaction_type, t.folio_number, t.trade_on, t.settlement_on, t.ex_on,
  t.security_id, t.shares, t.price, t.fees, t.net_amount, t.amount, t.accrued_interest,
  t.federal_tax_withholding, t.state_tax_withholding, t.foreign_tax_withholding, t.to_folio_number,
  t.fee_paid_by, t.fee_kind
  from account_transaction as t
  where t.account_number = a.account_number
    and (asked.only is null or t.account_number = asked.only)`;

/** Whether a row `p` is in force: asked of the few that may settle later, which their security decides. */
const isPendingInForce = part`(
  select later.transaction_id from account_transaction as later
  where later.account_number = p.account_number
    and (asked.only is null or later.account_number = asked.only)
    and later.takes_back = p.transaction_id limit 1) is null`;

/** Amounts are texts, since a number of JSON would be read as a double. */
const pending = part`
  p.transaction_id::text as "transactionId", p.transaction_type as "transactionType",
  p.folio_number as "folioNumber", p.trade_on as "tradeOn", p.settlement_on as "settlementOn",
  p.ex_on as "exOn", p.security_id::text as "securityId", p.shares::text as "shares",
  p.price::text as "price", p.fees::text as "fees", p.net_amount::text as "netAmount",
  p.amount::text as "amount", p.accrued_interest::text as "accruedInterest",
  p.federal_tax_withholding::text as "federalTaxWithholding",
  p.state_tax_withholding::text as "stateTaxWithholding",
  p.foreign_tax_withholding::text as "foreignTaxWithholding",
  p.to_folio_number as "toFolioNumber", p.fee_paid_by as "feePaidBy", p.fee_kind as "feeKind",
  s.instrument_type as "instrumentType", s.settlement_period as "settlementPeriod",
  s.quotation_factor::text as "quotationFactor"`;

/** The cash of some accounts at the end of a day, by number; one statement, so that cash and rows
 * are of one moment. Rows are found by their settlement dates, of which few lie ahead, and not by
 * their trade dates. */
export async function selectAccountCash(
  db: Reader,
  numbers: readonly string[],
  { on, isToday, tradedSince, tradedByGroupSince }: AskedDay,
): Promise<AccountCashRow[]> {
  return db.rows(sql<AccountCashRow>`
    select a.account_number as "accountNumber",
      (select coalesce(jsonb_agg(jsonb_build_object('folioNumber', f.folio_number, 'cash', coalesce(
          case when ${isToday}::boolean then (
            select c.amount from folio_cash as c
            where c.account_number = f.account_number
              and (asked.only is null or c.account_number = asked.only)
              and c.folio_number = f.folio_number)
          else (
            select c.amount from folio_cash_day as c
            where c.account_number = f.account_number
              and (asked.only is null or c.account_number = asked.only)
              and c.folio_number = f.folio_number and c.changed_on <= ${on} order by c.changed_on desc limit 1) end, 0)::text)
          order by f.folio_number), '[]')
        from folio as f where f.account_number = a.account_number
          and (asked.only is null or f.account_number = asked.only)) as folios,
      (select coalesce(json_agg(found), '[]')
        from (
          select ${pending} from (
              select ${pendingColumns} and t.settlement_on > ${on} and t.settlement_on < 'infinity'
                and t.trade_on - ${on}::date <= 0
              union all
              select ${pendingColumns} and t.settlement_on is null
                and t.transaction_type in ('BUY', 'REI', 'SLE')
                and t.trade_on between ${tradedSince} and ${on}) as p
            left join lateral (
              select * from security where security.security_id = p.security_id limit 1) as s on true
          where case when p.settlement_on is not null or p.trade_on >= ${tradedByGroupSince}
            or s.settlement_period is not null then ${isPendingInForce} else false end) as found) as rows,
      (select coalesce(jsonb_agg(jsonb_build_object('amount', (t.amount - returned.amount)::text,
          'settlementOn', coalesce(t.settlement_on, t.trade_on))), '[]')
        from account_transaction as t
          cross join lateral (
            select coalesce(sum(later.amount), 0) as amount from account_transaction as later
            where later.account_number = t.account_number
              and (asked.only is null or later.account_number = asked.only)
              and later.reverses = t.transaction_id
              and later.trade_on <= ${on} and not exists (
                select from account_transaction as last
                where last.account_number = later.account_number
                  and (asked.only is null or last.account_number = asked.only)
                  and last.takes_back = later.transaction_id)) as returned
        where t.account_number = a.account_number
          and (asked.only is null or t.account_number = asked.only) and t.transaction_type = 'DEP'
          and t.available_on > ${on} and t.trade_on <= ${on} and ${isInForce}
          and t.amount > returned.amount) as deposits,
      (select coalesce(sum(o.fill_amount), 0)::text from private_placement_order as o
        where o.account_number = a.account_number
          and (asked.only is null or o.account_number = asked.only)
          and o.order_status in ('ORDER_CREATED', 'PROCESSING')) as fills
    from account as a cross join (select ${onlyOf(numbers)}::text as only) as asked
    where a.account_number = any(${numbers}::text[]) order by a.account_number`);
}

/** The filters of the list of balances: cash by trade date between two amounts, and below 0 or not. */
export interface BalanceFilter {
  readonly isOverdrawn: boolean | undefined;
  readonly cashFrom: Decimal | undefined;
  readonly cashTo: Decimal | undefined;
  /** Only these accounts; undefined for all. */
  readonly among: readonly string[] | undefined;
}

interface NamedAccount {
  readonly accountNumber: AccountNumber;
  readonly accountName: string;
}

/** The next accounts of whose details the viewer has sight: one more than a page has. */
export async function selectAccountsByCash(
  db: Reader,
  { firmOid, loginIds, levels }: Viewer,
  { isOverdrawn, cashFrom, cashTo, among }: BalanceFilter,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<NamedAccount[]> {
  return db.rows(sql<NamedAccount>`
    with asked as (select ${isOverdrawn}::boolean as is_overdrawn, ${cashFrom}::numeric as cash_from,
      ${cashTo}::numeric as cash_to)
    select a.account_number as "accountNumber", a.account_name as "accountName"
    from asked, account as a
    where a.account_number > ${after}
      and (${among}::text[] is null or a.account_number = any(${among}::text[]))
      and coalesce(${firmOid}::bigint, a.firm_oid) in (a.firm_oid, a.client_firm_oid)
      and (${loginIds.length === 0}::boolean or ${loginIds}::text[] <@ (array(
          select o.login_id from account_owner as o where o.account_number = a.account_number
          union all
          select p.login_id from account_permitted_login as p
          where p.account_number = a.account_number and p.permission = any(${levels}::text[]))
        || case when 'AC' = any(${levels}::text[]) then a.opened_by_login_id end))
      and (coalesce(asked.is_overdrawn::text, asked.cash_from::text, asked.cash_to::text) is null
        or exists (
          select from (select coalesce(sum(c.amount), 0) as cash from folio_cash as c
            where c.account_number = a.account_number) as own
          where own.cash between coalesce(asked.cash_from, '-Infinity')
              and coalesce(asked.cash_to, 'Infinity')
            and (asked.is_overdrawn is null or asked.is_overdrawn = (own.cash < 0))))
    order by a.account_number limit ${limit}::integer + 1`);
}
