// SQL as a load sends it: statements whose text is made from declarations, COPY, and identifiers.
import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { from as copyFrom } from "pg-copy-streams";
import type { SqlPart, Tx } from "../../store/db.ts";
import { declared, joined } from "../../store/declared-sql.ts";
import { partText } from "../../store/sql.ts";
import type { StageColumn } from "./copy-text.ts";

/** Runs one statement of the load, however long it takes; returns its rows. */
export async function query<Row = Record<string, unknown>>(
  tx: Tx,
  statement: SqlPart,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  // The driver's own time limit is for requests.
  const config = { text: partText(statement), values: [...values], query_timeout: 0x7fffffff };
  return (await tx.alone((client) => client.query(config))).rows as Row[];
}

/** Runs one statement and returns how many rows it affected. */
export async function run(tx: Tx, statement: SqlPart): Promise<number> {
  const config = { text: partText(statement), query_timeout: 0x7fffffff };
  return (await tx.alone((client) => client.query(config))).rowCount ?? 0;
}

/** Counts the rows of a statement without fetching any. */
export async function countRows(tx: Tx, rows: SqlPart): Promise<number> {
  const [row] = await query<{ count: string }>(
    tx,
    declared`with counted as materialized (${rows}) select count(*) as "count" from counted`,
  );
  return Number(row?.count ?? 0);
}

/** Sends lines of COPY text, as bytes, to a staging table. */
export async function copyInto(tx: Tx, columns: SqlPart, lines: readonly Buffer[]): Promise<void> {
  const text = partText(declared`copy ${columns} from stdin`);
  await tx.alone((client) => pipeline(Readable.from(lines), client.query(copyFrom(text))));
}

/** Sends rows to a staging table as one value. */
export async function sendRows(
  tx: Tx,
  table: string,
  columns: readonly string[],
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  if (rows.length === 0) return;
  await query(
    tx,
    declared`insert into ${table} (${joined(columns)})
     select ${joined(columns)} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    [JSON.stringify(rows)],
  );
}

/** From how many rows on a table of a load is worth an index or statistics: fewer are read as fast without. */
export const manyRows = 1_000;

/** The columns of a table and their types, in order; read once in a transaction, in which no table gets others. */
export function selectColumns(tx: Tx, table: string): Promise<readonly StageColumn[]> {
  const known = knownColumns.get(tx) ?? new Map<string, Promise<readonly StageColumn[]>>();
  knownColumns.set(tx, known);
  const columns =
    known.get(table) ??
    query<StageColumn>(
      tx,
      declared`select attname as name, format_type(atttypid, null) as type from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
      [table],
    );
  known.set(table, columns);
  return columns;
}

const knownColumns = new WeakMap<Tx, Map<string, Promise<readonly StageColumn[]>>>();

/** Column names with an alias before each, for a list of columns. */
export function qualifiedColumns(alias: string, columns: readonly string[]): SqlPart {
  return joined(columns.map((column) => declared`${alias}.${column}`));
}

/** The condition that columns of one alias equal those of another. */
export function equal(
  [a, columnsA]: readonly [string, readonly string[]],
  [b, columnsB]: readonly [string, readonly string[]],
): SqlPart {
  const pairs = columnsA.map(
    (column, index) => declared`${a}.${column} = ${b}.${columnsB[index] ?? ""}`,
  );
  return joined(pairs, " and ");
}

/** The first column of a key, which is null only where there is no row. */
export function firstKeyColumn([first]: readonly string[]): string {
  assert(first !== undefined, "a key has a column");
  return first;
}
