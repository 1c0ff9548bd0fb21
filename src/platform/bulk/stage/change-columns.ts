// The columns of a row as the audit log shows them, as SQL that builds JSON.

import type { SqlPart, Tx } from "../../store/db.ts";
import { declared, joined, literal } from "../../store/declared-sql.ts";
import type { StageColumn } from "../kinds/copy-text.ts";
import { selectColumns } from "../kinds/load-sql.ts";
import { type LoadKind, type Secret, tableColumns } from "../load-kind.ts";

/** The shown part of a row: columns with their types, under the names of the file's fields. */
export interface Shown {
  readonly columns: readonly StageColumn[];
  readonly names: ReadonlyMap<string, string>;
  readonly secrets: readonly Secret[];
}

/** The shown part of a kind's rows in a table that has its columns. */
export async function selectShown(tx: Tx, kind: LoadKind, table: string): Promise<Shown> {
  const stored = new Set(tableColumns(kind));
  const columns = (await selectColumns(tx, table)).filter(({ name }) => stored.has(name));
  const names = new Map([...kind.columnOf].map(([field, column]) => [column, field]));
  return { columns, names, secrets: kind.secrets ?? [] };
}

/** The columns that decide whether a row has changed: all but the sealed ones. */
export function comparedColumns(shown: Shown): readonly StageColumn[] {
  const sealed = new Set(shown.secrets.map((secret) => secret.sealed));
  return shown.columns.filter(({ name }) => !sealed.has(name));
}

/** A JSON object of a row; numbers are text, bytes their SHA-256, secrets only `sealed`. */
export function rowJson(alias: string, shown: Shown): SqlPart {
  const hidden = new Set(shown.secrets.flatMap(({ sealed, hash }) => [sealed, hash]));
  type Pair = readonly [name: string, value: SqlPart];
  const pairs = [
    ...shown.columns
      .filter(({ name }) => !hidden.has(name))
      .map(
        ({ name, type }): Pair => [
          shown.names.get(name) ?? camelCase(name),
          valueJson(alias, name, type),
        ],
      ),
    ...shown.secrets.map(
      ({ name, hash }): Pair => [
        name,
        declared`case when ${alias}.${hash} is not null then 'sealed' end`,
      ],
    ),
  ];
  return objects(pairs.map(([name, value]) => declared`${literal(name)}, ${value}`));
}

// A function of PostgreSQL takes at most 100 arguments.
const maxPairs = 45;

function objects(pairs: readonly SqlPart[]): SqlPart {
  const parts: SqlPart[] = [];
  for (let at = 0; at < pairs.length; at += maxPairs) {
    parts.push(declared`jsonb_build_object(${joined(pairs.slice(at, at + maxPairs))})`);
  }
  return parts.length === 0 ? declared`'{}'::jsonb` : declared`(${joined(parts, " || ")})`;
}

function valueJson(alias: string, column: string, type: string): SqlPart {
  const value = declared`${alias}.${column}`;
  if (type === "boolean" || type === "jsonb" || type === "json") return value;
  if (type === "bytea") return declared`encode(sha256(${value}), 'hex')`;
  return type.endsWith("[]") ? declared`${value}::text[]` : declared`${value}::text`;
}

/** The secrets of a row that are no longer those of the store, as a JSON object of `changed`. */
export function changedSecrets(from: string, to: string, secrets: readonly Secret[]): SqlPart {
  const parts = secrets.map(
    ({ name, hash }) =>
      declared`case when ${from}.${hash} is distinct from ${to}.${hash}
         then jsonb_build_object(${literal(name)}, 'changed') else '{}'::jsonb end`,
  );
  return parts.length === 0 ? declared`'{}'::jsonb` : declared`(${joined(parts, " || ")})`;
}

function camelCase(column: string): string {
  return column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
