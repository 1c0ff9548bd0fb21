// The sealing of rows that decide rights. In a load each state gets the next version, which its
// note names, and a MAC once it is stored. Under a new master key sound rows get a new MAC.
import {
  isSealed,
  rowMac,
  type SealedFields,
  type SealedRow,
  type SealedTable,
} from "../../keys/sealed-row.ts";
import type { Vault } from "../../keys/vault.ts";
import type { SqlPart, Tx } from "../../store/db.ts";
import { declared, literal } from "../../store/declared-sql.ts";
import { qualifiedColumns, query, run } from "../kinds/load-sql.ts";

interface StoredRow {
  readonly key: string;
  readonly version: string;
  readonly fields: SealedFields;
  readonly mac: Buffer | null;
  /** Whether the load gives the row other rights. */
  readonly isOther: boolean;
}

/**
 * Gives each staged row its version: that of the stored row, or the next one. The next one is taken
 * where rights change, or where the load replaces a stored row that is not as it was sealed.
 */
export async function stageVersions(
  tx: Tx,
  vault: Vault,
  stage: string,
  sealed: SealedTable,
): Promise<void> {
  const { table, key, columns, fields } = sealed;
  await run(tx, declared`update ${stage} set version = 1`);
  const rows = await query<StoredRow>(
    tx,
    declared`select ${table}.${key}::text as key, ${table}.version::text as version,
       ${fields} as fields, ${table}.mac,
       (${qualifiedColumns(table, columns)}) is distinct from (${qualifiedColumns("s", columns)}) as "isOther"
     from ${table} join ${stage} as s on s.${key} = ${table}.${key}`,
  );
  const next = rows.map((row) => {
    const isKept = !row.isOther && isSealed(vault, sealed, row);
    return isKept ? row.version : String(BigInt(row.version) + 1n);
  });
  await query(
    tx,
    declared`update ${stage} as s set version = v.version
     from unnest($1::bigint[], $2::bigint[]) as v (key, version) where s.${key} = v.key`,
    [rows.map((row) => row.key), next],
  );
}

/** Seals the rows of the table that the load changed; `changed` stands in a FROM for them. */
export async function sealChanged(
  tx: Tx,
  vault: Vault,
  changed: SqlPart,
  sealed: SealedTable,
): Promise<void> {
  const { table, key } = sealed;
  const rows = await query<{ key: string }>(
    tx,
    declared`select c.${key}::text as key from ${changed} as c`,
  );
  const keys = rows.map((row) => row.key);
  await sealRows(tx, vault, sealed, keys);
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
export async function sealRows(
  tx: Tx,
  vault: Vault,
  sealed: SealedTable,
  keys: readonly string[],
): Promise<void> {
  const { table, key, fields } = sealed;
  const rows = await query<{ key: string; fields: SealedFields }>(
    tx,
    declared`select ${key}::text as key, ${fields} as fields from ${table}
     where ${key} = any($1::bigint[])`,
    [keys],
  );
  await query(
    tx,
    declared`update ${table} as t set mac = v.mac
     from unnest($1::bigint[], $2::bytea[]) as v (key, mac) where t.${key} = v.key`,
    [rows.map((row) => row.key), rows.map((row) => rowMac(vault, sealed, row.fields))],
  );
}

/** The keys of the rows that are as they were sealed under the vault. */
export async function selectSound(tx: Tx, vault: Vault, sealed: SealedTable): Promise<string[]> {
  const { table, key, fields } = sealed;
  const rows = await query<SealedRow & { readonly key: string }>(
    tx,
    declared`select ${key}::text as key, ${fields} as fields, mac from ${table}`,
  );
  return rows.filter((row) => isSealed(vault, sealed, row)).map((row) => row.key);
}
