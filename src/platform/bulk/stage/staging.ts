// Staging: rows are decoded and copied in batches into temporary tables, which end with the
// transaction. Nothing that is stored changes here.
import type { Day } from "@bursar/values/dates";
import type { RowProblem } from "../../../values/row-rule.ts";
import type { SqlPart, Tx } from "../../store/db.ts";
import { declared, joined } from "../../store/declared-sql.ts";
import { sqlState } from "../../store/store-error.ts";
import type { Columns } from "../kinds/copy-text.ts";
import type { ProblemLog } from "../kinds/load-problem.ts";
import { manyRows, run } from "../kinds/load-sql.ts";
import {
  type LoadedRow,
  type LoadKind,
  type LoadTools,
  tableColumns,
  withdrawnColumn,
} from "../load-kind.ts";
import { decodeRow, rowProblems } from "../read/decode-row.ts";
import type { LoadFile } from "../read/folder-files.ts";
import { type RawRow, readRows } from "../read/read-rows.ts";
import {
  type BundledKind,
  type Bundler,
  bundleTable,
  createBundles,
  isBundled,
  openBundler,
  openBundles,
  stageLastRows,
} from "./bundles.ts";
import { append, isFull, openCopies, openStage, type Stage } from "./stage-copies.ts";

/** The needs of staging a file: the transaction, the log of problems, and the tools of a row. */
export interface Staging {
  readonly tx: Tx;
  readonly log: ProblemLog;
  /** Tools whose problems belong to the row that `note` is of. */
  readonly toolsFor: (note: (problem: RowProblem) => void) => LoadTools;
  /** The day of the load in New York. */
  readonly today: Day;
  /** Receives how many rows and bytes of the file have been read. */
  readonly onRead: (rows: number, bytes: number) => void;
  /** Whether rows may be bundled, which are then judged by the last of each bundle at first. */
  readonly mayBundle: boolean;
}

/** The rows of a file in its staging table. */
export interface StagedFile {
  readonly rows: number;
  /** Whether a key appears in the file twice. */
  readonly hasDoubles: boolean;
}

/** Stages one file. */
export async function stageFile(staging: Staging, file: LoadFile): Promise<StagedFile> {
  const { tx } = staging;
  const { kind } = file;
  const given = kind.lists.map((_, index) => declared`true as ${givenColumn(index)}`);
  const withdrawn = kind.withdrawal ? [declared`false as ${withdrawnColumn}`] : [];
  const own = [...tableColumns(kind), ...given, ...withdrawn];
  const main = await createStage(tx, kind.stage, kind.table, own);
  const lists: Stage[] = [];
  for (const list of kind.lists) {
    const columns = [...list.parent, ...Object.keys(list.constant ?? {}), ...list.columns];
    lists.push(await createStage(tx, list.stage, list.table, columns));
  }
  const bundles = isBundled(kind) ? await openBundleStage(staging, kind, main) : undefined;
  const stages = [main, ...lists];
  const all = bundles ? [...stages, bundles.stage] : stages;
  const copies = openCopies(tx);
  const within = {
    ...staging,
    file,
    stages,
    bundler: bundles?.bundler,
    stored: [...kind.columnOf],
    derived: kind.derived?.columns ?? [],
  };
  let rows = 0;
  for await (const batch of readRows(file)) {
    rows += batch.rows.length;
    for (const raw of batch.rows) {
      const later = stageRow(within, raw);
      if (later !== undefined) await later;
    }
    if (all.some(isFull)) await copies.send(all);
    staging.onRead(rows, batch.bytes);
  }
  bundles?.bundler?.end();
  await copies.send(all);
  await copies.end();
  // Rows in a bundle and rows in none are judged together.
  if (isBundled(kind)) await (main.rows > 0 ? openBundles : stageLastRows)(tx, kind);
  const isUnique = await indexKeys(tx, kind);
  await indexStages(tx, kind, stages);
  return { rows, hasDoubles: !isUnique };
}

/** Opens the stage of rows that come in order of key and are bundled. */
async function openBundleStage({ tx, mayBundle }: Staging, kind: BundledKind, main: Stage) {
  await createBundles(tx, kind);
  const stage = await openStage(tx, bundleTable(kind));
  const bundler = openBundler(kind, main.columns, (bundle) => append(stage, bundle));
  return { stage, bundler: mayBundle ? bundler : undefined };
}

/** The column that says whether a row gave the n-th list. */
export function givenColumn(index: number): string {
  return `load_given_${index + 1}`;
}

async function createStage(
  tx: Tx,
  name: string,
  table: string,
  columns: readonly (SqlPart | string)[],
): Promise<Stage> {
  await run(
    tx,
    declared`create temporary table ${name} on commit drop as
     select 0::bigint as load_line, ''::text collate "C" as load_subject,
       ${joined([...new Set(columns)])}
     from ${table} with no data`,
  );
  return openStage(tx, name);
}

