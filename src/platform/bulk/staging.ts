// Staging: rows are decoded and copied in batches into temporary tables, which end with the
// transaction. Nothing that is stored changes here.
import type { Problem } from "../../values/problem.ts";
import { decodeSoundFields, type RawObject } from "../../values/wire.ts";
import type { Tx } from "../db.ts";
import { copyLine, type StageColumn } from "./copy-text.ts";
import {
  type Columns,
  type LoadedRow,
  type LoadKind,
  type LoadTools,
  type RowProblem,
  tableColumns,
} from "./load-kind.ts";
import { type ProblemLog, reasonOf } from "./load-problem.ts";
import { copyInto, run, selectColumns } from "./load-sql.ts";
import { type LoadFile, type RawRow, readRows } from "./read-rows.ts";

/** What stages a file: the transaction, where problems go, and the tools of a row. */
export interface Staging {
  readonly tx: Tx;
  readonly log: ProblemLog;
  /** Tools whose problems belong to the row that `note` is of. */
  readonly toolsFor: (note: (problem: RowProblem) => void) => LoadTools;
}

/** Stages one file and answers how many rows it has. */
export async function stageFile(staging: Staging, file: LoadFile): Promise<number> {
  const { tx } = staging;
  const { kind } = file;
  const given = kind.lists.map((_, index) => `true as ${givenColumn(index)}`);
  const main = await createStage(tx, kind.stage, kind.table, [...tableColumns(kind), ...given]);
  const lists: Stage[] = [];
  for (const list of kind.lists) {
    const columns = [...list.parent, ...Object.keys(list.constant ?? {}), ...list.columns];
    lists.push(await createStage(tx, list.stage, list.table, columns));
  }
  let count = 0;
  for await (const raw of readRows(file)) {
    count += 1;
    await stageRow(staging, file, raw, [main, ...lists]);
    if (main.size + lists.reduce((sum, list) => sum + list.size, 0) > batchSize) {
      await flush(tx, [main, ...lists]);
    }
  }
  await flush(tx, [main, ...lists]);
  await indexStages(tx, kind);
  return count;
}

const batchSize = 1024 * 1024;

interface Stage {
  readonly name: string;
  readonly columns: readonly StageColumn[];
  lines: string[];
  size: number;
}

/** The column that says whether a row gave the n-th list. */
export function givenColumn(index: number): string {
  return `load_given_${index + 1}`;
}

async function createStage(
  tx: Tx,
  name: string,
  table: string,
  columns: readonly string[],
): Promise<Stage> {
  await run(
    tx,
    `create temporary table ${name} on commit drop as
     select 0::bigint as load_line, ''::text collate "C" as load_subject,
       ${[...new Set(columns)].join(", ")}
     from ${table} with no data`,
  );
  return { name, columns: await selectColumns(tx, name), lines: [], size: 0 };
}

async function stageRow(
  staging: Staging,
  file: LoadFile,
  raw: RawRow,
  stages: readonly Stage[],
): Promise<void> {
  const { kind, name } = file;
  const { line } = raw;
  let isSound = true;
  const note = (problem: RowProblem) => {
    isSound = false;
    staging.log.add({ file: name, line, ...problem });
  };
  raw.problems.forEach(note);
  const { fields, absent = [] } = raw;
  if (fields === undefined) return;
  if (absent.length > 0) isSound = false;
  const failed = new Set([...absent, ...raw.problems.map(({ column }) => column)]);
  const row = decodeRow(kind, fields, (problem) => {
    if (!failed.has(problem.column)) note(problem);
  });
  if (isSound) (kind.check?.(row) ?? []).forEach(note);
  const [main, ...lists] = stages;
  if (main === undefined) return;
  const columns: Record<string, unknown> = { load_line: line };
  for (const [field, column] of kind.columnOf) columns[column] = row[field];
  // A row with problems still stands in for those that refer to it.
  if (!isSound) return append(main, columns);
  const tools = staging.toolsFor(note);
  Object.assign(columns, await kind.derived?.of(row, tools));
  columns.load_subject = kind.subject(row);
  for (const [index, list] of kind.lists.entries()) {
    const isGiven = list.field === undefined || row[list.field] !== undefined;
    columns[givenColumn(index)] = isGiven;
    const stage = lists[index];
    if (!isGiven || stage === undefined) continue;
    const parent = list.parent.map((column, at) => [column, columns[kind.keyColumns[at] ?? ""]]);
    const common = { load_line: line, ...Object.fromEntries(parent), ...list.constant };
    for (const entry of await list.rows(row, tools)) append(stage, { ...common, ...entry });
  }
  append(main, columns);
}

function decodeRow(
  kind: LoadKind,
  fields: RawObject,
  note: (problem: RowProblem) => void,
): LoadedRow {
  const problems: Problem[] = [];
  const row = decodeSoundFields(kind.schema, fields, problems) as LoadedRow;
  for (const problem of problems) {
    const column = "field" in problem ? problem.field : undefined;
    note({ ...(column === undefined ? {} : { column }), reason: reasonOf(problem) });
  }
  return row;
}

function append(stage: Stage, columns: Columns): void {
  const line = copyLine(stage.columns, columns);
  stage.lines.push(line);
  stage.size += line.length;
}

async function flush(tx: Tx, stages: readonly Stage[]): Promise<void> {
  for (const stage of stages) {
    if (stage.lines.length === 0) continue;
    await copyInto(tx, stage.name, stage.lines);
    stage.lines = [];
    stage.size = 0;
  }
}

async function indexStages(tx: Tx, kind: LoadKind): Promise<void> {
  await run(tx, `create index on ${kind.stage} (${kind.keyColumns.join(", ")})`);
  await run(tx, `create index on ${kind.stage} (load_line)`);
  await run(tx, `analyze ${kind.stage}`);
  for (const { stage } of kind.lists) {
    await run(tx, `create index on ${stage} (load_line)`);
    await run(tx, `analyze ${stage}`);
  }
}
