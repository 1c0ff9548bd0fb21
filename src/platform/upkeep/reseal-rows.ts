// Rows that decide rights under a new master key: valid ones are sealed again; one that the service
// did not write stays invalid.
import { query } from "../bulk/load-sql.ts";
import { isSealed, rowMac, type SealedRow, type SealedTable } from "../keys/sealed-row.ts";
import type { Vault } from "../keys/vault.ts";
import type { Tx } from "../store/db.ts";
import { declared } from "../store/declared-sql.ts";

interface KeyedRow extends SealedRow {
  readonly key: string;
}

/** The keys of the rows that are as they were sealed under the vault. */
export async function selectSound(tx: Tx, of: SealedTable, vault: Vault): Promise<string[]> {
  const rows = await query<KeyedRow>(
    tx,
    declared`select ${of.key}::text as key, ${of.fields} as fields, mac from ${of.table}`,
  );
  return rows.filter((row) => isSealed(vault, of, row)).map(({ key }) => key);
}

/** Seals rows, as they are now, under the vault. */
export async function resealRows(
  tx: Tx,
  of: SealedTable,
  keys: readonly string[],
  vault: Vault,
): Promise<void> {
  const { table, key, fields } = of;
  const rows = await query<KeyedRow>(
    tx,
    declared`select ${key}::text as key, ${fields} as fields from ${table}
     where ${key} = any($1::bigint[])`,
    [keys],
  );
  await query(
    tx,
    declared`update ${table} as t set mac = v.mac
     from unnest($1::bigint[], $2::bytea[]) as v (key, mac) where t.${key} = v.key`,
    [rows.map((row) => row.key), rows.map((row) => rowMac(vault, of, row.fields))],
  );
}
