// Lots as CSV for a spreadsheet: days without a time, and an apostrophe before what it would run as
// a formula or take for another number. (interface 4.8, 4.16)
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
  return cell === null ? "" : csvCell(dayOf(String(cell)));
}

/** Every date of a lot is a midnight in New York. */
function dayOf(text: string): string {
  const [, day] =
    /^([0-9]{4}-[0-9]{2}-[0-9]{2})T00:00:00\.000[+-][0-9]{2}:[0-9]{2}$/.exec(text) ?? [];
  return day ?? text;
}

/** A cell that a spreadsheet keeps as it is. */
export function csvCell(text: string): string {
  return quoted(isAltered(text) ? `'${text}` : text);
}

/** Whether a spreadsheet would run a text as a formula, or read it as a number and drop digits of
 * it: it keeps 15, no leading zeros, and takes the CUSIP 99905E100 for a power of ten. */
function isAltered(text: string): boolean {
  if (/^[0-9]+$/.test(text)) return text.length > 15 || /^0[0-9]/.test(text);
  if (/^[0-9]+E[0-9]+$/i.test(text)) return true;
  return /^[=+\-@\t\r]/.test(text) && !/^-[0-9]+(\.[0-9]+)?$/.test(text);
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
