// SQL on accounts that more than one operation needs: visibility, locks, owners.

import type { AccountNumber, Id } from "@bursar/values/ids";
import { query } from "../../../platform/bulk/kinds/load-sql.ts";
import { lockAccounts } from "../../../platform/bulk/stage/concerned-rows.ts";
import { type Caller, clientsInView, kindOfCaller } from "../../../platform/change/context.ts";
import { part, type Reader, type Statement, sql, type Tx } from "../../../platform/store/db.ts";
import { declared } from "../../../platform/store/declared-sql.ts";
import type { Right } from "../../../values/rights.ts";
import { levelsWith } from "./rights.ts";

/** An account as far as access and the rules of its records depend on it. */
export interface AccountInView {
  readonly number: AccountNumber;
  readonly firmOid: Id;
  readonly accountType: string;
  readonly accountName: string;
  readonly primaryOwner: string;
  readonly billingPlanOid: Id | null;
}

/** A viewer of accounts, who sees the accounts of a firm's clients (null for every firm). If logins are named, only
 * accounts that these clients own, or are permitted on at one of the levels. A corporate firm sees its own accounts. */
export interface Viewer {
  readonly firmOid: Id | null;
  readonly loginIds: readonly string[];
  /** `AC` stands for who opened the account. */
  readonly levels: readonly string[];
}

/** The operator sees all, a firm its own accounts, a client what it owns or was permitted at a level
 * that has the right. */
export function viewerOf(caller: Caller, right: Right): Viewer {
  const isFirm = ["institutional", "issuing"].includes(kindOfCaller(caller));
  const firmOid = isFirm ? caller.firm.oid : null;
  const loginIds = clientsInView(caller).map(({ loginId }) => loginId);
  // Levels are those of clients: without one in view none is asked for.
  return { firmOid, loginIds, levels: loginIds.length === 0 ? [] : levelsWith(right) };
}

const columnsInView = part`account_number as "number", firm_oid as "firmOid",
  account_type as "accountType", account_name as "accountName",
  primary_owner_login_id as "primaryOwner", billing_plan_oid as "billingPlanOid"`;

/** The account of that number, if the viewer may see it. */
export async function selectAccountInView(
  db: Reader,
  number: AccountNumber,
  viewer: Viewer,
): Promise<AccountInView | undefined> {
  return db.first(accountInView(number, viewer));
}

/** The statement that selects the account of that number, if the viewer may see it. */
export function accountInView(
  number: AccountNumber,
  { firmOid, loginIds, levels }: Viewer,
): Statement<AccountInView> {
  // Two statements, so that PostgreSQL need not plan the common one again each time.
  if (loginIds.length === 0) {
    return sql<AccountInView>`
      select ${columnsInView} from account
      where account_number = ${number}
        and coalesce(${firmOid}::bigint, firm_oid) in (firm_oid, client_firm_oid)`;
  }
  return sql<AccountInView>`
    select ${columnsInView} from account
    where account_number = ${number}
      and coalesce(${firmOid}::bigint, firm_oid) in (firm_oid, client_firm_oid)
      and ${loginIds}::text[] <@ (array(
        select login_id from account_owner where account_number = ${number}
        union all
        select login_id from account_permitted_login
        where account_number = ${number} and permission = any(${levels}::text[]))
        || case when 'AC' = any(${levels}::text[]) then opened_by_login_id end)`;
}

/** The given accounts that the viewer may see. */
export async function selectNumbersInView(
  db: Reader,
  numbers: readonly string[],
  { firmOid, loginIds, levels }: Viewer,
): Promise<{ number: AccountNumber }[]> {
  return db.rows(sql<{ number: AccountNumber }>`
    select account_number as "number" from account
    where account_number = any(${numbers}::text[])
      and coalesce(${firmOid}::bigint, firm_oid) in (firm_oid, client_firm_oid)
      and (${loginIds.length === 0}::boolean or ${loginIds}::text[] <@ (array(
        select login_id from account_owner
        where account_owner.account_number = account.account_number
        union all
        select login_id from account_permitted_login as permitted
        where permitted.account_number = account.account_number
          and permission = any(${levels}::text[]))
        || case when 'AC' = any(${levels}::text[]) then opened_by_login_id end))`);
}

/** The accounts of the clients of a viewer: those that each of them owns, has opened or is permitted on
 * at one of the levels. */
export async function selectNumbersOfClients(
  db: Reader,
  { firmOid, loginIds, levels }: Viewer,
): Promise<AccountNumber[]> {
  // The search starts from the accounts of one of them.
  const [loginId] = loginIds;
  const rows = await db.rows(sql<{ number: AccountNumber }>`
    select account_number as "number" from account
    where coalesce(${firmOid}::bigint, firm_oid) in (firm_oid, client_firm_oid)
      and account_number in (
        select account_number from account_owner where login_id = ${loginId}
        union all
        select account_number from account_permitted_login where login_id = ${loginId}
        union all
        select account_number from account as opened where opened_by_login_id = ${loginId})
      and ${loginIds}::text[] <@ (array(
        select login_id from account_owner as o where o.account_number = account.account_number
        union all
        select login_id from account_permitted_login as p
        where p.account_number = account.account_number
          and p.permission = any(${levels}::text[]))
        || case when 'AC' = any(${levels}::text[]) then opened_by_login_id end)`);
  return rows.map(({ number }) => number);
}

/** Locks an account until the transaction ends, whoever may see it. */
export function lockAccount(tx: Tx, number: string): void {
  tx.send(sql`select from account where account_number = ${number} for no key update`);
}

/** The account in view, its row locked until the transaction ends. */
export async function lockAccountInView(
  tx: Tx,
  number: AccountNumber,
  viewer: Viewer,
): Promise<AccountInView | undefined> {
  const { firmOid, loginIds } = viewer;
  if (loginIds.length === 0) {
    return tx.first(sql<AccountInView>`
      select ${columnsInView} from account
      where account_number = ${number}
        and coalesce(${firmOid}::bigint, firm_oid) in (firm_oid, client_firm_oid)
      for no key update`);
  }
  // In one statement the owners would be those from before the wait for the lock.
  lockAccount(tx, number);
  return selectAccountInView(tx, number, viewer);
}

/** Whether there is an account of that number. */
export async function selectHasAccount(db: Reader, accountNumber: string): Promise<boolean> {
  const account = await db.first(sql`
    select from account where account_number = ${accountNumber}`);
  return account !== undefined;
}

/** Whether the account has a folio of that number. */
export async function selectHasFolio(
  db: Reader,
  accountNumber: string,
  folioNumber: string,
): Promise<boolean> {
  const folio = await db.first(sql`
    select from folio
    where account_number = ${accountNumber} and folio_number = ${folioNumber}`);
  return folio !== undefined;
}

/** The owners of an account, the primary one first. */
export async function selectOwners(
  db: Reader,
  accountNumber: string,
): Promise<{ loginId: string }[]> {
  return db.rows(sql<{ loginId: string }>`
    select login_id as "loginId" from account_owner
    where account_number = ${accountNumber} order by position`);
}

/** Locks the accounts of a staged kind in order of number, until the transaction ends. */
export async function lockStagedAccounts(tx: Tx, stage: string): Promise<void> {
  const staged = await query<{ number: string }>(
    tx,
    declared`select distinct account_number as "number" from ${stage} order by 1`,
  );
  await lockAccounts(
    tx,
    staged.map(({ number }) => number),
  );
}
