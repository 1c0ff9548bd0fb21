// A change of the master key: every sealed value is opened with the old key and sealed with the new
// one, each keyed hash computed again, in one transaction. If killed at any point, it has happened
// or not; running it again finishes it.
import { query, run } from "../bulk/kinds/load-sql.ts";
import { selectSound, setMacs } from "../bulk/stage/row-macs.ts";
import type { WriteContext } from "../change/context.ts";
import { write } from "../change/write.ts";
import { replaceMasterKey } from "../keys/master-key.ts";
import type { MacTable } from "../keys/row-mac.ts";
import { openVault, type Vault } from "../keys/vault.ts";
import type { Tx } from "../store/db.ts";
import { declared, joined } from "../store/declared-sql.ts";
import { lockWholeStore } from "../store/store-lock.ts";
import { rotateMasterKeyEntry } from "./entries.ts";

/** A column of sealed values, with what is needed to open each and to recompute its hash. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The columns of a unique key with their types. */
  readonly key: Readonly<Record<string, string>>;
  /** The binding of the value of a row, by its key. */
  readonly binding: (key: readonly string[]) => string;
  /** The column of the keyed hash of the value, and what it is hashed for. */
  readonly hash?: { readonly column: string; readonly purpose: string };
}

/** A table whose rows carry a keyed hash of a form of their own. */
export interface HashedTable {
  readonly table: string;
  /** Computes the hash of each row that is as the old vault hashed it; returns how many there were. */
  readonly rehash: (tx: Tx, vaults: Vaults) => Promise<number>;
}

/** The vault before a change of the master key, and the one after it. */
export interface Vaults {
  readonly from: Vault;
  readonly to: Vault;
}

/** Everything encrypted or signed with the master key. */
export interface MasterKeyParts {
  readonly columns: readonly SealedColumn[];
  readonly hashed: readonly HashedTable[];
  /** Tables whose rows carry a MAC. */
  readonly tables: readonly MacTable[];
}

/** How many values of a column were resealed. */
export interface Resealed {
  readonly table: string;
  readonly values: number;
}

/** Brings the store, which no other process may use meanwhile, under a new master key. */
export async function rotateMasterKey(
  ctx: WriteContext,
  newKey: Buffer,
  { columns, hashed, tables }: MasterKeyParts,
): Promise<readonly Resealed[]> {
  const next = openVault(newKey, ctx.vault.auditKey.export());
  let resealed: Resealed[] = [];
  await write(ctx, rotateMasterKeyEntry, async (tx) => {
    await tx.alone(lockWholeStore);
    await run(tx, declared`set local statement_timeout = 0`);
    await run(tx, declared`set local idle_in_transaction_session_timeout = 0`);
    // By its key each row is found at once; a join of another kind reads the table for each batch.
    await run(tx, declared`set local enable_hashjoin = off`);
    await run(tx, declared`set local enable_mergejoin = off`);
    resealed = [];
    const sound: string[][] = [];
    for (const table of tables) sound.push(await selectSound(tx, ctx.vault, table));
    for (const column of columns) {
      const values = await reseal(tx, column, { from: ctx.vault, to: next });
      resealed.push({ table: column.table, values });
    }
    for (const { table, rehash } of hashed) {
      resealed.push({ table, values: await rehash(tx, { from: ctx.vault, to: next }) });
    }
    for (const [at, table] of tables.entries()) await setMacs(tx, next, table, sound[at] ?? []);
    await replaceMasterKey(tx, next);
    const counts = resealed.map(({ table, values }) => [table, String(values)]);
    return {
      value: null,
      audit: [{ subject: "store", detail: { resealed: Object.fromEntries(counts) } }],
    };
  });
  return resealed;
}

interface SealedRow {
  readonly key: readonly string[];
  readonly sealed: Buffer;
}

const rowsAtOnce = 1_000;

async function reseal(tx: Tx, column: SealedColumn, vaults: Vaults): Promise<number> {
  const { table, column: sealed, key } = column;
  const names = Object.keys(key).map((name) => declared`${name}::text`);
  // A cursor sees the rows as they were when it was opened, whatever is updated meanwhile.
  await run(
    tx,
    declared`declare sealed_row no scroll cursor for
     select array[${joined(names)}] as key, ${sealed} as sealed
     from ${table} where ${sealed} is not null`,
  );
  let count = 0;
  for (;;) {
    const rows = await query<SealedRow>(tx, declared`fetch ${rowsAtOnce} from sealed_row`);
    if (rows.length === 0) break;
    await updateRows(tx, column, rows, vaults);
    count += rows.length;
  }
  await run(tx, declared`close sealed_row`);
  return count;
}

async function updateRows(
  tx: Tx,
  { table, column, key, binding, hash }: SealedColumn,
  rows: readonly SealedRow[],
  { from, to }: Vaults,
): Promise<void> {
  const names = Object.keys(key);
  const plains = rows.map((row) => from.open(row.sealed, binding(row.key)));
  const sealed = plains.map((plain, at) => to.seal(plain, binding(rows[at]?.key ?? [])));
  const hashes = hash && plains.map((plain) => to.hash(hash.purpose, plain.toString("utf8")));
  const keys = names.map((_, place) => rows.map((row) => row.key[place]));
  const lists = [
    ...names.map((_, place) => declared`$${place + 3}::text[]`),
    declared`$1::bytea[]`,
    declared`$2::bytea[]`,
  ];
  const equal = Object.entries(key).map(([name, type]) => declared`t.${name} = v.${name}::${type}`);
  await query(
    tx,
    declared`update ${table} as t
     set ${column} = v.new_sealed ${hash ? declared`, ${hash.column} = v.new_hash` : declared``}
     from unnest(${joined(lists)}) as v (${joined(names)}, new_sealed, new_hash)
     where ${joined(equal, " and ")}`,
    [sealed, hashes ?? sealed, ...keys],
  );
}
