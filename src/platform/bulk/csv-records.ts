// Reads CSV text as records, in batches: lines without a quote are split directly, and from the
// first quote on the parser reads the rest.
import { pipeline, Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";

/** A record with the line it begins on and the one after it; an empty cell is null. */
export interface CsvRecord {
  readonly cells: readonly (string | null)[];
  readonly line: number;
  readonly nextLine: number;
}

/** Where and why a CSV can be read no further. */
export class CsvFault extends Error {
  readonly line: number;
  constructor(line: number, reason: string) {
    super(reason);
    this.line = line;
  }
}

/** Yields the records of a text; throws a CsvFault where it becomes unreadable. */
export async function* csvRecords(
  text: AsyncIterable<string>,
  maxBytes: number,
): AsyncGenerator<readonly CsvRecord[]> {
  let rest = "";
  let line = 1;
  let ending: string | undefined;
  const chunks = text[Symbol.asyncIterator]();
  for (;;) {
    const { value, done } = await chunks.next();
    rest += done ? "" : value;
    ending ??= endingOf(rest);
    if (needsParser(rest) || rest.length > maxBytes) {
      yield* parsedRecords(withFirst(rest, chunks), line, maxBytes);
      return;
    }
    const lines = ending === undefined ? [rest] : rest.split(ending);
    rest = done ? "" : (lines.pop() ?? "");
    yield splitRecords(lines, line);
    line += lines.length;
    if (done) return;
  }
}

/** How the lines of a text end, once one has ended. */
function endingOf(text: string): string | undefined {
  const end = text.indexOf("\n");
  if (end === -1) return undefined;
  return text[end - 1] === "\r" ? "\r\n" : "\n";
}

/** Whether there is a quote, or a line ending that only old files use. */
function needsParser(text: string): boolean {
  return text.includes('"') || /\r[^\n]/.test(text);
}

function splitRecords(lines: readonly string[], first: number): CsvRecord[] {
  const records: CsvRecord[] = [];
  for (const [index, line] of lines.entries()) {
    if (line === "") continue;
    const cells: (string | null)[] = line.split(",");
    for (let at = 0; at < cells.length; at += 1) if (cells[at] === "") cells[at] = null;
    records.push({ cells, line: first + index, nextLine: first + index + 1 });
  }
  return records;
}

async function* withFirst(first: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  yield first;
  for (;;) {
    const { value, done } = await rest.next();
    if (done) return;
    yield value;
  }
}

interface ParsedRecord {
  readonly record: readonly (string | null)[];
  readonly info: { readonly lines: number };
}

async function* parsedRecords(
  text: AsyncIterable<string>,
  first: number,
  maxBytes: number,
): AsyncGenerator<readonly CsvRecord[]> {
  let place = first;
  const parser = parse({
    info: true,
    // Reported as each record ends, so that a fault is located by the line on which its row begins.
    on_record: (record, { lines }) => {
      place = first + lines;
      return record;
    },
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: maxBytes,
    // An empty cell is null; the empty text is written as two quotes.
    cast: (value, { quoting }) => (value === "" && !quoting ? null : value),
  });
  // The reader of the parser sees an error of either; leaving it early closes the file.
  pipeline(Readable.from(text), parser, () => {});
  try {
    for await (const { record, info } of parser as AsyncIterable<ParsedRecord>) {
      const inside = record.reduce((sum, cell) => sum + (cell?.split("\n").length ?? 1) - 1, 0);
      const nextLine = first + info.lines;
      yield [{ cells: record, line: nextLine - 1 - inside, nextLine }];
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw csvFault(error, place);
  }
}

/** The parser's error in our words: its own contain values, which may be of persons. */
export function csvFault({ code }: CsvError, line: number): CsvFault {
  return new CsvFault(line, faults[code] ?? "It is not CSV.");
}

const faults: Readonly<Record<string, string>> = {
  CSV_INVALID_CLOSING_QUOTE: "In a cell in quotes, a quote is not doubled.",
  CSV_QUOTE_NOT_CLOSED: "A cell begins with a quote and never ends with one.",
  INVALID_OPENING_QUOTE: "A quote stands in a cell that does not begin with one.",
  CSV_MAX_RECORD_SIZE: "The row is longer than 16 MiB.",
};
