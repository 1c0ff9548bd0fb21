// How a load sends its SQL: statements whose text is made from declarations, COPY, and identifiers.
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { from as copyFrom } from "pg-copy-streams";
import type { Tx } from "../store/db.ts";
import type { StageColumn } from "./copy-text.ts";

/** Runs one statement of the load, however long it takes; answers its rows. */
export async function ask<Row = Record<string, unknown>>(
  tx: Tx,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  // The driver's own time limit is meant for requests.
  const query = { text, values: [...values], query_timeout: 0x7fffffff };
  return (await tx.client.query(query)).rows as Row[];
}

/** Runs one statement and answers how many rows it touched. */
export async function run(tx: Tx, text: string): Promise<number> {
  const query = { text, query_timeout: 0x7fffffff };
  return (await tx.client.query(query)).rowCount ?? 0;
}

/** Runs a query for its rows' number alone, so that none of them comes here. */
export async function countRows(tx: Tx, query: string): Promise<number> {
  const [row] = await ask<{ count: string }>(
    tx,
    `with counted as materialized (${query}) select count(*) as "count" from counted`,
  );
  return Number(row?.count ?? 0);
}

/** Sends lines of COPY text to a staging table. */
export async function copyInto(tx: Tx, columns: string, lines: readonly string[]): Promise<void> {
  const target = tx.client.query(copyFrom(`copy ${columns} from stdin`));
  await pipeline(Readable.from([Buffer.from(lines.join(""))]), target);
}

/** The columns of a table and their types, in order. */
export async function selectColumns(tx: Tx, table: string): Promise<StageColumn[]> {
  return ask<StageColumn>(
    tx,
    `select attname as name, format_type(atttypid, null) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
    [table],
  );
}

/** Column names with an alias before each, for a list of columns. */
export function columnsOf(alias: string, columns: readonly string[]): string {
  return columns.map((column) => `${alias}.${column}`).join(", ");
}

/** The condition that columns of one alias equal those of another. */
export function equal(
  [a, columnsA]: readonly [string, readonly string[]],
  [b, columnsB]: readonly [string, readonly string[]],
): string {
  return columnsA.map((column, index) => `${a}.${column} = ${b}.${columnsB[index]}`).join(" and ");
}

/** A text as a literal; only declarations are written so, never what a file holds. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
