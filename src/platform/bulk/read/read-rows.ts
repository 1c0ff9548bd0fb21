// Reads a kind's file row by row as raw values: CSV or NDJSON, whatever its size.

import { basename, dirname } from "node:path";
import { withoutFormulaMarks } from "../../../values/csv-cell.ts";
import { JsonFault, type JsonValue, parseJson } from "../../../values/json.ts";
import { counted } from "../../../values/readable.ts";
import type { RowProblem } from "../../../values/row-rule.ts";
import { isRawObject, type RawObject } from "../../../values/wire.ts";
import type { LoadKind } from "../load-kind.ts";
import { type BadByte, columnAt, findBadByte } from "./bad-byte.ts";
import { cutEndMarks, nameOfControl } from "./cell-limits.ts";
import { type CsvHeader, headingOf, withoutSpare } from "./csv-heading.ts";
import { CsvFault, csvRecords } from "./csv-records.ts";
import { fileColumns } from "./file-columns.ts";
import {
  bytesOf,
  type LoadFile,
  largestFile,
  type OpenBytes,
  openPlainFile,
  openSent,
} from "./folder-files.ts";
import { foreignFile } from "./foreign-file.ts";
import { wideEncoding } from "./wide-encoding.ts";

/** A row as it is in the file, or the reason why it cannot be read. */
export interface RawRow {
  readonly line: number;
  /** Absent where the row cannot be read at all, and in a header with problems. */
  readonly fields?: RawObject;
  readonly problems: readonly RowProblem[];
  /** Required columns that the header lacks, which is noted once and not in each row. */
  readonly absent?: readonly string[];
}

/** Rows that were read together, and how many bytes of the file have been read with them. */
export interface RowBatch {
  readonly rows: readonly RawRow[];
  readonly bytes: number;
}

const maxBytes = 16 * 1024 * 1024;

/** Yields every row, in batches; a file that can be read no further ends with a row that says why. */
export async function* readRows(file: LoadFile): AsyncGenerator<RowBatch> {
  // Opened once: what was judged is what is read, also where the reason of a bad byte is sought.
  const limits = { largest: largestFile(file.kind) };
  const opened = file.bytes
    ? { file: openSent(file.bytes) }
    : await openPlainFile(dirname(file.path), basename(file.path), limits);
  if ("reason" in opened) {
    yield { rows: [{ line: 1, problems: [opened] }], bytes: 0 };
    return;
  }
  try {
    yield* rowsOf(file, opened.file);
  } finally {
    await opened.file.close();
  }
}

async function* rowsOf(file: LoadFile, opened: OpenBytes): AsyncGenerator<RowBatch> {
  const place = { line: 1, bytes: 0 };
  try {
    const text = decodedText(opened, place);
    const batches = file.name.endsWith(".csv")
      ? readCsv(file.kind, text, place)
      : readNdjson(text, place);
    for await (const rows of batches) yield { rows, bytes: place.bytes };
  } catch (error) {
    const line = error instanceof CsvFault ? error.line : place.line;
    const bad = error instanceof NotUtf8 ? await findBadByte(opened, maxBytes) : undefined;
    const row = bad
      ? { line: bad.line, problems: [notText(file, bad)] }
      : {
          line,
          problems: [error instanceof Foreign ? error.problem : { reason: decodingReason(error) }],
        };
    yield { rows: [row], bytes: place.bytes };
  }
}

function notText(file: LoadFile, bad: BadByte): RowProblem {
  const column = file.name.endsWith(".csv") ? columnAt(bad) : undefined;
  // Of a file without a heading line this is a cell of its first row.
  const isColumn = column !== undefined && fileColumns(file.kind).includes(column);
  return {
    ...(isColumn && { column }),
    reason: "The file is not UTF-8 from here on; save it as CSV UTF-8.",
    value: bad.character,
    cure: "that is how Windows-1252 would read it",
  };
}

function decodingReason(error: unknown): string {
  if (error instanceof CsvFault) return `The file cannot be read on: ${error.message}`;
  if (error instanceof TooLong) return error.message;
  if (error instanceof WideText) {
    return "The file is UTF-16; save it as CSV UTF-8, or let `bursar load --mend` read it.";
  }
  if (error instanceof NotUtf8) {
    return "The file is not UTF-8 from about here on; save it as CSV UTF-8.";
  }
  throw error;
}

class NotUtf8 extends Error {}
class TooLong extends Error {}
class WideText extends Error {}

class Foreign extends Error {
  readonly problem: RowProblem;
  constructor(problem: RowProblem) {
    super(problem.reason);
    this.problem = problem;
  }
}

