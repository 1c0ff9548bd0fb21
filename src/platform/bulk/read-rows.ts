// Reads a kind's file row by row as raw values: CSV or NDJSON, whatever its size.
import { createReadStream } from "node:fs";
import { pipeline, Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { JsonFault, type JsonValue, parseJson } from "../../values/json.ts";
import { isRawObject, type RawObject } from "../../values/wire.ts";
import type { RowProblem } from "./load-kind.ts";
import { fileColumns, isJsonColumn, type LoadKind, requiredColumns } from "./load-kind.ts";

/** A row as it stands in the file, or what keeps it from being read. */
export interface RawRow {
  readonly line: number;
  /** Absent where the row cannot be read at all, and in a header with problems. */
  readonly fields?: RawObject;
  readonly problems: readonly RowProblem[];
  /** Required columns that the header lacks, which is noted once and not in each row. */
  readonly absent?: readonly string[];
}

/** A data file of a folder. */
export interface LoadFile {
  readonly name: string;
  readonly path: string;
  readonly kind: LoadKind;
}

const mostBytes = 16 * 1024 * 1024;

/** Yields every row; a file that cannot be read on ends with a row that says why. */
export async function* readRows(file: LoadFile): AsyncGenerator<RawRow> {
  const place = { line: 1 };
  try {
    const text = decodedText(file.path);
    if (file.name.endsWith(".csv")) yield* readCsv(file.kind, text, place);
    else yield* readNdjson(text, place);
  } catch (error) {
    yield { line: place.line, problems: [{ reason: reasonOf(error) }] };
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof CsvError) return `The CSV cannot be read: ${error.message}.`;
  if (error instanceof TooLong) return error.message;
  if (error instanceof TypeError) return "The file is not valid UTF-8.";
  throw error;
}

class TooLong extends Error {}

async function* decodedText(path: string): AsyncGenerator<string> {
  // The decoder drops a byte order mark at the start and throws a TypeError for bad bytes.
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for await (const chunk of createReadStream(path)) {
    yield decoder.decode(chunk as Buffer, { stream: true });
  }
  yield decoder.decode();
}

interface Place {
  line: number;
}

interface CsvRecord {
  readonly record: readonly (string | null)[];
  readonly info: { readonly lines: number };
}

async function* readCsv(
  kind: LoadKind,
  text: AsyncIterable<string>,
  place: Place,
): AsyncGenerator<RawRow> {
  let header: readonly string[] | undefined;
  let absent: readonly string[] = [];
  for await (const { record, info } of csvRecords(text)) {
    const inside = record.reduce((sum, cell) => sum + (cell?.split("\n").length ?? 1) - 1, 0);
    const line = info.lines - inside;
    place.line = info.lines + 1;
    if (header !== undefined) {
      yield { ...csvRow(kind, header, record, line), absent };
      continue;
    }
    header = record.map((name) => name ?? "");
    absent = absentColumns(kind, header);
    const problems = headerProblems(kind, header, absent);
    if (problems.length > 0) yield { line, problems };
  }
  if (header !== undefined) return;
  const reason = "The file is empty; its first line names the columns.";
  yield { line: 1, problems: [{ reason }] };
}

function csvRecords(text: AsyncIterable<string>): AsyncIterable<CsvRecord> {
  const parser = parse({
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: mostBytes,
    // An empty cell is null; the empty text is written as two quotes.
    cast: (value, { quoting }) => (value === "" && !quoting ? null : value),
  });
  // The reader of the parser sees an error of either; leaving it early closes the file.
  pipeline(Readable.from(text), parser, () => {});
  return parser as AsyncIterable<CsvRecord>;
}

function absentColumns(kind: LoadKind, header: readonly string[]): readonly string[] {
  return requiredColumns(kind).filter((name) => !header.includes(name));
}

function headerProblems(
  kind: LoadKind,
  header: readonly string[],
  absent: readonly string[],
): RowProblem[] {
  const known = new Set(fileColumns(kind));
  const twice = header.filter((name, index) => header.indexOf(name) !== index);
  return [
    ...header
      .filter((name) => !known.has(name))
      .map((column) => ({ column, reason: "The column is unknown." })),
    ...twice.map((column) => ({ column, reason: "The column stands there twice." })),
    ...absent.map((column) => ({ column, reason: "The column is missing." })),
  ];
}

function csvRow(
  kind: LoadKind,
  header: readonly string[],
  record: readonly (string | null)[],
  line: number,
): RawRow {
  if (record.length !== header.length) {
    const reason = `The row has ${record.length} cells and the header ${header.length}.`;
    return { line, problems: [{ reason }] };
  }
  const problems: RowProblem[] = [];
  const fields: Record<string, JsonValue> = Object.create(null);
  const known = new Set(fileColumns(kind));
  header.forEach((column, index) => {
    const cell = record[index] ?? null;
    if (cell === null || !known.has(column)) return;
    fields[column] = isJsonColumn(kind, column) ? jsonCell(cell, column, problems) : cell;
  });
  return { line, fields, problems };
}

function jsonCell(cell: string, column: string, problems: RowProblem[]): JsonValue {
  try {
    return parseJson(cell);
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    problems.push({ column, reason: `The cell is not JSON: ${error.message}` });
    return null;
  }
}

async function* readNdjson(text: AsyncIterable<string>, place: Place): AsyncGenerator<RawRow> {
  for await (const written of linesOf(text)) {
    const line = place.line;
    place.line += 1;
    if (written.trim() !== "") yield ndjsonRow(written, line);
  }
}

async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of text) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > mostBytes) throw new TooLong("The line is longer than 16 MiB.");
    for (const line of lines) yield line.endsWith("\r") ? line.slice(0, -1) : line;
  }
  if (rest !== "") yield rest;
}

function ndjsonRow(written: string, line: number): RawRow {
  try {
    const raw = parseJson(written);
    if (isRawObject(raw)) return { line, fields: raw, problems: [] };
    return { line, problems: [{ reason: "The line is not a JSON object." }] };
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    return { line, problems: [{ reason: `The line is not JSON: ${error.message}` }] };
  }
}
