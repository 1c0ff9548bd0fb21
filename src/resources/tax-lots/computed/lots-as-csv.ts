// Lots as CSV for a spreadsheet, with cells guarded that it would run as a formula. (interface
// 4.16)
import type { TObject } from "typebox";

type Cell = string | boolean | null;
type Row = Readonly<Record<string, Cell | Readonly<Record<string, Cell>>>>;

/** A header of the type's fields and a line for each row; `security.id` is a field of
 * `security`. */
export function csvOf(type: TObject, rows: readonly object[]): string {
  const columns = Object.entries(type.properties).flatMap(([name, field]) =>
    "properties" in field
      ? Object.keys((field as TObject).properties).map((part) => `${name}.${part}`)
      : [name],
  );
  const lines = rows.map((row) => columns.map((column) => cellOf(row as Row, column)));
  return [columns, ...lines].map((cells) => `${cells.join(",")}\r\n`).join("");
}

function cellOf(row: Row, column: string): string {
  const [name = "", part] = column.split(".");
  const value = row[name] ?? null;
  const cell = part !== undefined && typeof value === "object" ? (value?.[part] ?? null) : value;
  return cell === null ? "" : quoted(guarded(String(cell)));
}

/** A spreadsheet would run what begins like a formula; an apostrophe keeps it as text. */
function guarded(text: string): string {
  const isFigure = /^-?[0-9]+(\.[0-9]+)?$/.test(text);
  return !isFigure && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
