// Storing lots: added and removed lots are staged account by account, then applied for all of them
// in a few statements. The staging tables last as long as their connection.

import type { Decimal } from "@bursar/values/decimal";
import { query, run, sendRows } from "../../../../platform/bulk/kinds/load-sql.ts";
import { type Reader, sql, type Tx } from "../../../../platform/store/db.ts";
import { declared } from "../../../../platform/store/declared-sql.ts";
import type { ReportedYear } from "../reported/queries.ts";

/** Rows by the names of their columns; figures stay texts on the way. */
export type LotColumns = Readonly<Record<string, string | boolean | null>>;

const ofBoth = [
  "account_number",
  "tax_lot_id",
  "security_id",
  "folio_number",
  "originating_transaction_id",
  "originating_transaction_settlement_on",
  "original_acquisition_on",
  "adjusted_acquisition_on",
  "share_quantity",
  "original_cost_basis",
  "adjusted_cost_basis",
  "cost_basis_effective_on",
  "cost_basis_indicator",
  "covered",
  "unadjusted_share_quantity",
  "gift_on",
  "gift_market_value",
  "transfer_on",
  "is_inherited",
] as const;

/** The columns of an open lot. */
export const openLotColumns = [...ofBoth, "long_term_from"] as const;

/** The columns of a closed lot. */
export const closedLotColumns = [
  ...ofBoth,
  "exchanged_shares",
  "is_reported",
  "tax_year",
  "trans_code",
  "term_of_sale",
  "lot_relief_strategy_indicator",
  "closing_transaction_id",
  "replacement_transaction_id",
  "closing_transaction_on",
  "closing_transaction_settlement_on",
  "ex_on",
  "sale_price",
  "net_sale_amount",
  "disallowed_loss",
  "reportable_gain_loss",
  "federal_tax_withholding",
  "state_tax_withholding",
  "withholding_state",
  "foreign_tax_withholding",
  "withholding_country",
] as const;

const tables = { open: "open_lot", closed: "closed_lot" } as const;
const qualifiedColumns = { open: openLotColumns, closed: closedLotColumns } as const;

/** Whether lots are held or were closed. */
export type Side = keyof typeof tables;

/** Both sides. */
export const sides: readonly Side[] = ["open", "closed"];

/** The stored lots of accounts on one side. */
export async function selectLotColumns(
  db: Reader,
  side: Side,
  accountNumbers: readonly string[],
): Promise<LotColumns[]> {
  return side === "open"
    ? db.rows(sql<LotColumns>`
        select * from open_lot where account_number = any(${accountNumbers}::text[])`)
    : db.rows(sql<LotColumns>`
        select * from closed_lot where account_number = any(${accountNumbers}::text[])`);
}

/** The given accounts whose lots have been computed, even if there are none. */
export async function selectBooked(
  db: Reader,
  accountNumbers: readonly string[],
): Promise<{ readonly number: string }[]> {
  return db.rows(sql<{ number: string }>`
    select account_number as "number" from lot_book
    where account_number = any(${accountNumbers}::text[])`);
}

const made = new WeakSet<Tx>();

/** Makes the staging tables where this connection has none. */
export async function createLotStages(tx: Tx): Promise<void> {
  if (made.has(tx)) return;
  made.add(tx);
  await run(
    tx,
    declared`create temporary table if not exists new_lot_book (account_number text collate "C")
       on commit delete rows;
     create temporary table if not exists new_open_lot (like open_lot) on commit delete rows;
     create temporary table if not exists new_closed_lot (like closed_lot) on commit delete rows;
     create temporary table if not exists gone_lot (account_number text collate "C",
       tax_lot_id bigint, side text, tax_year text collate "C") on commit delete rows`,
  );
}

/** Stages lots that are to be stored. */
export async function insertNewLots(
  tx: Tx,
  side: Side,
  lots: readonly LotColumns[],
): Promise<void> {
  await sendRows(tx, `new_${tables[side]}`, qualifiedColumns[side], lots);
}

/** A stored lot that no longer exists, or has changed. */
export interface GoneLot {
  readonly accountNumber: string;
  readonly taxLotId: string;
  readonly side: Side;
  readonly taxYear: string | null;
}

