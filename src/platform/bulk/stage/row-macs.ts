// The MACs of rows that decide rights. In a load each state gets the next version, which its
// note names, and a MAC once it is stored. Under a new master key sound rows get a new MAC.
import {
  isMacValid,
  type MacFields,
  type MacRow,
  type MacTable,
  rowMac,
} from "../../keys/row-mac.ts";
import type { Vault } from "../../keys/vault.ts";
import type { SqlPart, Tx } from "../../store/db.ts";
import { declared, literal } from "../../store/declared-sql.ts";
import { qualifiedColumns, query, run } from "../kinds/load-sql.ts";

interface StoredRow {
  readonly key: string;
  readonly version: string;
  readonly fields: MacFields;
  readonly mac: Buffer | null;
  /** Whether the load gives the row other rights. */
  readonly isOther: boolean;
}

/**
 * Gives each staged row its version: that of the stored row, or the next one. The next one is taken
 * where rights change, or where the load replaces a stored row whose MAC is wrong.
 */
export async function stageVersions(
  tx: Tx,
  vault: Vault,
  stage: string,
  of: MacTable,
): Promise<void> {
  const { table, key, columns, fields } = of;
  await run(tx, declared`update ${stage} set version = 1`);
  const rows = await query<StoredRow>(
    tx,
    declared`select ${table}.${key}::text as key, ${table}.version::text as version,
       ${fields} as fields, ${table}.mac,
       (${qualifiedColumns(table, columns)}) is distinct from (${qualifiedColumns("s", columns)}) as "isOther"
     from ${table} join ${stage} as s on s.${key} = ${table}.${key}`,
  );
  const next = rows.map((row) => {
    const isKept = !row.isOther && isMacValid(vault, of, row);
    return isKept ? row.version : String(BigInt(row.version) + 1n);
  });
  await query(
    tx,
    declared`update ${stage} as s set version = v.version
     from unnest($1::bigint[], $2::bigint[]) as v (key, version) where s.${key} = v.key`,
    [rows.map((row) => row.key), next],
  );
}

/** Gives the rows of the table that the load changed their MACs; `changed` stands in a FROM for them. */
export async function setChangedMacs(
  tx: Tx,
  vault: Vault,
  changed: SqlPart,
  of: MacTable,
): Promise<void> {
  const { table, key } = of;
  const rows = await query<{ key: string }>(
    tx,
    declared`select c.${key}::text as key from ${changed} as c`,
  );
  const keys = rows.map((row) => row.key);
  await setMacs(tx, vault, of, keys);
  const versions = await query<{ key: string; version: string }>(
    tx,
    declared`select ${key}::text as key, version::text as version from ${table}
     where ${key} = any($1::bigint[])`,
    [keys],
  );
  await query(
    tx,
    declared`insert into sealed_version (table_name, row_key, version)
     select ${literal(table)}, *
     from unnest($1::bigint[], $2::bigint[]) on conflict do nothing`,
    [versions.map((row) => row.key), versions.map((row) => row.version)],
  );
}

/** Gives rows, as they are now, their MACs under the vault. */
export async function setMacs(
  tx: Tx,
  vault: Vault,
  of: MacTable,
  keys: readonly string[],
): Promise<void> {
  const { table, key, fields } = of;
  const rows = await query<{ key: string; fields: MacFields }>(
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

/** The keys of the rows whose MACs under the vault are right. */
export async function selectSound(tx: Tx, vault: Vault, of: MacTable): Promise<string[]> {
  const { table, key, fields } = of;
  const rows = await query<MacRow & { readonly key: string }>(
    tx,
    declared`select ${key}::text as key, ${fields} as fields, mac from ${table}`,
  );
  return rows.filter((row) => isMacValid(vault, of, row)).map((row) => row.key);
}
