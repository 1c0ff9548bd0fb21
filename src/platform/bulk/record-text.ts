// A row as PostgreSQL writes it as one text, which the digests of daily rows are made of.
import type { Columns, StageColumn } from "./copy-text.ts";

/** Returns how rows of some columns are written: `(RA1234ABCD,2026-09-29,112.48,110.02,"")`. */
export function recordText(
  names: readonly string[],
  columns: readonly StageColumn[],
): (row: Columns) => string {
  const typeOf = (name: string) => columns.find((each) => each.name === name)?.type;
  const texts = new Set(names.filter((name) => typeOf(name) === "text"));
  return (row) => {
    let text = "";
    for (const name of names) {
      const value = row[name];
      const cell = value === undefined || value === null ? "" : String(value);
      text += `${text === "" ? "(" : ","}${texts.has(name) && cell === value ? quoted(cell) : cell}`;
    }
    return `${text})`;
  };
}

// What would end a value, and what PostgreSQL takes for a blank.
const special = /["\\(), \t\n\v\f\r]/;

function quoted(text: string): string {
  if (text !== "" && !special.test(text)) return text;
  return `"${text.replaceAll(/["\\]/g, "$&$&")}"`;
}