/** Stages lots that are to be removed. */
export async function insertGoneLots(tx: Tx, gone: readonly GoneLot[]): Promise<void> {
  if (gone.length === 0) return;
  await tx.execute(sql`
    insert into gone_lot (account_number, tax_lot_id, side, tax_year)
    select * from unnest(${gone.map((lot) => lot.accountNumber)}::text[],
      ${gone.map((lot) => lot.taxLotId)}::bigint[], ${gone.map((lot) => lot.side)}::text[],
      ${gone.map((lot) => lot.taxYear)}::text[])`);
}

/** Stages the note that the lots of accounts were computed. */
export async function insertNewBooks(tx: Tx, accountNumbers: readonly string[]): Promise<void> {
  if (accountNumbers.length === 0) return;
  await tx.execute(sql`
    insert into new_lot_book (account_number) select unnest(${accountNumbers}::text[])`);
}

/** Removes what is staged for some accounts. */
export async function deleteStagedLots(tx: Tx, accountNumbers: readonly string[]): Promise<void> {
  for (const table of ["new_lot_book", "new_open_lot", "new_closed_lot", "gone_lot"]) {
    await query(tx, declared`delete from ${table} where account_number = any($1::text[])`, [
      accountNumbers,
    ]);
  }
}

/** Applies what is staged; the caller holds the locks of its accounts. */
export async function applyStagedLots(tx: Tx): Promise<void> {
  await tx.execute(sql`
    insert into lot_book (account_number) select account_number from new_lot_book
    order by account_number on conflict do nothing`);
  await tx.execute(sql`
    delete from open_lot as lot using gone_lot as gone where gone.side = 'open'
      and lot.account_number = gone.account_number and lot.tax_lot_id = gone.tax_lot_id`);
  await tx.execute(sql`
    delete from closed_lot as lot using gone_lot as gone where gone.side = 'closed'
      and lot.account_number = gone.account_number and lot.tax_lot_id = gone.tax_lot_id`);
  await tx.execute(sql`insert into open_lot select * from new_open_lot`);
  await tx.execute(sql`insert into closed_lot select * from new_closed_lot`);
}

/** How the staged lots of an account differ from the stored ones on one side: how many, and the
 * basis of those that are open, or the gain of those that are closed, before and after. */
export interface LotDifference {
  readonly accountNumber: string;
  readonly side: Side;
  readonly added: string;
  readonly changed: string;
  readonly removed: string;
  readonly before: Decimal;
  readonly after: Decimal;
}

/** How the staged lots of some accounts differ from the stored ones, before they are applied. */
export async function selectLotDifferences(
  tx: Tx,
  accountNumbers: readonly string[],
): Promise<LotDifference[]> {
  return tx.rows(sql<LotDifference>`
    with lot as (
      select account_number, tax_lot_id, 'open' as side, true as is_new,
        adjusted_cost_basis as amount from new_open_lot
      union all
      select account_number, tax_lot_id, 'closed', true, reportable_gain_loss from new_closed_lot
      union all
      select account_number, tax_lot_id, side, false, adjusted_cost_basis
      from gone_lot join open_lot using (account_number, tax_lot_id) where side = 'open'
      union all
      select account_number, tax_lot_id, side, false, reportable_gain_loss
      from gone_lot join closed_lot using (account_number, tax_lot_id) where side = 'closed'),
    paired as (
      select account_number, side, tax_lot_id, bool_or(is_new) as is_after,
        bool_or(not is_new) as is_before, sum(amount) filter (where not is_new) as before,
        sum(amount) filter (where is_new) as after
      from lot where account_number = any(${accountNumbers}::text[])
      group by account_number, side, tax_lot_id)
    select account_number as "accountNumber", side,
      count(*) filter (where not is_before)::text as "added",
      count(*) filter (where is_before and is_after)::text as "changed",
      count(*) filter (where not is_after)::text as "removed",
      coalesce(sum(before), 0.00) as "before", coalesce(sum(after), 0.00) as "after"
    from paired group by account_number, side order by account_number, side desc`);
}

/** The reported years with a closed lot staged to be added or removed. */
export async function selectStagedYears(tx: Tx): Promise<ReportedYear[]> {
  return tx.rows(sql<ReportedYear>`
    select account_number as "accountNumber", tax_year as "taxYear"
    from reported_year
    where (account_number, tax_year) in (
      select account_number, tax_year from new_closed_lot
      union select account_number, tax_year from gone_lot)
    order by 1, 2`);
}
