// The statements that make the texts in which accounts are searched. What they take from other tables
// is read first, and each account named: else a distributed store would change all of its parts.
import { query } from "../../../platform/bulk/kinds/load-sql.ts";
import { lockAccounts } from "../../../platform/bulk/stage/concerned-rows.ts";
import { type SqlPart, sql, type Tx } from "../../../platform/store/db.ts";
import { declared } from "../../../platform/store/declared-sql.ts";

interface OwnersRow {
  readonly number: string;
  readonly names: string;
}

/** Makes the text in which some accounts are found that of their names and their owners' names now;
 * an owner who is of another firm is not found. */
export async function renewSearchTexts(tx: Tx, numbers: readonly string[]): Promise<void> {
  if (numbers.length === 0) return;
  const owners = await tx.rows(sql<OwnersRow>`
    select o.account_number as "number",
      string_agg(m.first_name || ' ' || m.last_name, chr(10) order by o.position) as "names"
    from account_owner as o
      join account as a on a.account_number = o.account_number
      join member as m on m.login_id = o.login_id and m.firm_oid = a.firm_oid
    where o.account_number = any(${numbers}::text[])
    group by o.account_number`);
  tx.send(sql`
    update account set search_text =
      lower(account.account_number || chr(10) || account.account_name)
      || coalesce(lower(chr(10) || owners.names), '')
    from unnest(${numbers}::text[], ${namesOf(numbers, owners)}::text[]) as owners (number, names)
    where owners.number = account.account_number
      and account.account_number = any(${numbers}::text[])`);
}

/** The same of all accounts of members whose names a load may have changed: of those that are stored,
 * also where a load has local copies of others. */
export async function renewSearchTextsOfMembers(tx: Tx, changed: SqlPart): Promise<void> {
  const owned = await query<{ number: string }>(
    tx,
    declared`select distinct account_number as "number"
     from public.account_owner join ${changed} as changed using (login_id) order by 1`,
  );
  const numbers = owned.map(({ number }) => number);
  if (numbers.length === 0) return;
  await lockAccounts(tx, numbers);
  const owners = await query<OwnersRow>(
    tx,
    declared`select o.account_number as "number",
       string_agg(m.first_name || ' ' || m.last_name, chr(10) order by o.position) as "names"
     from public.account_owner as o
       join public.account as a on a.account_number = o.account_number
       join public.member as m on m.login_id = o.login_id and m.firm_oid = a.firm_oid
     where o.account_number = any($1::text[])
     group by o.account_number`,
    [numbers],
  );
  await query(
    tx,
    declared`update public.account set search_text =
       lower(account.account_number || chr(10) || account.account_name)
       || coalesce(lower(chr(10) || owners.names), '')
     from unnest($1::text[], $2::text[]) as owners (number, names)
     where owners.number = account.account_number and account.account_number = any($1::text[])`,
    [numbers, namesOf(numbers, owners)],
  );
}

function namesOf(numbers: readonly string[], owners: readonly OwnersRow[]): (string | null)[] {
  const known = new Map(owners.map(({ number, names }) => [number, names]));
  return numbers.map((number) => known.get(number) ?? null);
}
