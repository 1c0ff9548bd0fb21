// The statements on what an account has of its owners: which accounts are theirs, and the securities
// that it excludes because of their companies.
import { sql, type Tx } from "../../platform/store/db.ts";
import type { AccountNumber } from "../../values/ids.ts";

/** Locks the accounts that a member owns, alone or with others, in order of number. */
export async function lockAccountsOwnedBy(tx: Tx, loginId: string): Promise<AccountNumber[]> {
  const rows = await tx.rows(sql<{ number: AccountNumber }>`
    select account_number as "number" from account
    where account_number in (
      select account_number from account_owner where login_id = ${loginId})
    order by account_number for no key update`);
  return rows.map(({ number }) => number);
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
