// Reads CSV text as records, as a whole or in batches as the text comes: a record without quotes is
// split at its commas, one with quotes is read cell by cell.

/** A record with the line on which it begins; an empty cell is null, and `""` is the empty text. */
export interface CsvRecord {
  readonly cells: readonly (string | null)[];
  readonly line: number;
}

/** Records that were read together, and the line behind them. */
export interface CsvBatch {
  readonly records: readonly CsvRecord[];
  readonly nextLine: number;
}

/** The place at which a CSV can be read no further, and the reason. */
export class CsvFault extends Error {
  readonly line: number;
  constructor(line: number, reason: string) {
    super(reason);
    this.line = line;
  }
}

/** Yields the records of a text without its empty lines; throws a CsvFault where it becomes
 * unreadable. */
export async function* csvRecords(
  text: AsyncIterable<string>,
  maxLength: number,
): AsyncGenerator<CsvBatch> {
  const place: Place = { rest: "", line: 1, ...separated(",") };
  let enough = 0;
  for await (const chunk of text) {
    place.rest += chunk;
    if (place.rest.length < enough) continue;
    yield* readOn(place, { isEnd: false });
    if (place.rest.length > maxLength) throw new CsvFault(place.line, faults.CSV_MAX_RECORD_SIZE);
    // A long record is looked at again when there is twice as much: else it would cost its length
    // with every chunk.
    enough = Math.min(2 * place.rest.length, maxLength);
  }
  yield* readOn(place, { isEnd: true });
}

/** The records of a text that is known as a whole, whatever separates its cells, and why it can be read
 * no further. */
export function csvRecordsIn(
  text: string,
  { delimiter, firstLine }: { readonly delimiter: string; readonly firstLine: number },
): { readonly records: readonly CsvRecord[]; readonly fault: CsvFault | undefined } {
  const open = { text, isEnd: true, ...separated(delimiter) };
  const { records, nextLine, fault } = parseRecords(open, firstLine);
  return { records, fault: fault && new CsvFault(nextLine, faults[fault]) };
}

/** The separators of the cells of a record. */
interface Separated {
  readonly delimiter: string;
  /** Finds the next delimiter or end of a line. */
  readonly cellEnd: RegExp;
}

function separated(delimiter: string): Separated {
  return { delimiter, cellEnd: new RegExp(`${RegExp.escape(delimiter)}|[\\r\\n]`, "g") };
}

/** The place up to which a text has been read. */
interface Place extends Separated {
  /** The text that has not been read yet: as a rule the beginning of a record. */
  rest: string;
  line: number;
}

function* readOn(place: Place, { isEnd }: { readonly isEnd: boolean }): Generator<CsvBatch> {
  const { delimiter, cellEnd } = place;
  const open = { text: place.rest, isEnd, delimiter, cellEnd };
  const { records, end, nextLine, fault } = parseRecords(open, place.line);
  place.rest = place.rest.slice(end);
  place.line = nextLine;
  yield { records, nextLine };
  if (fault !== undefined) throw new CsvFault(nextLine, faults[fault]);
}

/** Text as far as it is known. */
interface OpenText extends Separated {
  readonly text: string;
  /** Whether nothing follows. */
  readonly isEnd: boolean;
}

interface Records extends CsvBatch {
  /** The beginning of the first record that is not complete. */
  readonly end: number;
  readonly fault: Fault | undefined;
}

function parseRecords(open: OpenText, first: number): Records {
  const { text, isEnd, delimiter } = open;
  const records: CsvRecord[] = [];
  const ends = lineEnds(open);
  let at = 0;
  let line = first;
  let quoteAt = text.indexOf('"');
  while (at < text.length) {
    const found = ends.next(at);
    if (quoteAt !== -1 && quoteAt < at) quoteAt = text.indexOf('"', at);
    if (quoteAt === -1 || (found !== undefined && found.at < quoteAt)) {
      if (found === undefined && !isEnd) break;
      const end = found?.at ?? text.length;
      if (end > at) records.push({ cells: splitCells(text.slice(at, end), delimiter), line });
      at = end + (found?.length ?? 0);
      line += 1;
      continue;
    }
    const record = quotedRecord(open, at);
    if (record === undefined) break;
    if (typeof record === "string") return { records, end: at, nextLine: line, fault: record };
    records.push({ cells: record.cells, line });
    line += record.lines;
    at = record.end;
  }
  return { records, end: at, nextLine: line, fault: undefined };
}

