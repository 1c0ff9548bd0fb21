// Rows that decide rights carry a MAC: one that the service did not write counts as absent.

import type { SqlPart } from "../store/db.ts";
import { isSameBytes } from "./same-bytes.ts";
import type { Vault } from "./vault.ts";

/** A table whose rows carry a MAC, each its own. */
export interface MacTable {
  readonly table: string;
  /** The primary key, a `bigint`. */
  readonly key: string;
  /** The other columns that decide rights. */
  readonly columns: readonly string[];
  /** The fields under the MAC, as a `text[]`: the key, those columns, the version. */
  readonly fields: SqlPart;
}

/** The fields under the MAC of a row, as text. */
export type MacFields = readonly (string | null)[];

/** A row as it is checked; one that the service did not write may have no MAC. */
export interface MacRow {
  readonly fields: MacFields;
  readonly mac: Buffer | null;
}

/** The MAC of a row. */
export function rowMac(
  vault: Vault,
  { table }: Pick<MacTable, "table">,
  fields: MacFields,
): Buffer {
  return vault.hash(`row/${table}`, JSON.stringify(fields));
}

/** Whether a row is as it was when it got its MAC, in time that does not depend on where it differs. */
export function isMacValid(
  vault: Vault,
  of: Pick<MacTable, "table">,
  { fields, mac }: MacRow,
): boolean {
  return isSameBytes(rowMac(vault, of, fields), mac);
}

/** An instant as the fields under a MAC have it: PostgreSQL's seconds since 1970. */
export function macInstant(at: Date): string {
  const seconds = Math.floor(+at / 1000);
  return `${seconds}.${String(+at - seconds * 1000).padStart(3, "0")}000`;
}
