// Reads JSON strictly, keeping each number's text, and writes it in one stable form. (interface 1)

const exact = Symbol("exact number");

/** A JSON number as its original text, so that no amount passes through a double. */
export interface ExactNumber {
  readonly text: string;
  readonly [exact]: true;
}

/** An object as read: no prototype, each key once. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** A value as `parseJson` reads it. */
export type JsonValue = null | boolean | string | ExactNumber | readonly JsonValue[] | JsonObject;

/** The text is not JSON as this service accepts it; the message never quotes the text. */
export class JsonFault extends Error {}

/** Whether a value is a number that `parseJson` read. */
export function isExactNumber(value: unknown): value is ExactNumber {
  return typeof value === "object" && value !== null && exact in value;
}

interface Cursor {
  readonly text: string;
  /** The most members and entries. */
  readonly most: number;
  at: number;
  /** How many members and entries, and how many escapes in strings, have been read. */
  values: number;
  escapes: number;
}

const deepest = 32;
/** The most members of objects and entries of lists in one text: a text costs its sender little,
 * while each value that it holds is kept and checked by itself. */
const mostValues = 15_000;
/** More than any text needs, with four mebibytes of Base64 whose every slash is escaped. */
const mostEscapes = 100_000;

/**
 * Reads one RFC 8259 text. Throws a JsonFault for anything else, and for invalid UTF-8, a byte
 * order mark, a key given twice, or the key `__proto__`. Its limits are 32 levels, `most` (15,000)
 * members and entries, and 100,000 escapes.
 */
export function parseJson(source: string | Uint8Array, most = mostValues): JsonValue {
  const text = typeof source === "string" ? source : decodeUtf8(source);
  const cursor: Cursor = { text, most, at: 0, values: 0, escapes: 0 };
  if (cursor.text.startsWith("\ufeff")) throw fault(cursor, "A byte order mark is not allowed");
  skipBlanks(cursor);
  const value = readValue(cursor, 0);
  skipBlanks(cursor);
  if (cursor.at < cursor.text.length) throw fault(cursor, "Text follows the value");
  return value;
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new JsonFault("The text is not valid UTF-8.", { cause });
  }
}

function fault(cursor: Cursor, what: string): JsonFault {
  return new JsonFault(`${what}, at position ${cursor.at + 1}.`);
}

function skipBlanks(cursor: Cursor): void {
  const code = cursor.text.charCodeAt(cursor.at);
  if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
  cursor.at = indexOfNext(notBlank, cursor.text, cursor.at + 1);
}

function accept(cursor: Cursor, mark: string): boolean {
  if (!cursor.text.startsWith(mark, cursor.at)) return false;
  cursor.at += mark.length;
  return true;
}

function readValue(cursor: Cursor, depth: number): JsonValue {
  if (accept(cursor, '"')) return readString(cursor);
  if (accept(cursor, "{")) return readObject(cursor, depth + 1);
  if (accept(cursor, "[")) return readList(cursor, depth + 1);
  if (accept(cursor, "true")) return true;
  if (accept(cursor, "false")) return false;
  if (accept(cursor, "null")) return null;
  return readNumber(cursor);
}

function readObject(cursor: Cursor, depth: number): JsonObject {
  refuseDeeper(cursor, depth);
  const object: Record<string, JsonValue> = Object.create(null);
  skipBlanks(cursor);
  if (accept(cursor, "}")) return object;
  do {
    skipBlanks(cursor);
    const key = readKey(cursor, object);
    skipBlanks(cursor);
    if (!accept(cursor, ":")) throw fault(cursor, "A colon is missing after a key");
    skipBlanks(cursor);
    countValue(cursor);
    object[key] = readValue(cursor, depth);
    skipBlanks(cursor);
  } while (accept(cursor, ","));
  if (!accept(cursor, "}")) throw fault(cursor, "A comma or closing brace is missing");
  return object;
}

