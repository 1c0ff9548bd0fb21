// The statements on what an account has of its owners: which accounts are theirs, and the
// securities that it excludes because of their companies.

import type { AccountNumber, Id } from "@bursar/values/ids";
import { type Reader, sql, type Tx } from "../../../platform/store/db.ts";
import { keysByShard } from "../../../platform/store/distributed/shards.ts";

/** Locks the accounts that a member owns, alone or with others, in order of number as far as they
 * lie together; returns all in that order. */
export async function lockAccountsOwnedBy(tx: Tx, loginId: string): Promise<AccountNumber[]> {
  const owned = await tx.rows(sql<{ number: AccountNumber }>`
    select account_number as "number" from account_owner
    where login_id = ${loginId} order by account_number`);
  return lockInOrder(tx, owned);
}

/** Locks the accounts of a client firm likewise. */
export async function lockAccountsOfClientFirm(tx: Tx, firmOid: Id): Promise<AccountNumber[]> {
  const owned = await tx.rows(sql<{ number: AccountNumber }>`
    select account_number as "number" from account
    where client_firm_oid = ${firmOid} order by account_number`);
  return lockInOrder(tx, owned);
}

/** The first owner of an account of a client firm. */
export interface FirstOwner {
  readonly firmOid: Id;
  readonly number: AccountNumber;
  readonly loginId: string;
}

/** The first owners of the accounts of some client firms, by account. */
export async function firstOwnersOfClientFirms(
  db: Reader,
  firmOids: readonly Id[],
): Promise<FirstOwner[]> {
  if (firmOids.length === 0) return [];
  return db.rows(sql<FirstOwner>`
    select client_firm_oid as "firmOid", account_number as "number",
      primary_owner_login_id as "loginId"
    from account where client_firm_oid = any(${firmOids}::bigint[]) order by account_number`);
}

async function lockInOrder(
  tx: Tx,
  accounts: readonly { readonly number: AccountNumber }[],
): Promise<AccountNumber[]> {
  const numbers = accounts.map(({ number }) => number);
  for (const keys of await keysByShard(tx, numbers)) {
    await tx.execute(sql`
      select from account where account_number = any(${keys}::text[])
      order by account_number for no key update`);
  }
  return numbers;
}

/** Gives some accounts another first owner, who may have been one of the others;
 * `account_primary_owner` rejects a member of another firm. */
export function updateFirstOwner(tx: Tx, numbers: readonly AccountNumber[], loginId: string): void {
  tx.send(sql`
    delete from account_owner
    where account_number = any(${numbers}::text[]) and login_id = ${loginId} and position > 1`);
  tx.send(sql`
    update account set primary_owner_login_id = ${loginId}
    where account_number = any(${numbers}::text[])`);
  tx.send(sql`
    update account_owner set login_id = ${loginId}
    where account_number = any(${numbers}::text[]) and position = 1`);
}

/** Removes the exclusions that follow from the companies of owners. */
export function deleteOwnerExclusions(tx: Tx, numbers: readonly AccountNumber[]): void {
  tx.send(sql`
    delete from exclusion where account_number = any(${numbers}::text[]) and kind = 'OWNER'`);
}

/** Excludes, in each account, the companies of its owners as they are now. */
export function insertOwnerExclusions(tx: Tx, numbers: readonly AccountNumber[]): void {
  tx.send(sql`
    insert into exclusion (account_number, kind, position, value)
    select account_number, 'OWNER',
      row_number() over (partition by account_number order by ticker), ticker
    from (
      select distinct account_number, unnest(own_company_tickers) as ticker
      from account_owner join member using (login_id)
      where account_number = any(${numbers}::text[])) as of_owners`);
}

/** Keeps the members who own accounts as they are until the transaction ends; others may read them
 * and keep them too. Locked in order of login id. */
export async function holdOwners(tx: Tx, loginIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    select from member where login_id = any(${loginIds}::text[]) order by login_id for share`);
}
