// The cash of folios at the end of each day on which it changed: read and stored with what they hold.
// (docs/activity.md)
import { type Reader, type Sender, sql, type Tx } from "../../../platform/store/db.ts";

/** The cash of a day as a row of the store. */
export interface CashDayColumns {
  readonly account_number: string;
  readonly folio_number: string;
  readonly changed_on: string;
  readonly amount: string;
}

/** The stored days of some accounts. */
export async function selectCashDayColumns(
  db: Reader,
  accountNumbers: readonly string[],
): Promise<CashDayColumns[]> {
  return db.rows(sql<CashDayColumns>`
    select account_number, folio_number, changed_on, amount
    from folio_cash_day where account_number = any(${accountNumbers}::text[])`);
}

/** Stages days that are new or have another amount, and days that are gone. */
export async function stageCashDays(
  tx: Tx,
  changed: readonly CashDayColumns[],
  gone: readonly CashDayColumns[],
): Promise<void> {
  await tx.execute(sql`
    insert into new_cash_day
    select * from jsonb_populate_recordset(null::folio_cash_day, ${JSON.stringify(changed)}::jsonb)`);
  await tx.execute(sql`
    insert into gone_cash_day
    select * from jsonb_populate_recordset(null::folio_cash_day, ${JSON.stringify(gone)}::jsonb)`);
}

/** Applies what is staged, with the locks of its accounts held. */
export async function applyStagedCashDays(tx: Tx): Promise<void> {
  await tx.execute(sql`
    delete from folio_cash_day where (account_number, folio_number, changed_on) in (
      select account_number, folio_number, changed_on from gone_cash_day)`);
  await tx.execute(sql`
    insert into folio_cash_day select * from new_cash_day
    on conflict (account_number, folio_number, changed_on) do update set amount = excluded.amount`);
}

/** Stores the days of one account that differ, with its lock held and nothing staged. */
export function storeCashDays(
  tx: Sender,
  changed: readonly CashDayColumns[],
  gone: readonly CashDayColumns[],
): void {
  if (gone.length > 0) {
    tx.send(sql`
      delete from folio_cash_day where (account_number, folio_number, changed_on) in (
        select account_number, folio_number, changed_on
        from jsonb_populate_recordset(null::folio_cash_day, ${JSON.stringify(gone)}::jsonb))`);
  }
  if (changed.length > 0) {
    tx.send(sql`
      insert into folio_cash_day
      select * from jsonb_populate_recordset(null::folio_cash_day, ${JSON.stringify(changed)}::jsonb)
      on conflict (account_number, folio_number, changed_on) do update set amount = excluded.amount`);
  }
}