/** The stages to which the rows of a file go. */
interface FileStaging extends Staging {
  readonly file: LoadFile;
  readonly stages: readonly Stage[];
  readonly bundler: Bundler | undefined;
  /** The columns of stored fields, and those that are derived. */
  readonly stored: readonly (readonly [field: string, column: string])[];
  readonly derived: readonly string[];
}

/** Stages a row; returns a promise only if the row has to wait for something. */
function stageRow(staging: FileStaging, raw: RawRow): Promise<void> | undefined {
  const { stages, bundler, log } = staging;
  const { kind, name } = staging.file;
  const { line, fields, absent = [] } = raw;
  const note = (problem: RowProblem) => log.add({ file: name, line, ...problem });
  const [main] = stages;
  if (fields === undefined || main === undefined) {
    raw.problems.forEach(note);
    return undefined;
  }
  const decoded = decodeRow(kind, fields, staging.today);
  const { row, isWithdrawal } = decoded;
  const faults = rowProblems(kind, raw, decoded, staging);
  const tools = staging.toolsFor(note);
  const columns: Record<string, unknown> = { load_line: line, [withdrawnColumn]: isWithdrawal };
  for (const [field, column] of staging.stored) columns[column] = row[field];
  if (faults.length + absent.length > 0) {
    faults.forEach(note);
    return stageUnsound({ kind, row, columns, tools }, stages);
  }
  columns.load_subject = kind.subject(row);
  const derived = kind.derived?.of(row, tools);
  const isReady = !(derived instanceof Promise) && kind.lists.length === 0;
  if (!isReady) return stageLists({ kind, row, columns, tools }, stages, derived);
  for (const column of staging.derived) columns[column] = (derived as Columns)[column];
  if (isWithdrawal || !bundler?.add(columns)) append(main, columns);
  return undefined;
}

interface DecodedRow {
  readonly kind: LoadKind;
  readonly row: LoadedRow;
  readonly columns: Record<string, unknown>;
  readonly tools: LoadTools;
}

async function stageLists(
  { kind, row, columns, tools }: DecodedRow,
  [main, ...lists]: readonly Stage[],
  derived: Columns | Promise<Columns> | undefined,
): Promise<void> {
  Object.assign(columns, await derived);
  for (const [index, list] of kind.lists.entries()) {
    const isGiven = list.field === undefined || row[list.field] !== undefined;
    columns[givenColumn(index)] = isGiven;
    const stage = lists[index];
    if (!isGiven || stage === undefined) continue;
    const parent = list.parent.map((column, at) => [column, columns[kind.keyColumns[at] ?? ""]]);
    const common = {
      load_line: columns.load_line,
      ...Object.fromEntries(parent),
      ...list.constant,
    };
    for (const entry of await list.rows(row, tools)) append(stage, { ...common, ...entry });
  }
  if (main !== undefined) append(main, columns);
}

/** A row with problems still counts for those that refer to it, and its lists refer to others. */
async function stageUnsound(
  { kind, row, columns, tools }: DecodedRow,
  [main, ...lists]: readonly Stage[],
): Promise<void> {
  for (const [index, { field, references, rows }] of kind.lists.entries()) {
    const entries = field === undefined ? undefined : row[field];
    const stage = lists[index];
    if (!references || !Array.isArray(entries) || !stage) continue;
    const sound = { ...row, [field as string]: entries.filter((entry) => entry !== undefined) };
    for (const entry of await rows(sound, tools)) {
      append(stage, { load_line: columns.load_line, ...entry });
    }
  }
  if (main !== undefined) append(main, columns);
}

/** Indexes what is staged for the checks, where it is much. */
async function indexStages(tx: Tx, kind: LoadKind, stages: readonly Stage[]): Promise<void> {
  for (const [index, { name, rows }] of stages.entries()) {
    const isMain = index === 0;
    // The rows of bundles are not among those that it was given.
    const isBundles = isMain && isBundled(kind);
    if (rows < manyRows && !isBundles) continue;
    // Rows of a summary are never looked up by their line.
    if (!isMain || kind.audit !== "summary") {
      await run(tx, declared`create index on ${name} (load_line)`);
    }
    await run(tx, declared`analyze ${name}`);
  }
}

/** Indexes the keys, which finds duplicates without another sort; returns whether there are
 * none. */
async function indexKeys(tx: Tx, { stage, keyColumns }: LoadKind): Promise<boolean> {
  const on = declared`on ${stage} (${joined(keyColumns)})`;
  await run(tx, declared`savepoint before_index`);
  try {
    await run(tx, declared`create unique index ${on}`);
    await run(tx, declared`release savepoint before_index`);
    return true;
  } catch (error) {
    if (sqlState(error) !== "23505") throw error;
    await run(tx, declared`rollback to savepoint before_index`);
    await run(tx, declared`create index ${on}`);
    return false;
  }
}
