// SQL that stores and reads breaks by account; the books' side is in books-queries.ts.

import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { type Reader, sql, type Tx } from "../../../platform/store/db.ts";
import type { Cause } from "./causes.ts";
import type { BreakKind } from "./match.ts";

/** A break of an account on a day. */
export interface BreakRow {
  readonly accountNumber: string;
  readonly reconciledOn: Day;
  readonly breakId: Id;
  readonly kind: BreakKind;
  readonly securityId: Id | null;
  readonly symbol: string | null;
  readonly acquiredOn: Day | null;
  readonly custodian: Decimal;
  readonly books: Decimal | null;
  readonly amount: Decimal | null;
  readonly cause: Cause;
  readonly since: Day;
  readonly closedOn: Day | null;
  readonly note: string | null;
  readonly notedAt: Date | null;
  /** The person who works on it. */
  readonly assignee: string | null;
}

/** Of the given accounts those that ever had a break, in order of number. */
export async function selectAccountsWithBreaks(
  db: Reader,
  accountNumbers: readonly string[],
): Promise<string[]> {
  const found = await db.rows(sql<{ accountNumber: string }>`
    select distinct account_number as "accountNumber" from reconciliation_break
    where account_number = any(${accountNumbers}::text[]) order by 1`);
  return found.map(({ accountNumber }) => accountNumber);
}

/** The last day on which one of the accounts was reconciled with a break or found without it. */
export async function selectLastDay(
  db: Reader,
  accountNumbers: readonly string[],
): Promise<Day | undefined> {
  const found = await db.first(sql<{ on: Day | null }>`
    select max(greatest(reconciled_on, closed_on)) as "on" from reconciliation_break
    where account_number = any(${accountNumbers}::text[])`);
  return found?.on ?? undefined;
}

/** The breaks of accounts on a day, and those of each account's last day before that were not gone
 * before it; by account, and oldest first. */
export async function selectBreaksUpTo(
  db: Reader,
  accountNumbers: readonly string[],
  on: Day,
): Promise<BreakRow[]> {
  return db.rows(sql<BreakRow>`
    with last as (
      select account_number, max(reconciled_on) as earlier from reconciliation_break
      where account_number = any(${accountNumbers}::text[]) and reconciled_on < ${on}
      group by account_number)
    select account_number as "accountNumber", reconciled_on as "reconciledOn",
      break_id::text as "breakId", kind, security_id::text as "securityId", symbol,
      acquired_on as "acquiredOn", custodian, books, amount, cause, since,
      closed_on as "closedOn", note, noted_at as "notedAt", assignee
    from reconciliation_break left join last using (account_number)
    where account_number = any(${accountNumbers}::text[])
      and (reconciled_on = ${on}
        or (reconciled_on = last.earlier and coalesce(closed_on, ${on}) >= ${on}))
    order by account_number, reconciled_on, break_id`);
}

/** Replaces the breaks of accounts on a day, and closes those of the days before that are gone. */
export async function replaceBreaks(
  tx: Tx,
  { accountNumbers, on }: { readonly accountNumbers: readonly string[]; readonly on: Day },
  rows: readonly BreakRow[],
): Promise<void> {
  await tx.execute(sql`
    delete from reconciliation_break
    where account_number = any(${accountNumbers}::text[]) and reconciled_on = ${on}`);
  // An array and no table of names, which a store that is distributed over nodes asks on each.
  const again = rows.map((row) => `${row.accountNumber} ${row.breakId}`);
  await tx.execute(sql`
    update reconciliation_break set stands = false, closed_on = case
        when (account_number || ' ' || break_id::text) = any(${again}::text[]) then null
        else ${on}::date end
    where account_number = any(${accountNumbers}::text[]) and reconciled_on < ${on}
      and (stands or closed_on = ${on})`);
  await tx.execute(sql`
    insert into reconciliation_break
      (account_number, reconciled_on, break_id, kind, security_id, symbol, acquired_on, custodian,
        books, amount, cause, since, stands, note, noted_at, assignee)
    select account_number, ${on}::date, break_id, kind, security_id, symbol, acquired_on, custodian,
      books, amount, cause, since, true, note, noted_at, assignee
    from unnest(${rows.map((row) => row.accountNumber)}::text[],
      ${rows.map((row) => row.breakId)}::bigint[], ${rows.map((row) => row.kind)}::text[],
      ${rows.map((row) => row.securityId)}::bigint[], ${rows.map((row) => row.symbol)}::text[],
      ${rows.map((row) => row.acquiredOn)}::date[], ${rows.map((row) => row.custodian)}::numeric[],
      ${rows.map((row) => row.books)}::numeric[], ${rows.map((row) => row.amount)}::numeric[],
      ${rows.map((row) => row.cause)}::text[], ${rows.map((row) => row.since)}::date[],
      ${rows.map((row) => row.note)}::text[], ${rows.map((row) => row.notedAt)}::timestamptz[],
      ${rows.map((row) => row.assignee)}::text[])
      as found (account_number, break_id, kind, security_id, symbol, acquired_on, custodian, books,
        amount, cause, since, note, noted_at, assignee)`);
}

type StandingBreak = Pick<BreakRow, "reconciledOn" | "note" | "notedAt" | "assignee">;

/** The resolution of a break that stands, and the person who works on it; undefined where none
 * stands with this id. */
export async function selectStandingBreak(
  db: Reader,
  accountNumber: string,
  breakId: string,
): Promise<StandingBreak | undefined> {
  return db.first(sql<StandingBreak>`
    select reconciled_on as "reconciledOn", note, noted_at as "notedAt", assignee
    from reconciliation_break
    where account_number = ${accountNumber} and break_id = ${breakId} and stands`);
}

interface BreakKey {
  readonly accountNumber: string;
  readonly breakId: string;
}

/** Notes what resolves a break that stands. */
export function updateNote(
  tx: Tx,
  { accountNumber, breakId }: BreakKey,
  { note, notedAt }: { readonly note: string; readonly notedAt: Date },
): void {
  tx.send(sql`
    update reconciliation_break set note = ${note}, noted_at = ${notedAt}
    where account_number = ${accountNumber} and break_id = ${breakId} and stands`);
}

/** Notes who works on a break that stands. */
export function updateAssignee(
  tx: Tx,
  { accountNumber, breakId }: BreakKey,
  assignee: string | null,
): void {
  tx.send(sql`
    update reconciliation_break set assignee = ${assignee}
    where account_number = ${accountNumber} and break_id = ${breakId} and stands`);
}