function readKey(cursor: Cursor, object: JsonObject): string {
  const start = { ...cursor };
  if (!accept(cursor, '"')) throw fault(cursor, "A key in double quotes is missing");
  const key = readString(cursor);
  if (key === "__proto__") throw fault(start, "A key is not allowed");
  if (key in object) throw fault(start, "A key is given twice");
  return key;
}

function readList(cursor: Cursor, depth: number): JsonValue[] {
  refuseDeeper(cursor, depth);
  const list: JsonValue[] = [];
  skipBlanks(cursor);
  if (accept(cursor, "]")) return list;
  do {
    skipBlanks(cursor);
    countValue(cursor);
    list.push(readValue(cursor, depth));
    skipBlanks(cursor);
  } while (accept(cursor, ","));
  if (!accept(cursor, "]")) throw fault(cursor, "A comma or closing bracket is missing");
  return list;
}

function refuseDeeper(cursor: Cursor, depth: number): void {
  if (depth > deepest) throw fault(cursor, `The value has more than ${deepest} levels`);
}

function countValue(cursor: Cursor): void {
  cursor.values += 1;
  if (cursor.values > cursor.most) {
    throw fault(cursor, `The value has more than ${cursor.most} members and entries`);
  }
}

const notBlank = /[^ \t\n\r]/g;
/** The characters that end a run of plain characters in a string. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what JSON forbids in a string
const special = /["\\\u0000-\u001f]/g;

/** The next place of a pattern, else the text's end; it reads megabytes faster than a loop. */
function indexOfNext(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}

const shortRun = 32;

/** The end of a run of plain characters; most are short, for which a loop is faster. */
function endOfRun(text: string, from: number): number {
  for (let at = from; at < from + shortRun; at += 1) {
    const code = text.charCodeAt(at);
    if (!(code >= 0x20) || code === 0x22 || code === 0x5c) return at;
  }
  return indexOfNext(special, text, from + shortRun);
}

function readString(cursor: Cursor): string {
  const start = cursor.at;
  let isEscaped = false;
  for (;;) {
    cursor.at = endOfRun(cursor.text, cursor.at);
    const code = cursor.text.charCodeAt(cursor.at);
    if (code < 0x20) throw fault(cursor, "A control character stands in a string");
    if (code !== 0x5c) break;
    isEscaped = true;
    cursor.escapes += 1;
    if (cursor.escapes > mostEscapes) {
      throw fault(cursor, `The value has more than ${mostEscapes} escapes`);
    }
    // An escaped character may be a quote; a control character there is left to the next step.
    cursor.at += cursor.text.charCodeAt(cursor.at + 1) >= 0x20 ? 2 : 1;
  }
  const value = cursor.text.slice(start, cursor.at);
  if (!accept(cursor, '"')) throw fault(cursor, "A string is not closed");
  return isEscaped ? unescaped(value, { ...cursor, at: start }) : value;
}

// The platform's parser unescapes megabytes several times faster; its message quotes the text.
function unescaped(value: string, start: Cursor): string {
  try {
    return JSON.parse(`"${value}"`) as string;
  } catch {
    throw fault(start, "A string holds an escape that is not valid");
  }
}

function readNumber(cursor: Cursor): ExactNumber {
  const start = cursor.at;
  accept(cursor, "-");
  if (!accept(cursor, "0")) skipDigits(cursor, start === cursor.at ? "A value" : "A digit");
  if (accept(cursor, ".")) skipDigits(cursor, "A digit");
  if (accept(cursor, "e") || accept(cursor, "E")) {
    if (!accept(cursor, "+")) accept(cursor, "-");
    skipDigits(cursor, "A digit");
  }
  return Object.freeze({ text: cursor.text.slice(start, cursor.at), [exact]: true as const });
}

function skipDigits(cursor: Cursor, expected: string): void {
  const start = cursor.at;
  while (isDigit(cursor.text.charCodeAt(cursor.at))) cursor.at += 1;
  if (cursor.at === start) throw fault(cursor, `${expected} is missing`);
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
