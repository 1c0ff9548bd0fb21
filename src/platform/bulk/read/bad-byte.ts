// The place where a file stops being UTF-8: its line, the place in it, and the character that a
// spreadsheet has probably meant.
import { bytesOf, type OpenBytes } from "./folder-files.ts";

/** The first byte of a file that is not UTF-8. */
export interface BadByte {
  readonly line: number;
  /** The text of the line before it, and the file's first line. */
  readonly before: string;
  readonly header: string;
  /** The character that the byte is in Windows-1252. */
  readonly character: string;
}

const lineFeed = 0x0a;

/** Finds the first byte that is not UTF-8; undefined if its line is longer than `maxBytes`. */
export async function findBadByte(file: OpenBytes, maxBytes: number): Promise<BadByte | undefined> {
  let rest: Buffer = Buffer.alloc(0);
  let line = 1;
  let header = "";
  for await (const chunk of bytesOf(file)) {
    rest = Buffer.concat([rest, chunk]);
    for (let end = rest.indexOf(lineFeed); end !== -1; end = rest.indexOf(lineFeed)) {
      const bytes = rest.subarray(0, end);
      if (!isText(bytes)) return badByteIn(bytes, line, header);
      if (line === 1) header = bytes.toString("utf8");
      line += 1;
      rest = rest.subarray(end + 1);
    }
    if (rest.length > maxBytes) return undefined;
  }
  return isText(rest) ? undefined : badByteIn(rest, line, header);
}

function isText(bytes: Uint8Array, isWhole = true): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: !isWhole });
    return true;
  } catch {
    return false;
  }
}

function badByteIn(bytes: Uint8Array, line: number, header: string): BadByte {
  // As much of the line as is text, found by halves.
  let good = 0;
  let bad = bytes.length + 1;
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (isText(bytes.subarray(0, middle), false)) good = middle;
    else bad = middle;
  }
  // The byte before may begin a character that the bad one does not continue.
  let at = Math.min(good, bytes.length - 1);
  while (at > 0 && !isText(bytes.subarray(0, at))) at -= 1;
  const before = new TextDecoder().decode(bytes.subarray(0, at));
  const character = new TextDecoder("windows-1252").decode(bytes.subarray(at, at + 1));
  return { line, before, header, character };
}

/** The column of a CSV file in which a place of a line lies, by the text before it. */
export function columnAt({ before, header }: BadByte): string | undefined {
  const outside = before.replaceAll(/"[^"]*"?/g, "");
  const columns = header
    .replace(/^\ufeff/, "")
    .trimEnd()
    .split(",");
  return columns[outside.split(",").length - 1];
}
