// Text of an export file: its encoding, and its records whatever separates cells and ends lines.

/** A record of a file, with the line on which it begins. */
export interface TextRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

/** UTF-8 or UTF-16 by its mark; without one UTF-8, or Windows-1252 if it is not. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** The longest cell that is read, in UTF-16 units: whatever a person answers about a cell names it as it is. */
const longestCell = 1_000;

/** A cell as it is shown, compared and answered: in one line, without control characters, of at most 1,000 units. */
export function cellText(value: string): string {
  const inLine = /\p{Cc}/u.test(value) ? value.replace(/[\s\p{Cc}]+/gu, " ") : value;
  const text = inLine.trim();
  return text.length <= longestCell ? text : text.slice(0, longestCell).toWellFormed().trim();
}

/** The characters that separate cells, the usual one first. */
export const separators: readonly string[] = [",", ";", "\t", "|"];

/**
 * The records of a text, without empty ones. Lines end with LF, CRLF or CR, mixed as they come. A quote opens a quoted
 * cell only where a cell begins, so that 5" in a name is no beginning.
 */
export function* recordsOf(text: string, separator: string): Generator<TextRecord> {
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const began = line;
    const cells: string[] = [];
    for (;;) {
      const quoted = text[at] === '"' ? quotedCell(text, at, separator) : undefined;
      const cell = quoted ?? plainCell(text, at, separator);
      cells.push(cellText(cell.value));
      line += cell.lines;
      at = cell.end;
      if (text[at] !== separator) break;
      at += 1;
    }
    if (text[at] === "\r" && text[at + 1] === "\n") at += 1;
    at += 1;
    line += 1;
    if (cells.some((cell) => cell !== "")) yield { line: began, cells };
  }
}

interface Cell {
  readonly value: string;
  readonly end: number;
  readonly lines: number;
}

function plainCell(text: string, start: number, separator: string): Cell {
  let end = start;
  while (end < text.length && !isEnd(text[end], separator)) end += 1;
  return { value: text.slice(start, end), end, lines: 0 };
}

function isEnd(character: string | undefined, separator: string): boolean {
  return character === separator || character === "\n" || character === "\r";
}

/**
 * A cell in quotes, in which a quote is doubled. Undefined if no cell ends where the quotes do: then the first quote is
 * text, and a quote that nobody closed swallows no rows.
 */
function quotedCell(text: string, start: number, separator: string): Cell | undefined {
  let value = "";
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) return undefined;
    value += text.slice(at, quote);
    at = quote + 1;
    if (text[at] !== '"') break;
    value += '"';
    at += 1;
  }
  const isWhole = at >= text.length || isEnd(text[at], separator);
  return isWhole ? { value, end: at, lines: linesIn(value) } : undefined;
}

function linesIn(value: string): number {
  return value.match(/\r\n|\r|\n/g)?.length ?? 0;
}
