// The stored rows that a load concerns where the store is distributed: those of the accounts that
// its files name. They are copied before anything is compared with them.
import type { SqlPart, Tx } from "../../store/db.ts";
import { declared, joined } from "../../store/declared-sql.ts";
import { type CopiedRows, copyRows, type LocalCopies } from "../../store/distributed/local-copy.ts";
import { keysByShard } from "../../store/distributed/shards.ts";
import { findTablePlace, tablePlaces } from "../../store/distributed/table-places.ts";
import { firstKeyColumn, query } from "../kinds/load-sql.ts";
import type { LoadKind, Reference } from "../load-kind.ts";

// Books are computed when all else is stored, account by account.
const books = [
  "account_facts",
  "lot_book",
  "open_lot",
  "closed_lot",
  "folio_position",
  "folio_cash",
  "folio_cash_day",
];

/** Locks accounts until the transaction ends, in order of number as far as they lie together; those
 * of the store, not their local copies. */
export async function lockAccounts(tx: Tx, numbers: readonly string[]): Promise<void> {
  for (const keys of await keysByShard(tx, numbers)) {
    await query(
      tx,
      declared`select from public.account where account_number = any($1::text[])
       order by account_number for no key update`,
      [keys],
    );
  }
}

/** Copies what the staged kinds concern, of all kinds that there are; on one server nothing. */
export async function copyConcernedRows(
  tx: Tx,
  kinds: readonly LoadKind[],
  staged: readonly LoadKind[],
): Promise<LocalCopies | undefined> {
  if (!tx.isDistributed) return undefined;
  // Elsewhere a load locks the rows of a kind with lists before it compares these.
  const locked = staged.filter(({ lists }) => lists.length > 0);
  await lockAccounts(tx, await selectValues(tx, ownColumns(locked)));
  const accounts = await selectValues(tx, accountColumns(staged));
  const logins = await selectValues(tx, loginColumns(staged));
  const others = new Map([
    ...(await selectRivals(tx, staged)),
    ...(await selectParents(tx, staged)),
  ]);
  const listTables = tablesOfLists(kinds);
  const stored = new Set([...staged.map(({ table }) => table), ...tablesOfLists(staged)]);
  const wanted = tablePlaces.flatMap(({ table, place, column }): CopiedRows[] => {
    if (place === "login") {
      const where = declared`t.account_number = any($1::text[]) or t.login_id = any($2::text[])`;
      return [{ table, where, values: [accounts, logins] }];
    }
    if (place !== "account" || column === undefined || books.includes(table)) return [];
    // Audit entries and the like come with every change, and are no records of a load.
    if (column === "subject" && !stored.has(table)) return [];
    const where = declared`t.${column} = any($1::text[])`;
    const other = others.get(table);
    if (other !== undefined) {
      // Of the column's own type.
      const either = declared`${where} or t.${other.column} = any($2)`;
      const values = [accounts, other.values];
      return [{ table, where: either, values, areReplaced: listTables.has(table) }];
    }
    if (partsOf(kinds, table).length === 0) {
      return [{ table, where, values: [accounts], areReplaced: listTables.has(table) }];
    }
    const parts = partsOf(staged, table);
    // Such a table stays where it is if no file concerns it.
    if (parts.length === 0) return [];
    const some = joined(parts, " or ");
    return [{ table, where: declared`${where} and (${some})`, values: [accounts] }];
  });
  return copyRows(tx, wanted);
}

function tablesOfLists(kinds: readonly LoadKind[]): ReadonlySet<string> {
  return new Set(kinds.flatMap(({ lists }) => lists.map(({ table }) => table)));
}

function partsOf(kinds: readonly LoadKind[], table: string): SqlPart[] {
  const all = kinds.flatMap(({ copiedRows = [] }) => copiedRows);
  return all.filter((each) => each.table === table).map(({ where }) => where);
}

/** A column other than the account number, and which of its values are concerned. */
interface OtherColumn {
  readonly column: string;
  readonly values: readonly string[];
}

/** By table, what a staged row may have in common with one of another account, from which it must then
 * differ in something else. */
async function selectRivals(
  tx: Tx,
  staged: readonly LoadKind[],
): Promise<ReadonlyMap<string, OtherColumn>> {
  const found = new Map<string, OtherColumn>();
  for (const { table, stage, uniques = [] } of staged) {
    const across = uniques.find(({ columns }) => !columns.includes("account_number"));
    if (across === undefined || !isOfAccount(table)) continue;
    const column = firstKeyColumn(across.columns);
    found.set(table, { column, values: await selectValues(tx, [{ stage, column }]) });
  }
  return found;
}

/** By table of accounts, the staged owners of its rows where these are lists of something else, such as the accounts of
 * a household: a row that a list no longer has is of an account that no file names. */
async function selectParents(
  tx: Tx,
  staged: readonly LoadKind[],
): Promise<ReadonlyMap<string, OtherColumn>> {
  const found = new Map<string, OtherColumn>();
  for (const kind of staged) {
    if (isOfAccount(kind.table)) continue;
    for (const { table, parent } of kind.lists) {
      if (!isOfAccount(table)) continue;
      const column = firstKeyColumn(kind.keyColumns);
      const values = await selectValues(tx, [{ stage: kind.stage, column }]);
      found.set(table, { column: firstKeyColumn(parent), values });
    }
  }
  return found;
}

interface StagedColumn {
  readonly stage: string;
  readonly column: string;
}

/** The staged columns that say whose a row is. */
function ownColumns(staged: readonly LoadKind[]): StagedColumn[] {
  const ofAccounts = staged.filter(({ table }) => isOfAccount(table));
  return ofAccounts.map(({ stage, keyColumns }) => ({ stage, column: firstKeyColumn(keyColumns) }));
}

/** These, and those that refer to accounts. */
function accountColumns(staged: readonly LoadKind[]): StagedColumn[] {
  const named = staged.flatMap(({ stage, references, lists }) => [
    ...namedBy(stage, references),
    ...lists.flatMap((list) => namedBy(list.stage, list.references ?? [])),
  ]);
  return [...ownColumns(staged), ...named];
}

function namedBy(stage: string, references: readonly Reference[]): StagedColumn[] {
  return references.flatMap(({ table, columns, to }) =>
    isOfAccount(table)
      ? columns.filter((_, at) => to[at] === "account_number").map((column) => ({ stage, column }))
      : [],
  );
}

function loginColumns(staged: readonly LoadKind[]): StagedColumn[] {
  const lists = staged.flatMap((kind) => kind.lists);
  return lists
    .filter(({ table }) => findTablePlace(table)?.place === "login")
    .map(({ stage }) => ({ stage, column: "login_id" }));
}

function isOfAccount(table: string): boolean {
  return findTablePlace(table)?.place === "account";
}

async function selectValues(tx: Tx, columns: readonly StagedColumn[]): Promise<string[]> {
  if (columns.length === 0) return [];
  const each = columns.map(
    ({ stage, column }) => declared`select ${column} as value from ${stage}`,
  );
  const rows = await query<{ value: string }>(
    tx,
    declared`select value from (${joined(each, " union ")}) as named where value is not null`,
  );
  return rows.map(({ value }) => value);
}
