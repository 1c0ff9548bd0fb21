// Statements that find what a firm's bills would get wrong: rates and households. (docs/billing.md)
import type { Day } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import { type Reader, sql } from "../../../platform/store/db.ts";
import { type Counted, most } from "./anomaly-queries.ts";

/** A plan with its rates in percent a year, by amount. */
export interface PlanOfOddRates {
  readonly billingPlanOid: Id;
  readonly firmOid: Id;
  readonly name: string;
  readonly rates: readonly string[];
}

/** How many times a rate exceeds the next one, or falls below it, before a digit seems misplaced. */
const oddQuotient = 5;

/** Plans whose rates both rise and fall from tier to tier, or of which one is five times its neighbor; by id. */
export async function selectPlansOfOddRates(db: Reader): Promise<Counted<PlanOfOddRates>[]> {
  return db.rows(sql<Counted<PlanOfOddRates>>`
    with tier as (
      select billing_plan_oid, from_amount, annual_rate, lag(annual_rate) over by_amount as last
      from billing_plan_asset_fee window by_amount as (partition by billing_plan_oid order by from_amount))
    select billing_plan_oid::text as "billingPlanOid", firm_oid::text as "firmOid", name,
      array_agg(annual_rate::text order by from_amount) as "rates", count(*) over ()::int as "count"
    from tier join billing_plan using (billing_plan_oid)
    group by billing_plan_oid, firm_oid, name
    having (bool_or(annual_rate > last) and bool_or(annual_rate < last))
      or bool_or(least(annual_rate, last) > 0
        and greatest(annual_rate, last) >= ${oddQuotient} * least(annual_rate, last))
    order by billing_plan_oid limit ${most}`);
}

/** An account in a household with none of whose other accounts it shares an owner. */
export interface AccountOfAnotherFamily {
  readonly accountNumber: string;
  readonly household: string;
  /** The household in which an owner has other accounts. */
  readonly otherHousehold: string;
}

/** Such accounts of a day, where an owner has accounts in another household; in order of number. */
export async function selectAccountsOfOtherFamilies(
  db: Reader,
  on: Day,
): Promise<Counted<AccountOfAnotherFamily>[]> {
  return db.rows(sql<Counted<AccountOfAnotherFamily>>`
    with owned as materialized (
      select household_oid, account_number, login_id
      from household_account join account_owner using (account_number)
      where from_on <= ${on}::date and coalesce(to_on, 'infinity') >= ${on}::date),
    -- One row for each owner and household: an owner of very many accounts costs no more than they are.
    place as (
      select household_oid, login_id, name, accounts,
        case row_number() over by_name when 1 then lead(name) over by_name
          else first_value(name) over by_name end as elsewhere
      from (
        select household_oid, login_id, count(distinct account_number) as accounts
        from owned group by household_oid, login_id) as counted
        join household using (household_oid)
      window by_name as (partition by login_id order by name, household_oid)),
    shared as (
      select household_oid from owned
      group by household_oid having count(distinct account_number) > 1)
    select account_number as "accountNumber", min(name) as "household",
      min(elsewhere) as "otherHousehold", count(*) over ()::int as "count"
    from owned join place using (household_oid, login_id)
      join shared using (household_oid)
    group by account_number, household_oid
    having max(accounts) = 1 and min(elsewhere) is not null
    order by account_number, household_oid limit ${most}`);
}

/** An account whose terms name a plan of another firm. */
export interface AccountOfForeignPlan {
  readonly accountNumber: string;
  readonly firmOid: Id;
  readonly billingPlanOid: Id;
  readonly planFirmOid: Id;
}

/** Accounts whose terms of a day name a plan of another firm, so that nobody bills them; in order of number. */
export async function selectAccountsOfForeignPlans(
  db: Reader,
  on: Day,
): Promise<Counted<AccountOfForeignPlan>[]> {
  return db.rows(sql<Counted<AccountOfForeignPlan>>`
    select account.account_number as "accountNumber", account.firm_oid as "firmOid",
      plan.billing_plan_oid as "billingPlanOid", plan.firm_oid as "planFirmOid",
      count(*) over ()::int as "count"
    from account join billing_term as term using (account_number)
      join billing_plan as plan on plan.billing_plan_oid = term.billing_plan_oid
    where plan.firm_oid <> account.firm_oid
      and term.from_on <= ${on} and coalesce(term.to_on, 'infinity') >= ${on}
    order by account.account_number limit ${most}`);
}

/** An account with months between two that are billed of which no day is. */
export interface UnbilledMonths {
  readonly accountNumber: string;
  readonly from: Day;
  readonly to: Day;
}

/** The first such months of each account, in order of number. */
export async function selectUnbilledMonths(db: Reader): Promise<Counted<UnbilledMonths>[]> {
  return db.rows(sql<Counted<UnbilledMonths>>`
    with billed as (
      select account_number, month, lag(month) over (partition by account_number order by month) as last
      from fee_billed where kind = 'A' and days <> 0),
    gap as (
      select account_number, min(last) as last, min(month) as month
      from billed where month > last + interval '1 month'
      group by account_number)
    select account_number as "accountNumber", (last + interval '1 month')::date as "from",
      month - 1 as "to", count(*) over ()::int as "count"
    from gap order by account_number limit ${most}`);
}
