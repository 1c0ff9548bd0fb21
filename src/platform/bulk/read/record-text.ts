// A row as PostgreSQL writes it as one text, which the digests of daily rows are made of.
import type { Columns, StageColumn } from "../kinds/copy-text.ts";

/** Returns how rows of some columns are written: `(RA1234ABCD,2026-09-29,112.48,110.02,"")`. */
export function recordText(
  names: readonly string[],
  columns: readonly StageColumn[],
): (row: Columns) => string {
  const typeOf = (name: string) => columns.find((each) => each.name === name)?.type;
  const cells = names.map((name) => ({
    name,
    isText: typeOf(name) === "text",
    // An empty text is written as two quotes.
    last: "",
    written: quoted(""),
  }));
  return (row) => {
    let text = "";
    for (const cell of cells) {
      const value = row[cell.name];
      const own = value === undefined || value === null ? "" : String(value);
      // The texts of a series are the same in each of its rows.
      if (cell.isText && own === value && own !== cell.last) {
        cell.last = own;
        cell.written = quoted(own);
      }
      text += `${text === "" ? "(" : ","}${cell.isText && own === value ? cell.written : own}`;
    }
    return `${text})`;
  };
}

// Characters that would end a value, and PostgreSQL's blanks.
const special = /["\\(), \t\n\v\f\r]/;

function quoted(text: string): string {
  if (text !== "" && !special.test(text)) return text;
  return `"${text.replaceAll(/["\\]/g, "$&$&")}"`;
}
