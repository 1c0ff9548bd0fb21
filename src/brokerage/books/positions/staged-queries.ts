// Storing what folios hold: staged account by account, then applied for all of them in a few
// statements. The staging tables last as long as their connection.
import { query, run } from "../../../platform/bulk/kinds/load-sql.ts";
import { type Reader, type Sender, sql, type Tx } from "../../../platform/store/db.ts";
import { declared } from "../../../platform/store/declared-sql.ts";
import { applyStagedCashDays } from "./cash-day-queries.ts";

/** Where the last price of a position is looked up; what is left out is not stored. */
export interface PriceSourceColumns {
  readonly security_id?: string;
  readonly since?: string;
  readonly before?: string;
  readonly numerator?: string;
  readonly denominator?: string;
}

/** A position as a row of the store; figures stay texts on the way. */
export interface PositionColumns {
  readonly account_number: string;
  readonly folio_number: string;
  readonly security_id: string;
  readonly share_quantity: string;
  readonly price_sources: readonly PriceSourceColumns[];
}

/** Cash as a row of the store. */
export interface CashColumns {
  readonly account_number: string;
  readonly folio_number: string;
  readonly amount: string;
}

/** The stored positions of some accounts. */
export async function selectPositionColumns(
  db: Reader,
  accountNumbers: readonly string[],
): Promise<PositionColumns[]> {
  return db.rows(sql<PositionColumns>`
    select account_number, folio_number, security_id, share_quantity, price_sources
    from folio_position where account_number = any(${accountNumbers}::text[])`);
}

/** The stored cash of some accounts. */
export async function selectCashColumns(
  db: Reader,
  accountNumbers: readonly string[],
): Promise<CashColumns[]> {
  return db.rows(sql<CashColumns>`
    select account_number, folio_number, amount
    from folio_cash where account_number = any(${accountNumbers}::text[])`);
}

const made = new WeakSet<Tx>();

/** Makes the staging tables where this connection has none. */
export async function createPositionStages(tx: Tx): Promise<void> {
  if (made.has(tx)) return;
  made.add(tx);
  await run(
    tx,
    declared`create temporary table if not exists new_holder (account_number text collate "C")
       on commit delete rows;
     create temporary table if not exists new_position (like folio_position)
       on commit delete rows;
     create temporary table if not exists new_cash (like folio_cash) on commit delete rows;
     create temporary table if not exists new_cash_day (like folio_cash_day)
       on commit delete rows;
     create temporary table if not exists gone_cash_day (like folio_cash_day)
       on commit delete rows`,
  );
}

/** Stages the rows of accounts, which replace all their stored rows. */
export async function insertNewPositions(
  tx: Tx,
  accountNumbers: readonly string[],
  positions: readonly PositionColumns[],
  cash: readonly CashColumns[],
): Promise<void> {
  await tx.execute(sql`
    insert into new_holder (account_number) select unnest(${accountNumbers}::text[])`);
  await tx.execute(sql`
    insert into new_position
    select * from jsonb_populate_recordset(null::folio_position,
      ${JSON.stringify(positions)}::jsonb)`);
  await tx.execute(sql`
    insert into new_cash
    select * from jsonb_populate_recordset(null::folio_cash, ${JSON.stringify(cash)}::jsonb)`);
}

/** Removes what is staged for some accounts. */
export async function deleteStagedPositions(
  tx: Tx,
  accountNumbers: readonly string[],
): Promise<void> {
  for (const table of ["new_holder", "new_position", "new_cash", "new_cash_day", "gone_cash_day"]) {
    await query(tx, declared`delete from ${table} where account_number = any($1::text[])`, [
      accountNumbers,
    ]);
  }
}

/** Applies what is staged, with the locks of its accounts held; an unchanged row is not written. */
export async function applyStagedPositions(tx: Tx): Promise<void> {
  await tx.execute(sql`
    delete from folio_position where (account_number, folio_number, security_id) in (
      select known.account_number, known.folio_number, known.security_id
      from folio_position as known
        join new_holder as staged on staged.account_number = known.account_number
        left join new_position as p on p.account_number = known.account_number
          and p.folio_number = known.folio_number and p.security_id = known.security_id
          and p.share_quantity = known.share_quantity and p.price_sources = known.price_sources
      where p.account_number is null)`);
  await tx.execute(sql`
    delete from folio_cash where (account_number, folio_number) in (
      select known.account_number, known.folio_number
      from folio_cash as known
        join new_holder as staged on staged.account_number = known.account_number
        left join new_cash as c on c.account_number = known.account_number
          and c.folio_number = known.folio_number and c.amount = known.amount
      where c.account_number is null)`);
  await tx.execute(sql`
    insert into folio_position select * from new_position on conflict do nothing`);
  await tx.execute(sql`insert into folio_cash select * from new_cash on conflict do nothing`);
  await applyStagedCashDays(tx);
}

/** Makes the positions of one account those given, with its lock held and nothing staged; an unchanged row is not
 * written. */
export function replacePositions(
  tx: Sender,
  accountNumber: string,
  positions: readonly PositionColumns[],
): void {
  const newPositions = JSON.stringify(positions);
  tx.send(sql`
    delete from folio_position as known
    where account_number = ${accountNumber} and not exists (
      select from jsonb_populate_recordset(null::folio_position, ${newPositions}::jsonb) as p
      where p.folio_number = known.folio_number and p.security_id = known.security_id
        and p.share_quantity = known.share_quantity and p.price_sources = known.price_sources)`);
  tx.send(sql`
    insert into folio_position
    select * from jsonb_populate_recordset(null::folio_position, ${newPositions}::jsonb)
    on conflict do nothing`);
}

/** Does the same with the cash of its folios. */
export function replaceCash(tx: Sender, accountNumber: string, cash: readonly CashColumns[]): void {
  const newCash = JSON.stringify(cash);
  tx.send(sql`
    delete from folio_cash as known
    where account_number = ${accountNumber} and not exists (
      select from jsonb_populate_recordset(null::folio_cash, ${newCash}::jsonb) as c
      where c.folio_number = known.folio_number and c.amount = known.amount)`);
  tx.send(sql`
    insert into folio_cash
    select * from jsonb_populate_recordset(null::folio_cash, ${newCash}::jsonb)
    on conflict do nothing`);
}
