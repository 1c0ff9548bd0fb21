// SQL for permissions.
import { type Reader, sql, type Tx } from "../../../platform/store/db.ts";

/** The permission of a member on an account. */
export interface PermissionRow {
  readonly loginId: string;
  readonly permission: string;
  readonly alertLevel: string;
  readonly listOnReport: boolean;
}

/** Everybody's permission on an account by login id, with that of its creator. */
export async function selectPermissions(
  db: Reader,
  accountNumber: string,
): Promise<PermissionRow[]> {
  return db.rows(sql<PermissionRow>`
    select login_id as "loginId", permission, alert_level as "alertLevel",
      list_on_report as "listOnReport"
    from account_permitted_login
    where account_number = ${accountNumber} and login_id <> (
      select coalesce(opened_by_login_id, primary_owner_login_id) from account
      where account_number = ${accountNumber})
    union all
    select coalesce(opened_by_login_id, primary_owner_login_id), 'AC', 'none', false
    from account where account_number = ${accountNumber}
    order by 1`);
}

/** The owners of an account, and the permitted members with one of some levels and of some alerts. */
export async function selectAlerted(
  db: Reader,
  accountNumber: string,
  { levels, alertLevels }: Alerted,
): Promise<{ loginId: string }[]> {
  return db.rows(sql<{ loginId: string }>`
    select login_id as "loginId" from account_owner where account_number = ${accountNumber}
    union
    select login_id from account_permitted_login
    where account_number = ${accountNumber} and permission = any(${levels}::text[])
      and alert_level = any(${alertLevels}::text[])
    order by 1`);
}

/** Of which levels and alerts the permitted members are. */
interface Alerted {
  readonly levels: readonly string[];
  readonly alertLevels: readonly string[];
}

/** Permits a member. */
export function insertPermission(tx: Tx, accountNumber: string, row: PermissionRow): void {
  tx.send(sql`
    insert into account_permitted_login
      (account_number, login_id, permission, alert_level, list_on_report, by_request)
    values (${accountNumber}, ${row.loginId}, ${row.permission}, ${row.alertLevel},
      ${row.listOnReport}, true)`);
}

/** Changes what a member is permitted. */
export function updatePermission(tx: Tx, accountNumber: string, row: PermissionRow): void {
  tx.send(sql`
    update account_permitted_login set permission = ${row.permission},
      alert_level = ${row.alertLevel}, list_on_report = ${row.listOnReport}, by_request = true
    where account_number = ${accountNumber} and login_id = ${row.loginId}`);
}

/** Takes a member's permission. */
export function deletePermission(tx: Tx, accountNumber: string, loginId: string): void {
  tx.send(sql`
    delete from account_permitted_login
    where account_number = ${accountNumber} and login_id = ${loginId}`);
}
