// The statements of loading accounts, over its staging table and what it has noted.

import type { Day } from "@bursar/values/dates";
import type { AccountNumber, Id } from "@bursar/values/ids";
import { query, run } from "../../../platform/bulk/kinds/load-sql.ts";
import { sql, type Tx } from "../../../platform/store/db.ts";
import { declared } from "../../../platform/store/declared-sql.ts";
import { retirementTypes } from "../../../reference/codes.ts";
import { accountErrors } from "./errors.ts";

/** A row of the file with what is wrong with it. */
export interface StagedProblem {
  readonly line: number;
  readonly column: string;
  readonly reason: string;
  readonly cure?: string;
}

/** Gives each staged account the firm of its primary owner. */
export async function updateStagedFirms(tx: Tx): Promise<void> {
  await tx.execute(sql`
    update load_accounts as staged set firm_oid = member.firm_oid
    from member where member.login_id = staged.primary_owner_login_id`);
}

/** The days of an account in a household, the last one included; null until further notice. */
interface HouseholdDays {
  readonly householdOid: Id;
  readonly accountNumber: string;
  readonly from: Day;
  readonly to: Day | null;
}

/** Takes those of some accounts that the load has given to another firm out of the households of their firms before,
 * with a last day there; returns the days as they were. On a cluster an update joins no table of all nodes with
 * another one. */
export async function updateHouseholdsLeft(
  tx: Tx,
  numbers: readonly string[],
  lastOn: Day,
): Promise<HouseholdDays[]> {
  const left = await tx.rows(sql<HouseholdDays>`
    select own.account_number as "accountNumber", own.household_oid as "householdOid",
      own.from_on as "from", own.to_on as "to"
    from household_account as own join account using (account_number)
      join household on household.household_oid = own.household_oid
    where own.account_number = any(${numbers}::text[])
      and household.firm_oid <> account.firm_oid
      and coalesce(own.to_on, 'infinity') > ${lastOn}::date`);
  if (left.length === 0) return [];
  await tx.execute(sql`
    update household_account as own set to_on = greatest(own.from_on - 1, ${lastOn}::date)
    from jsonb_to_recordset(${JSON.stringify(left)}::jsonb) as given
      ("accountNumber" text, "householdOid" bigint, "from" date)
    where own.account_number = given."accountNumber"
      and own.household_oid = given."householdOid" and own.from_on = given."from"`);
  return left;
}

/** Notes of each household that accounts have left who was in it before and who is in it now, as a file of households
 * would; the line is negative, since none of a file says so. */
export async function insertHouseholdNotes(tx: Tx, left: readonly HouseholdDays[]): Promise<void> {
  if (left.length === 0) return;
  const householdOids = [...new Set(left.map(({ householdOid }) => householdOid))];
  const days = await tx.rows(sql<HouseholdDays & { firmOid: Id }>`
    select household.household_oid as "householdOid", household.firm_oid as "firmOid",
      own.account_number as "accountNumber", own.from_on as "from", own.to_on as "to"
    from household_account as own join household using (household_oid)
    where household.household_oid = any(${householdOids}::bigint[])
    order by own.account_number collate "C", own.from_on`);
  const daysKey = (row: HouseholdDays) => `${row.householdOid} ${row.accountNumber} ${row.from}`;
  const formerDays = new Map(left.map((row) => [daysKey(row), row]));
  const listed = ({ accountNumber, from, to }: HouseholdDays) => ({
    accountNumber,
    fromOn: from,
    toOn: to,
  });
  const notes = [...Map.groupBy(days, ({ householdOid }) => householdOid)].map(([oid, rows]) => ({
    householdOid: oid,
    firmOid: rows[0]?.firmOid,
    before: rows.map((row) => listed(formerDays.get(daysKey(row)) ?? row)),
    after: rows.map(listed),
  }));
  await query(
    tx,
    declared`insert into load_change (subject, kind, line, is_new, before, after)
     select 'firm:' || note."firmOid", 'households', - note."householdOid"::bigint, false,
       jsonb_build_object('householdOid', note."householdOid", 'accounts', before),
       jsonb_build_object('householdOid', note."householdOid", 'accounts', after)
     from jsonb_to_recordset($1::jsonb) as note
       ("householdOid" text, "firmOid" text, before jsonb, after jsonb)`,
    [JSON.stringify(notes)],
  );
}

