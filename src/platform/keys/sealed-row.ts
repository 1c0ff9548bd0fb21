// Rows that decide rights carry a MAC: one that the service did not write counts as absent.

import type { SqlPart } from "../store/db.ts";
import { isSameBytes } from "./same-bytes.ts";
import type { Vault } from "./vault.ts";

/** A table whose rows are sealed, each by itself. */
export interface SealedTable {
  readonly table: string;
  /** The primary key, a `bigint`. */
  readonly key: string;
  /** The other columns that decide rights. */
  readonly columns: readonly string[];
  /** The fields under the MAC, as a `text[]`: the key, those columns, the version. */
  readonly fields: SqlPart;
}

/** The fields under the MAC of a row, as text. */
export type SealedFields = readonly (string | null)[];

/** A row as it is checked; one that the service did not write may have no MAC. */
export interface SealedRow {
  readonly fields: SealedFields;
  readonly mac: Buffer | null;
}

/** The MAC of a row. */
export function rowMac(
  vault: Vault,
  { table }: Pick<SealedTable, "table">,
  fields: SealedFields,
): Buffer {
  return vault.hash(`row/${table}`, JSON.stringify(fields));
}

/** Whether a row is as it was sealed, in time that does not depend on where it differs. */
export function isSealed(
  vault: Vault,
  of: Pick<SealedTable, "table">,
  { fields, mac }: SealedRow,
): boolean {
  return isSameBytes(rowMac(vault, of, fields), mac);
}

/** An instant as the fields of a seal have it: PostgreSQL's seconds since 1970. */
export function sealedInstant(at: Date): string {
  const seconds = Math.floor(+at / 1000);
  return `${seconds}.${String(+at - seconds * 1000).padStart(3, "0")}000`;
}
