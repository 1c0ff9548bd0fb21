// Statements that find what is allowed but odd. Each returns the first rows, with the number of
// all.

import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import { type Reader, sql } from "../../../platform/store/db.ts";
import { declared } from "../../../platform/store/declared-sql.ts";
import { retirementTypes } from "../../../reference/codes.ts";
import type { ExchangeDayStatus } from "../../../reference/exchange-days/calendar.ts";
import {
  isJump,
  isUnexplained,
  type Jump,
  splitsOf,
} from "../../../reference/prices/odd-close-queries.ts";
import { tickersEver } from "../../../reference/securities/queries.ts";
import type { RecordedPayer } from "../../books/tax-forms/missing-payer-details.ts";

/** A row, and how many there are in all. */
export type Counted<Row> = Row & { readonly count: number };

/** How many rows of a kind are returned. */
export const most = 100;

/** A folio of which more was paid out than came in. */
export interface OverdrawnFolio {
  readonly folioNumber: string;
  readonly amount: Decimal;
}

/** Folios with cash below 0, in order of number. */
export async function selectOverdrawn(db: Reader): Promise<Counted<OverdrawnFolio>[]> {
  return db.rows(sql<Counted<OverdrawnFolio>>`
    select folio_number as "folioNumber", amount, count(*) over ()::int as "count"
    from folio_cash where amount < 0
    order by account_number, folio_number limit ${most}`);
}

/** A security that folios hold, and the last day on which it has a close. */
export interface StaleSecurity {
  readonly securityId: string;
  readonly ticker: string;
  readonly folios: number;
  readonly pricedOn: Day | null;
}

/** Held securities whose last close lies before a day, or that have none, in order of id. One that is priced by
 * another security (after a spin-off, for example) is left out. */
export async function selectStale(db: Reader, before: Day): Promise<Counted<StaleSecurity>[]> {
  return db.rows(sql<Counted<StaleSecurity>>`
    with held as (
      select security_id, count(*)::int as folios from folio_position
      where not exists (
        select from jsonb_array_elements(price_sources) as source where source ? 'security_id')
      group by security_id)
    select security_id::text as "securityId", ticker, folios, last.priced_on as "pricedOn",
      count(*) over ()::int as "count"
    from held join security using (security_id)
      left join lateral (
        select priced_on from security_price as price
        where price.security_id = held.security_id order by priced_on desc limit 1) as last on true
    where coalesce(last.priced_on, '-infinity') < ${before}::date
    order by security_id limit ${most}`);
}

/** The last day with a close of any security, and what is loaded of the exchange since. */
export interface NewestClose {
  readonly on: Day;
  readonly since: readonly { readonly on: Day; readonly status: ExchangeDayStatus }[];
}

/** The newest close of all; undefined if nothing is held that has closes of its own, or none has
 * any. */
export async function selectNewestClose(db: Reader): Promise<NewestClose | undefined> {
  return db.first(sql<NewestClose>`
    select last.on as "on", (
        select coalesce(json_agg(json_build_object('on', day, 'status', status)), '[]')
        from exchange_day where day > last.on) as "since"
    from (select max(priced_on) as "on" from security_price) as last
    where last.on is not null and exists (select 1 from folio_position)`);
}

/** Closes that jump from the one before, by security and day. */
export async function selectOutlying(db: Reader): Promise<Counted<Jump>[]> {
  return db.rows(sql<Counted<Jump>>`
    with jump as materialized (
      select * from (
        select security_id, priced_on, close, lag(close) over days as last,
          lag(priced_on) over days as last_on
        from security_price window days as (partition by security_id order by priced_on)) as price
      where ${isJump("close", "last")}),
    ${splitsOf(declared`select security_id from jump`)}
    select security_id::text as "securityId", priced_on as "on", close, last,
      count(*) over ()::int as "count"
    from jump where ${isUnexplained("jump")}
    order by security_id, priced_on limit ${most}`);
}

/** A folio or a model, and the benchmark that it names. */
export interface UnknownBenchmark {
  readonly of: string;
  readonly benchmark: string;
}