/** The place at which a line ends, and the length of its end: LF, CRLF or CR, each line for
 * itself. */
interface LineEnd {
  readonly at: number;
  readonly length: number;
}

/** Finds the ends of lines from left to right, each of the two characters once; undefined where none
 * follows yet. */
function lineEnds({ text, isEnd }: OpenText): { next(from: number): LineEnd | undefined } {
  let feed = text.indexOf("\n");
  let back = text.indexOf("\r");
  return {
    next(from) {
      if (feed !== -1 && feed < from) feed = text.indexOf("\n", from);
      if (back !== -1 && back < from) back = text.indexOf("\r", from);
      if (back === -1 || (feed !== -1 && feed < back)) {
        return feed === -1 ? undefined : { at: feed, length: 1 };
      }
      // An LF may follow that belongs to it.
      if (back + 1 === text.length && !isEnd) return undefined;
      return { at: back, length: feed === back + 1 ? 2 : 1 };
    },
  };
}

function splitCells(line: string, delimiter: string): (string | null)[] {
  const cells: (string | null)[] = line.split(delimiter);
  for (let at = 0; at < cells.length; at += 1) if (cells[at] === "") cells[at] = null;
  return cells;
}

interface QuotedRecord {
  readonly cells: readonly (string | null)[];
  /** The beginning of the next record, and the number of lines of this one. */
  readonly end: number;
  readonly lines: number;
}

/** A record of which some cell is in quotes; undefined if it goes on in what follows. */
function quotedRecord(open: OpenText, from: number): QuotedRecord | Fault | undefined {
  const { text, isEnd, delimiter } = open;
  const cells: (string | null)[] = [];
  for (let at = from; ; at += 1) {
    const cell = text[at] === '"' ? quotedCell(open, at + 1) : plainCell(open, at);
    if (cell === undefined || typeof cell === "string") return cell;
    cells.push(cell.value);
    at = cell.end;
    if (text[at] === delimiter) continue;
    // The next character may belong to the end of the line.
    if (!isEnd && text.length - at < 2) return undefined;
    const [ending] = /^(?:\r\n?|\n|$)/.exec(text.slice(at, at + 2)) ?? [];
    if (ending === undefined) return closingFault;
    const lines = text.slice(from, at).split(/\r\n?|\n/).length;
    return { cells, end: at + ending.length, lines };
  }
}

interface Cell {
  readonly value: string | null;
  /** The place of the comma, or of the ending behind it. */
  readonly end: number;
}

function quotedCell({ text, isEnd }: OpenText, from: number): Cell | Fault | undefined {
  let end = text.indexOf('"', from);
  let isDoubled = false;
  while (end !== -1 && text[end + 1] === '"') {
    isDoubled = true;
    end = text.indexOf('"', end + 2);
  }
  if (end === -1) return isEnd ? "CSV_QUOTE_NOT_CLOSED" : undefined;
  // The next character may double it.
  if (end + 1 === text.length && !isEnd) return undefined;
  const value = text.slice(from, end);
  return { value: isDoubled ? value.replaceAll('""', '"') : value, end: end + 1 };
}

function plainCell({ text, isEnd, cellEnd }: OpenText, from: number): Cell | Fault | undefined {
  cellEnd.lastIndex = from;
  const found = cellEnd.exec(text)?.index;
  if (found === undefined && !isEnd) return undefined;
  const end = found ?? text.length;
  const value = text.slice(from, end);
  if (value.includes('"')) return "INVALID_OPENING_QUOTE";
  return { value: value === "" ? null : value, end };
}

// Under the codes of the parser that tests compare this one with.
const faults = {
  CSV_INVALID_CLOSING_QUOTE: "In a cell in quotes, a quote is not doubled.",
  CSV_QUOTE_NOT_CLOSED: "A cell begins with a quote and never ends with one.",
  INVALID_OPENING_QUOTE: "A quote stands in a cell that does not begin with one.",
  CSV_MAX_RECORD_SIZE: "The row is longer than 16 MiB.",
} as const;

type Fault = keyof typeof faults;

const closingFault: Fault = "CSV_INVALID_CLOSING_QUOTE";