async function* decodedText(file: OpenBytes, place: Place): AsyncGenerator<string> {
  // The decoder drops a byte order mark at the start.
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decoded = (chunk?: Uint8Array) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch (error) {
      throw error instanceof TypeError ? new NotUtf8() : error;
    }
  };
  for await (const chunk of bytesOf(file)) {
    if (place.bytes === 0) refuseForeign(chunk);
    place.bytes += chunk.length;
    yield decoded(chunk);
  }
  yield decoded();
}

function refuseForeign(first: Buffer): void {
  const foreign = foreignFile(first);
  if (foreign !== undefined) throw new Foreign(foreign);
  if (wideEncoding(first)) throw new WideText();
}

interface Place {
  line: number;
  bytes: number;
}

async function* readCsv(
  kind: LoadKind,
  text: AsyncIterable<string>,
  place: Place,
): AsyncGenerator<readonly RawRow[]> {
  let header: CsvHeader | undefined;
  for await (const { records, nextLine } of csvRecords(text, maxBytes)) {
    place.line = nextLine;
    const rows: RawRow[] = [];
    const found = header === undefined ? headingOf(kind, records) : undefined;
    header ??= found?.header;
    if (found !== undefined) rows.push(...found.problems);
    for (const { cells, line } of records.slice(found?.next ?? 0)) {
      if (header === undefined) break;
      rows.push(csvRow(header, withoutSpare(cells, header.columns.length), line));
    }
    yield rows;
  }
  if (header !== undefined) return;
  const reason = "The file is empty; its first line names the columns.";
  yield [{ line: 1, problems: [{ reason }] }];
}

// An object with this prototype has no other fields, and is faster than one with a null prototype.
const nothing: object = Object.freeze(Object.create(null));

function csvRow(
  { columns, absent }: CsvHeader,
  cells: readonly (string | null)[],
  line: number,
): RawRow {
  if (cells.length !== columns.length) {
    return { line, problems: [misfit(cells, columns.length)], absent };
  }
  const problems: RowProblem[] = [];
  const fields: Record<string, JsonValue> = Object.create(nothing);
  for (let index = 0; index < columns.length; index += 1) {
    const cell = cells[index] ?? null;
    const column = columns[index];
    if (cell === null || column === undefined) continue;
    fields[column.name] = column.isJson
      ? jsonCell(cell, column.name, problems)
      : withoutFormulaMarks(cell);
  }
  return { line, fields, problems, absent };
}

/** Faults of a row that has not as many cells as the heading. */
function misfit(cells: readonly (string | null)[], columns: number): RowProblem {
  const [only] = cells;
  const end = cells.length === 1 && typeof only === "string" ? endMark(only) : undefined;
  if (end !== undefined) return end;
  return { reason: `The row has ${counted(cells.length, "cell")} and the header ${columns}.` };
}

/** Faults of a line of nothing but the character by which some systems end or fill a file. */
function endMark(line: string): RowProblem | undefined {
  const { rest, mark } = cutEndMarks(line);
  if (mark === undefined || rest !== "") return undefined;
  const reason = `The line has nothing but ${nameOfControl(mark)}.`;
  return { reason, cure: "take it out, as `bursar load --mend` does at the end of a file" };
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

async function* readNdjson(
  text: AsyncIterable<string>,
  place: Place,
): AsyncGenerator<readonly RawRow[]> {
  for await (const lines of linesOf(text)) {
    const rows: RawRow[] = [];
    for (const written of lines) {
      const line = place.line;
      place.line += 1;
      if (written.trim() !== "") rows.push(ndjsonRow(written, line));
    }
    yield rows;
  }
}

async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<readonly string[]> {
  let rest = "";
  for await (const chunk of text) {
    // Buffered text is never searched again: a long line would cost its length with every chunk.
    const [first = "", ...others] = chunk.split("\n");
    rest += first;
    if (rest.length > maxBytes) throw new TooLong("The line is longer than 16 MiB.");
    const last = others.pop();
    if (last === undefined) continue;
    yield [rest, ...others].map(withoutReturn);
    rest = last;
  }
  if (rest !== "") yield [rest];
}

function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}

function ndjsonRow(written: string, line: number): RawRow {
  try {
    const raw = parseJson(written);
    if (isRawObject(raw)) return { line, fields: raw, problems: [] };
    return { line, problems: [{ reason: "The line is not a JSON object." }] };
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    const reason = `The line is not JSON: ${error.message}`;
    return { line, problems: [endMark(written) ?? { reason }] };
  }
}