/** Folios whose benchmark names no account, model or security, in order of number. */
export async function selectUnknownOfFolios(db: Reader): Promise<Counted<UnknownBenchmark>[]> {
  return db.rows(sql<Counted<UnknownBenchmark>>`
    select folio_number as "of", benchmark, count(*) over ()::int as "count"
    from folio
    where benchmark is not null and not case split_part(benchmark, ':', 1)
      when 'account' then substr(benchmark, 9) in (select account_number from account)
      when 'model' then substr(benchmark, 7) in (select model_oid::text from model)
      when 'security' then substr(benchmark, 10) in (select security_id::text from security)
      else upper(benchmark) in (select symbol from ${tickersEver} as known) end
    order by folio_number limit ${most}`);
}

/** Models whose benchmark is the ticker of no security, by id. */
export async function selectUnknownOfModels(db: Reader): Promise<Counted<UnknownBenchmark>[]> {
  return db.rows(sql<Counted<UnknownBenchmark>>`
    select model_oid::text as "of", benchmark_item as "benchmark", count(*) over ()::int as "count"
    from model
    where benchmark_item is not null and not exists (
      select from ${tickersEver} as known where known.symbol = upper(benchmark_item))
    order by model_oid limit ${most}`);
}

/** A corporate event that changes how many shares its holders have. */
export interface UnbookedEvent {
  readonly eventId: string;
  readonly kind: string;
  readonly ticker: string;
  readonly exOn: Day;
}

/** Splits, stock dividends and spin-offs whose ex-date has come and that are not posted, in order of that day. */
export async function selectUnbookedEvents(
  db: Reader,
  today: Day,
): Promise<Counted<UnbookedEvent>[]> {
  return db.rows(sql<Counted<UnbookedEvent>>`
    select event_id::text as "eventId", kind, ticker, ex_on as "exOn", count(*) over ()::int as "count"
    from corporate_event join security using (security_id)
    where kind in ('SPL', 'SDV', 'SPO') and ex_on <= ${today}
      and status in ('ANNOUNCED', 'ENTITLED', 'POSTING')
    order by ex_on, event_id limit ${most}`);
}

/** An account by its number. */
export interface NumberedAccount {
  readonly accountNumber: string;
}

/** Accounts with folios of which none has a source of its performance, in order of number. */
export async function selectWithoutSource(db: Reader): Promise<Counted<NumberedAccount>[]> {
  return db.rows(sql<Counted<NumberedAccount>>`
    select account_number as "accountNumber", count(*) over ()::int as "count"
    from folio group by account_number
    having count(performance_source) = 0
    order by account_number limit ${most}`);
}

/** Accounts with beneficiaries that are no retirement accounts, in order of number. */
export async function selectForeignBeneficiaries(db: Reader): Promise<Counted<NumberedAccount>[]> {
  return db.rows(sql<Counted<NumberedAccount>>`
    select account_number as "accountNumber", count(*) over ()::int as "count"
    from account
    where account_type <> all(${retirementTypes}::text[])
      and account_number in (select account_number from beneficiary)
    order by account_number limit ${most}`);
}

/** Accounts with contingent beneficiaries and no primary one, in order of number. */
export async function selectLoneContingents(db: Reader): Promise<Counted<NumberedAccount>[]> {
  return db.rows(sql<Counted<NumberedAccount>>`
    select account_number as "accountNumber", count(*) over ()::int as "count"
    from beneficiary group by account_number
    having bool_and(kind = 'C')
    order by account_number limit ${most}`);
}

/** An account with the companies that it excludes for its owners, and those that they have. */
export interface OtherExclusions extends NumberedAccount {
  readonly excluded: readonly string[];
  readonly companies: readonly string[];
}

/** Accounts that exclude other companies than those of their owners, in order of number. */
export async function selectOtherExclusions(db: Reader): Promise<Counted<OtherExclusions>[]> {
  return db.rows(sql<Counted<OtherExclusions>>`
    with compared as (
      select account_number,
        coalesce(array_agg(ticker order by ticker) filter (where is_excluded), '{}') as excluded,
        coalesce(array_agg(ticker order by ticker) filter (where not is_excluded), '{}') as companies
      from (
        select account_number, value as ticker, true as is_excluded
        from exclusion where kind = 'OWNER'
        union
        select account_number, unnest(own_company_tickers), false
        from account_owner join member using (login_id)) as listed
      group by account_number)
    select account_number as "accountNumber", excluded, companies, count(*) over ()::int as "count"
    from compared where excluded <> companies
    order by account_number limit ${most}`);
}

