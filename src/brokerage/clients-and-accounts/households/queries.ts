// SQL for households and the days on which accounts are in them.
import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { AccountNumber, Id } from "@bursar/values/ids";
import { part, type Reader, type Statement, sql, type Tx } from "../../../platform/store/db.ts";
import type { Viewer } from "../accounts/reads.ts";

/** A household without its accounts. */
export interface HouseholdRow {
  readonly householdOid: Id;
  readonly firmOid: Id;
  readonly name: string;
}

/** An account in a household on some days, both included; without a last day until further notice. */
export interface MembershipRow {
  readonly householdOid: Id;
  readonly accountNumber: AccountNumber;
  readonly from: Day;
  readonly to: Day | null;
}

/** The statement that selects a household if it is the firm's; null stands for every firm. */
export function householdOfFirm(householdOid: Id, firmOid: Id | null): Statement<HouseholdRow> {
  return sql<HouseholdRow>`
    select household_oid as "householdOid", firm_oid as "firmOid", name from household
    where household_oid = ${householdOid} and firm_oid = coalesce(${firmOid}::bigint, firm_oid)`;
}

/** The statement that selects a row if clients see an account that is or was in a household. */
export function householdOfClients(
  householdOid: Id,
  { firmOid, loginIds, levels }: Viewer,
): Statement<unknown> {
  return sql`
    select from household_account as own join account using (account_number)
    where own.household_oid = ${householdOid}
      and coalesce(${firmOid}::bigint, account.firm_oid) in (account.firm_oid, client_firm_oid)
      and ${loginIds}::text[] <@ (array(
        select login_id from account_owner as o where o.account_number = account.account_number
        union all
        select login_id from account_permitted_login as p
        where p.account_number = account.account_number
          and p.permission = any(${levels}::text[]))
        || case when 'AC' = any(${levels}::text[]) then opened_by_login_id end)
    limit 1`;
}

/** A household by its id; undefined without one. */
export async function selectHousehold(
  db: Reader,
  householdOid: Id,
): Promise<HouseholdRow | undefined> {
  return db.first(householdOfFirm(householdOid, null));
}

/** The names of some households by id. */
export async function selectHouseholdNames(
  db: Reader,
  householdOids: readonly Id[],
): Promise<ReadonlyMap<Id, string>> {
  const rows = await db.rows(sql<Pick<HouseholdRow, "householdOid" | "name">>`
    select household_oid as "householdOid", name from household
    where household_oid = any(${householdOids}::bigint[])`);
  return new Map(rows.map(({ householdOid, name }) => [householdOid, name]));
}

/** The start and the size of a page of households; an undefined limit stands for all that follow. */
export interface HouseholdPage {
  readonly search: string | undefined;
  readonly after: Id | undefined;
  readonly limit: Decimal | undefined;
}

/** The households of a firm by name after one of them: one more than the limit. Null stands for every
 * firm. */
export async function selectHouseholds(
  db: Reader,
  firmOid: Id | null,
  { search, after, limit }: HouseholdPage,
): Promise<HouseholdRow[]> {
  return db.rows(sql<HouseholdRow>`
    select household_oid as "householdOid", firm_oid as "firmOid", name from household
    where firm_oid = coalesce(${firmOid}::bigint, firm_oid)
      and strpos(lower(name), lower(coalesce(${search}::text, ''))) > 0
      and (${after === undefined}::boolean or (firm_oid, name) > (
        select seen.firm_oid, seen.name from household as seen
        where seen.household_oid = ${after}::bigint
          and seen.firm_oid = coalesce(${firmOid}::bigint, seen.firm_oid)))
    order by firm_oid, name limit ${limit}::bigint + 1`);
}

/** The days of accounts that are still the household's firm's: of one that went to another firm, nothing is shown. */
const selectedMemberships = part`
    select household_oid as "householdOid", account_number as "accountNumber",
      from_on as "from", to_on as "to"
    from household_account join household using (household_oid)
      join account using (account_number, firm_oid)`;

/** The days of accounts in some households, by account number and first day. */
export async function selectMemberships(
  db: Reader,
  householdOids: readonly Id[],
): Promise<MembershipRow[]> {
  return db.rows(sql<MembershipRow>`
    ${selectedMemberships} where household_oid = any(${householdOids}::bigint[])
    order by account_number, from_on`);
}

/** The days of some accounts in any household. */
export async function selectMembershipsOf(
  db: Reader,
  accountNumbers: readonly string[],
): Promise<MembershipRow[]> {
  return db.rows(sql<MembershipRow>`
    ${selectedMemberships} where account_number = any(${accountNumbers}::text[])
    order by account_number, from_on`);
}

/** The owners of some accounts. */
export async function selectOwnersOf(
  db: Reader,
  accountNumbers: readonly string[],
): Promise<{ accountNumber: string; loginId: string }[]> {
  return db.rows(sql<{ accountNumber: string; loginId: string }>`
    select account_number as "accountNumber", login_id as "loginId" from account_owner
    where account_number = any(${accountNumbers}::text[]) order by login_id, account_number`);
}

/** Locks a household until the transaction ends. */
export async function lockHousehold(
  tx: Tx,
  householdOid: Id,
  firmOid: Id,
): Promise<HouseholdRow | undefined> {
  return tx.first(sql<HouseholdRow>`
    select household_oid as "householdOid", firm_oid as "firmOid", name from household
    where household_oid = ${householdOid} and firm_oid = ${firmOid} for no key update`);
}

/** Whether another household of the firm has a name; `household_name_key` enforces it. */
export async function selectIsNameTaken(
  db: Reader,
  { householdOid, firmOid, name }: HouseholdRow,
): Promise<boolean> {
  const found = await db.first(sql`
    select from household
    where firm_oid = ${firmOid} and name = ${name} and household_oid <> ${householdOid}`);
  return found !== undefined;
}

/** Adds a household. */
export function insertHousehold(tx: Tx, { householdOid, firmOid, name }: HouseholdRow): void {
  tx.send(sql`
    insert into household (household_oid, firm_oid, name)
    values (${householdOid}, ${firmOid}, ${name})`);
}

/** Renames a household. */
export function updateName(tx: Tx, householdOid: Id, name: string): void {
  tx.send(sql`update household set name = ${name} where household_oid = ${householdOid}`);
}

/** Stores the days of an account in a household, by its first day. */
export function storeMembership(tx: Tx, row: MembershipRow): void {
  tx.send(sql`
    insert into household_account (account_number, household_oid, from_on, to_on)
    values (${row.accountNumber}, ${row.householdOid}, ${row.from}, ${row.to})
    on conflict (account_number, household_oid, from_on) do update set to_on = excluded.to_on`);
}
