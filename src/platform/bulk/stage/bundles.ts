// Bundles: rows of very many that come in order of key are staged together. Those of a series and a
// stretch of days are one row of a separate table, which the store checks, compares and writes as
// one. (docs/adr/0032-daily-rows-in-bundles.md)
import type { Day } from "@bursar/values/dates";
import type { SqlPart, Tx } from "../../store/db.ts";
import { declared, joined } from "../../store/declared-sql.ts";
import type { Bundling } from "../kinds/bundling.ts";
import type { Columns, StageColumn } from "../kinds/copy-text.ts";
import { equal, qualifiedColumns, query, run } from "../kinds/load-sql.ts";
import { type LoadKind, tableColumns, withdrawnColumn } from "../load-kind.ts";
import { recordText } from "../read/record-text.ts";

/** A kind whose rows are bundled. */
export type BundledKind = LoadKind & { readonly bundled: Bundling };

/** Whether rows of a kind are bundled. */
export function isBundled(kind: LoadKind): kind is BundledKind {
  return kind.bundled !== undefined;
}

/** The table of a kind's bundles: each has the line, subject and key of its last row. */
export function bundleTable({ stage }: LoadKind): string {
  return `${stage}_bundles`;
}

/** Makes the table of a kind's bundles next to its staging table. */
export async function createBundles(tx: Tx, kind: BundledKind): Promise<void> {
  const bundles = bundleTable(kind);
  if (kind.withdrawal) {
    await run(tx, declared`alter table ${kind.stage} alter ${withdrawnColumn} set default false`);
  }
  const lists = bundledColumns(kind).map(
    (column) => declared`array[${column}] as ${listColumn(column)}`,
  );
  await run(
    tx,
    declared`create temporary table ${bundles} on commit drop as
     select load_line, load_subject, ${joined(kind.keyColumns)}, 0 as bundle_rows, ${joined(lists)},
       ''::text as bundle_text, ''::text as bundle_lines
     from ${kind.stage} with no data`,
  );
  // A row fits into its page as a rule; compressing it would cost more than all else.
  for (const column of [...bundledColumns(kind).map(listColumn), "bundle_text", "bundle_lines"]) {
    await run(tx, declared`alter table ${bundles} alter column ${column} set storage external`);
  }
  await run(tx, declared`alter table ${bundles} set (toast_tuple_target = 8160)`);
}

/** The columns that differ within a bundle: the day, which ends the key, and the values. */
function bundledColumns(kind: LoadKind): readonly string[] {
  const series = seriesColumns(kind);
  return tableColumns(kind).filter((column) => !series.includes(column));
}

function seriesColumns({ keyColumns }: LoadKind): readonly string[] {
  return keyColumns.slice(0, -1);
}

function dayColumn({ keyColumns }: LoadKind): string {
  return keyColumns.at(-1) ?? "";
}

/** The first day of a bundle. */
export function firstBundleDay(kind: LoadKind): SqlPart {
  return declared`${listColumn(dayColumn(kind))}[1]`;
}

function listColumn(column: string): string {
  return `all_${column}`;
}

/** Collects rows until their bundle is complete. */
export interface Bundler {
  /** Takes a row; refuses one that does not come behind all others, or behind an empty line in its
   * bundle, and any after it. */
  add(row: Columns): boolean;
  /** Completes the last bundle. */
  end(): void;
}

/** A bundler that hands complete bundles to `append`, as rows of their table; `columns` are those
 * of the kind's staging table. */
export function openBundler(
  kind: BundledKind,
  columns: readonly StageColumn[],
  append: (bundle: Columns) => void,
): Bundler {
  const series = seriesColumns(kind);
  const day = dayColumn(kind);
  const rest = bundledColumns(kind);
  const textOf = recordText(tableColumns(kind), columns);
  let rows: Columns[] = [];
  let last: Columns | undefined;
  let until = "";
  let isInOrder = true;
  const complete = () => {
    const [first] = rows;
    if (last === undefined || first === undefined) return;
    const bundle: Record<string, unknown> = { ...last, bundle_rows: rows.length };
    for (const column of rest) bundle[listColumn(column)] = rows.map((row) => row[column]);
    bundle.bundle_text = rows.map(textOf).join("\n");
    bundle.bundle_lines = kind.bundled.lines(rows);
    append(bundle);
    rows = [];
  };
  return {
    add(row) {
      const before = last;
      const on = row[day] as Day;
      const isSameSeries = series.every((column) => row[column] === before?.[column]);
      const isOfBundle = isSameSeries && on <= until;
      if (before !== undefined) isInOrder &&= isBehind(row, before, kind.keyColumns);
      // Its line follows from that of the last.
      if (isOfBundle) isInOrder &&= row.load_line === Number(before?.load_line) + 1;
      if (!isInOrder) return false;
      if (!isOfBundle) {
        complete();
        until = kind.bundled.until(on);
      }
      rows.push(row);
      last = row;
      return true;
    },
    end: complete,
  };
}