/** A client who is to be verified, and who in other firms has its tax id. */
export interface TaxIdCase {
  readonly loginId: string;
  readonly firmOid: string;
  readonly others: readonly string[];
}

/** The operator's cases of tax ids that two firms have, the oldest first. */
export async function selectTaxIdCases(db: Reader): Promise<Counted<TaxIdCase>[]> {
  return db.rows(sql<Counted<TaxIdCase>>`
    select login_id as "loginId", firm_oid::text as "firmOid", others, count(*) over ()::int as "count"
    from member as client cross join lateral (
      select array_agg(login_id order by login_id) as others from member as other
      where other.tid_hash = client.tid_hash and other.firm_oid <> client.firm_oid) as twin
    where cip_status = 'PENDING_NEW' and tid_case_at is not null and others is not null
    order by tid_case_at, login_id limit ${most}`);
}

/** The payer of tax papers; undefined if there are no accounts. */
export async function selectPayer(db: Reader): Promise<RecordedPayer | undefined> {
  return db.first(sql<RecordedPayer>`
    select name, tid_sealed is not null as "hasTid", address is not null as "hasAddress"
    from (select exists (select 1 from account) as "isAsked") as asked
      left join (select * from firm where kind = 'operator' order by firm_oid limit 1) as operator
        on true
    where "isAsked"`);
}

/** A credential by its id. */
export interface EndlessKey {
  readonly keyId: string;
  readonly apiUserId: string;
}

/** Credentials that are valid until they are revoked, oldest first. */
export async function selectEndlessKeys(db: Reader): Promise<Counted<EndlessKey>[]> {
  return db.rows(sql<Counted<EndlessKey>>`
    select api_key_id::text as "keyId", api_user_id::text as "apiUserId",
      count(*) over ()::int as "count"
    from api_credential where expires_at is null and revoked_at is null
    order by created_at, api_key_id limit ${most}`);
}

/** A credential by its id, and the member as whom alone it acts. */
export interface ViewersKey {
  readonly keyId: string;
  readonly loginId: string;
}

/** Credentials in force at an instant that change records as a member who is a viewer now, oldest
 * first. */
export async function selectViewersKeys(db: Reader, at: Date): Promise<Counted<ViewersKey>[]> {
  return db.rows(sql<Counted<ViewersKey>>`
    select api_key_id::text as "keyId", key.bound_login_id as "loginId", count(*) over ()::int as "count"
    from api_credential as key
      join api_user using (api_user_id)
      join member on member.login_id = key.bound_login_id
    where member.staff_role = 'viewer' and api_user.scopes && array['write', 'operate']
      and key.revoked_at is null and (key.expires_at is null or key.expires_at > ${at})
    order by key.created_at, api_key_id limit ${most}`);
}

/** An offer whose stored total is not the sum of its subscriptions' fills. */
export interface OtherTotal {
  readonly offerOid: string;
  readonly approvedTotal: string;
  readonly filled: string;
}

/** Offers whose stored total is not the sum of their subscriptions' approved amounts, by id. */
export async function selectOtherTotals(db: Reader): Promise<Counted<OtherTotal>[]> {
  return db.rows(sql<Counted<OtherTotal>>`
    with filled as (
      select offer_oid, sum(fill_amount) as total from private_placement_order
      where fill_amount is not null group by offer_oid)
    select offer.offer_oid::text as "offerOid", approved_total::numeric(20, 2)::text as "approvedTotal",
      coalesce(filled.total, 0)::numeric(20, 2)::text as "filled", count(*) over ()::int as "count"
    from offer left join filled on filled.offer_oid = offer.offer_oid
    where approved_total <> coalesce(filled.total, 0)
    order by offer.offer_oid limit ${most}`);
}

/** An offer whose discount leaves no price. */
export interface PricelessOffer {
  readonly offerOid: string;
  readonly discount: Decimal;
  readonly price: Decimal;
}

/** Offers whose discount is not below their price, by id. */
export async function selectPriceless(db: Reader): Promise<Counted<PricelessOffer>[]> {
  return db.rows(sql<Counted<PricelessOffer>>`
    select offer_oid::text as "offerOid", price_discount_amount as "discount",
      previous_closing_price as "price", count(*) over ()::int as "count"
    from offer where price_discount_amount >= previous_closing_price
    order by offer_oid limit ${most}`);
}