/** The numbers of the next staged accounts, in order. */
export async function selectStagedAccounts(tx: Tx, after: string): Promise<string[]> {
  const found = await tx.rows(sql<{ number: string }>`
    select account_number as "number" from load_accounts
    where account_number > ${after} order by account_number limit 500`);
  return found.map(({ number }) => number);
}

/** The staged accounts whose billing plan is another firm's. */
export async function selectForeignBillingPlans(tx: Tx): Promise<StagedProblem[]> {
  return tx.rows(sql<StagedProblem>`
    select load_line::integer as line, 'billingPlanOid' as "column",
      'The plan is not one of the primary owner''s firm.' as reason
    from load_accounts as staged join billing_plan using (billing_plan_oid)
    where billing_plan.firm_oid <> staged.firm_oid
    order by load_line`);
}

/** The staged accounts of a corporate firm whose primary owner does not represent it. */
export async function selectUnrepresentedFirms(tx: Tx): Promise<StagedProblem[]> {
  return tx.rows(sql<StagedProblem>`
    select load_line::integer as line, 'firmId' as "column",
      'The primary owner does not represent this firm.' as reason
    from load_accounts as staged join firm on firm.firm_oid = staged.client_firm_oid
    where firm.representative_login_id is distinct from staged.primary_owner_login_id
    order by load_line`);
}

/** The staged accounts of which an owner is a trustee. */
export async function selectOwningTrustees(tx: Tx): Promise<StagedProblem[]> {
  return tx.rows(sql<StagedProblem>`
    select distinct load_line::integer as line, 'owners' as "column",
      'A trustee owns no account.' as reason
    from load_accounts_1 as owner join member using (login_id)
    where member.membership_type = 'trustee'
    order by 1`);
}

/** The staged accounts that name a trustee who is none. */
export async function selectNoTrustees(tx: Tx): Promise<StagedProblem[]> {
  return tx.rows(sql<StagedProblem>`
    select distinct load_line::integer as line, 'trustees' as "column",
      'One of these members is no trustee.' as reason
    from load_accounts_10 as named join member using (login_id)
    where member.membership_type <> 'trustee'
    order by 1`);
}

/** The accounts that the load has made another kind than an IRA, with the beneficiaries that they
 * still have. */
export async function selectForeignBeneficiaries(tx: Tx): Promise<StagedProblem[]> {
  return tx.rows(sql<StagedProblem>`
    select distinct load_line::integer as line,
      case kind when 'P' then 'primaryBeneficiaries' else 'contingentBeneficiaries' end as "column",
      ${accountErrors.primaryBeneficiaries.sentence}::text as reason,
      'an empty list removes those that are stored' as cure
    from load_accounts_changes as change
      join load_accounts as staged on staged.load_line = change.line
      join beneficiary using (account_number)
    where change.before ->> 'accountType' <> staged.account_type
      and staged.account_type <> all(${retirementTypes}::text[])
    order by 1, 2`);
}

/** The accounts that the load has given to another firm while a login of the former one has a permission
 * by request, which the new firm could not take away. */
export async function selectPermittedBefore(tx: Tx): Promise<StagedProblem[]> {
  return tx.rows(sql<StagedProblem>`
    select distinct load_line::integer as line, 'owners' as "column",
      'A login of the firm before has a permission that was given by request.' as reason,
      'revoke it, then load the account again' as cure
    from load_accounts as staged join account_permitted_login as permitted using (account_number)
      join member on member.login_id = permitted.login_id
    where permitted.by_request and member.firm_oid <> staged.firm_oid
    order by 1`);
}

/** The accounts that the load has given a list of beneficiaries, and that have contingent ones
 * without a primary one. Primary ones are the fourth of the lists of accounts, contingent ones the fifth. */