/** Whether a row's key is greater than that of another, in the order of its texts. */
function isBehind(row: Columns, other: Columns, key: readonly string[]): boolean {
  for (const column of key) {
    const value = row[column] as string;
    const before = other[column] as string;
    if (value !== before) return value > before;
  }
  return false;
}

/** Stages the last row of each bundle, which stands for the others until they are opened: what can
 * be wrong with any of them by its key is wrong with it. */
export async function stageLastRows(tx: Tx, kind: BundledKind): Promise<void> {
  const bundles = bundleTable(kind);
  const own = ["load_line", "load_subject", ...seriesColumns(kind)];
  const last = bundledColumns(kind).map((column) => declared`${listColumn(column)}[bundle_rows]`);
  await run(
    tx,
    declared`insert into ${kind.stage} (${joined([...own, ...bundledColumns(kind)])})
     select ${joined([...own, ...last])} from ${bundles}`,
  );
  await run(tx, declared`analyze ${bundles} (${joined(kind.keyColumns)})`);
}

/** Opens every bundle, so that its rows are staged one by one. */
export async function openBundles(tx: Tx, kind: BundledKind): Promise<void> {
  await openSome(tx, kind, declared`true`);
}

/** Stages all rows of a kind in place of those that stand for them; returns whether there are
 * more. */
export async function stageAllRows(tx: Tx, kind: LoadKind): Promise<boolean> {
  if (!isBundled(kind) || (await rowsOf(tx, kind)) === 0) return false;
  await run(tx, declared`truncate ${kind.stage}`);
  await openBundles(tx, kind);
  await run(tx, declared`analyze ${kind.stage}`);
  return true;
}

/** Opens the bundles `s` of a condition. */
async function openSome(tx: Tx, kind: BundledKind, isMeant: SqlPart): Promise<void> {
  const series = seriesColumns(kind);
  const rest = bundledColumns(kind);
  await run(
    tx,
    declared`insert into ${kind.stage}
       (load_line, load_subject, ${joined(series)}, ${joined(rest)})
     select s.load_line - s.bundle_rows + entry.place, s.load_subject, ${qualifiedColumns("s", series)},
       ${qualifiedColumns("entry", rest)}
     from ${bundleTable(kind)} s, unnest(${qualifiedColumns("s", rest.map(listColumn))})
       with ordinality as entry (${joined(rest)}, place)
     where ${isMeant}`,
  );
  await run(tx, declared`delete from ${bundleTable(kind)} s where ${isMeant}`);
}

/**
 * Leaves the bundles of which the store has nothing; of the others, those that differ are staged row
 * by row, and nothing else is. Returns how many rows the bundles have that are left.
 */
export async function keepNewBundles(tx: Tx, kind: BundledKind): Promise<number> {
  // Without a bundle, all rows are staged already.
  if ((await rowsOf(tx, kind)) === 0) return 0;
  const { isStored } = kind.bundled;
  await run(tx, declared`truncate ${kind.stage}`);
  await run(
    tx,
    declared`delete from ${bundleTable(kind)} s
     where ${isStored} and s.bundle_text = ${storedText(kind)}`,
  );
  await openSome(tx, kind, isStored);
  await run(tx, declared`analyze ${kind.stage}`);
  return rowsOf(tx, kind);
}

/** The text of the stored rows among the days of a bundle `s`. */
function storedText(kind: LoadKind): SqlPart {
  const series = seriesColumns(kind);
  const day = dayColumn(kind);
  return declared`(
    select string_agg((${qualifiedColumns("t", tableColumns(kind))})::text, E'\\n' order by t.${day})
    from ${kind.table} t where ${equal(["t", series], ["s", series])}
      and t.${day} between ${firstBundleDay(kind)} and s.${day})`;
}

async function rowsOf(tx: Tx, kind: BundledKind): Promise<number> {
  const [found] = await query<{ rows: string }>(
    tx,
    declared`select coalesce(sum(bundle_rows), 0) as "rows" from ${bundleTable(kind)}`,
  );
  return Number(found?.rows ?? 0);
}

/** Stores the bundles, none of which the store has. They are in order of key, so that an index
 * grows at its end. */
export async function storeBundles(tx: Tx, kind: BundledKind): Promise<void> {
  const series = seriesColumns(kind);
  const rest = bundledColumns(kind);
  const bundles = bundleTable(kind);
  await run(
    tx,
    declared`insert into ${kind.table} (${joined(series)}, ${joined(rest)})
     select ${qualifiedColumns("s", series)}, ${qualifiedColumns("entry", rest)}
     from ${bundles} s, unnest(${qualifiedColumns("s", rest.map(listColumn))}) as entry (${joined(rest)})`,
  );
  await kind.bundled.storeLines(tx, declared`${bundles}`);
}
