// Lots as CSV for a spreadsheet: days without a time, and an apostrophe before what it would run as
// a formula or take for another number. (interface 4.8, 4.16)
import type { TObject } from "typebox";
import { csvCell, csvLine } from "../../../values/csv-cell.ts";

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
  const line = (row: object) => csvLine(columns.map((column) => cellOf(row as Row, column)));
  return csvLine(columns) + rows.map(line).join("");
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
