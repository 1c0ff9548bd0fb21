// Rows in the text format of COPY, by the types of the columns that they go to.

/** A column of a staging table and its type as PostgreSQL writes it. */
export interface StageColumn {
  readonly name: string;
  readonly type: string;
}

/** Values by the name of their database column; undefined is stored as null. */
export type Columns = Readonly<Record<string, unknown>>;

/** One line of COPY text; undefined is null. */
export function copyLine(columns: readonly StageColumn[], values: Columns): string {
  let line = "";
  for (const { name, type } of columns) {
    line += `${line === "" ? "" : "\t"}${copyValue(values[name], type)}`;
  }
  return `${line}\n`;
}

function copyValue(value: unknown, type: string): string {
  return value === undefined || value === null ? "\\N" : escaped(literal(value, type));
}

function literal(value: unknown, type: string): string {
  if (type === "json" || type === "jsonb") return JSON.stringify(value);
  if (Array.isArray(value))
    return `{${value.map(isPlain(type) ? plainItem : arrayItem).join(",")}}`;
  if (Buffer.isBuffer(value)) return `\\x${value.toString("hex")}`;
  if (value instanceof Date) return value.toISOString();
  return String(value);
}

/** Whether an entry of an array is written as it is. */
function isPlain(type: string): boolean {
  return type === "numeric[]" || type === "date[]";
}

function plainItem(item: unknown): string {
  return item === undefined || item === null ? "NULL" : String(item);
}

function arrayItem(item: unknown): string {
  if (item === undefined || item === null) return "NULL";
  return `"${String(item).replace(/[\\"]/g, "\\$&")}"`;
}

const special = /[\\\t\n\r]/;

// The backslash comes first, since the others bring one.
const escapes = [
  ["\\", "\\\\"],
  ["\t", "\\t"],
  ["\n", "\\n"],
  ["\r", "\\r"],
] as const;

function escaped(text: string): string {
  if (!special.test(text)) return text;
  return escapes.reduce((done, [from, to]) => done.replaceAll(from, to), text);
}