export async function selectLoneContingents(tx: Tx): Promise<StagedProblem[]> {
  return tx.rows(sql<StagedProblem>`
    select load_line::integer as line,
      case when load_given_5 then 'contingentBeneficiaries' else 'primaryBeneficiaries' end
        as "column",
      ${accountErrors.contingentWithoutPrimary.sentence}::text as reason
    from load_accounts as staged
    where (load_given_4 or load_given_5)
      and exists (select from beneficiary as contingent
        where contingent.account_number = staged.account_number and contingent.kind = 'C')
      and not exists (select from beneficiary as main
        where main.account_number = staged.account_number and main.kind = 'P')
    order by load_line`);
}

/** The members to whom the running load has given accounts, in order of login id, without those whom
 * it has added or changed itself. */
export async function selectNewOwners(tx: Tx): Promise<string[]> {
  const owners = await query<{ loginId: string }>(
    tx,
    declared`select owner ->> 'loginId' as "loginId"
     from load_change, jsonb_array_elements(after -> 'owners') as owner
     where kind = 'accounts' and not coalesce(
       before -> 'owners' @> jsonb_build_array(jsonb_build_object('loginId', owner -> 'loginId')),
       false)
     except
     select after ->> 'loginId' from load_change where kind = 'members'
     order by 1`,
  );
  return owners.map(({ loginId }) => loginId);
}

/** An account that may exclude other companies of its owners after a load. */
export interface TouchedByOwners {
  readonly number: AccountNumber;
  /** The line of the file, or one below 0 where the load does not name the account. */
  readonly line: string;
  /** The account's own list before the load, as it is noted, where the load has replaced it. */
  readonly replaced: readonly object[] | null;
}

/** The accounts of which the running load has changed the owners, their companies, or the account's
 * own list, which is noted with these. In order of number; accounts that exclude no company of an
 * owner, before and now, are left out. */
export async function selectTouchedByOwners(tx: Tx): Promise<TouchedByOwners[]> {
  await run(
    tx,
    declared`create temporary table touched_by_owner on commit drop as
     select account_number, max(line) as line,
       jsonb_agg(replaced) filter (where replaced is not null) -> 0 as replaced
     from (
       select subject as account_number, line, before -> 'securityExclusions' as replaced,
         is_new or after ?| array['owners', 'securityExclusions'] as is_touched
       from load_change where kind = 'accounts'
       union all
       select account_number, -1, null, true from account_owner where login_id in (
         select after ->> 'loginId' from load_change
         where kind = 'members' and not is_new
           and before -> 'ownCompanyTickers' <> after -> 'ownCompanyTickers')) as noted
     group by account_number having bool_or(is_touched)`,
  );
  await run(tx, declared`analyze touched_by_owner`);
  return query<TouchedByOwners>(
    tx,
    declared`select account_number as "number", line::text as "line", replaced
     from touched_by_owner
     where account_number in (
       select e.account_number from exclusion as e
       where e.kind = 'OWNER'
         and e.account_number in (select t.account_number from touched_by_owner as t)
       union
       select o.account_number from account_owner as o join member as m using (login_id)
       where m.own_company_tickers <> '{}'
         and o.account_number in (select t.account_number from touched_by_owner as t))
     order by account_number`,
  );
}

/** The securities that an account excludes, before and after a load. */
export interface ExclusionNote extends Pick<TouchedByOwners, "number" | "line"> {
  readonly before: readonly object[];
  readonly after: readonly object[];
}

/** Notes what accounts exclude with what the load has noted of them, where it differs. */
export async function insertExclusionNotes(tx: Tx, notes: readonly ExclusionNote[]): Promise<void> {
  // Of an account's own list, which is noted before, and this one the last stands.
  await query(
    tx,
    declared`insert into load_change (subject, kind, line, part, is_new, before, after)
     select number, 'accounts', line, 100, false,
       jsonb_build_object('accountNumber', number, 'securityExclusions', before),
       jsonb_build_object('accountNumber', number, 'securityExclusions', after)
     from jsonb_to_recordset($1::jsonb) as note
       (number text, line bigint, before jsonb, after jsonb)
     where before <> after`,
    [JSON.stringify(notes)],
  );
}
