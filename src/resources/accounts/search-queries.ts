// The statements that make the texts in which accounts are searched.
import { query } from "../../platform/bulk/load-sql.ts";
import { lockAccounts } from "../../platform/bulk/near-stages.ts";
import { type SqlPart, sql, type Tx } from "../../platform/store/db.ts";
import { declared } from "../../platform/store/declared-sql.ts";

/** Makes the text in which some accounts are found that of their names and their owners' names now;
 * an owner who is of another firm is not found. */
export function renewSearchTexts(tx: Tx, numbers: readonly string[]): void {
  if (numbers.length === 0) return;
  tx.send(sql`
    update account set search_text =
      lower(account.account_number || chr(10) || account.account_name)
      || coalesce(lower(chr(10) || owners.names), '')
    from account as same
      left join (
        select o.account_number,
          string_agg(m.first_name || ' ' || m.last_name, chr(10) order by o.position) as names
        from account_owner as o
          join account as a on a.account_number = o.account_number
          join member as m on m.login_id = o.login_id and m.firm_oid = a.firm_oid
        where o.account_number = any(${numbers}::text[])
        group by o.account_number) as owners on owners.account_number = same.account_number
    where same.account_number = account.account_number
      and account.account_number = any(${numbers}::text[])`);
}

/** The same of all accounts of members whose names a load may have changed. */
export async function renewSearchTextsOf(tx: Tx, changed: SqlPart): Promise<void> {
  const owned = await query<{ number: string }>(
    tx,
    declared`select distinct account_number as "number"
     from account_owner join ${changed} as changed using (login_id) order by 1`,
  );
  const numbers = owned.map(({ number }) => number);
  await lockAccounts(tx, numbers);
  renewSearchTexts(tx, numbers);
}
