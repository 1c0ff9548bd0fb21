// A list that a page shows, as the text of a CSV file.
import { csvCell, csvLine } from "../../src/values/csv-cell.ts";

/** A column of a CSV file: its title, and its text of a record; null is an empty cell. */
export type CsvColumn<T> = readonly [title: string, text: (of: T) => string | null];

/** The records as CSV, a line for each under the titles. */
export function csvText<T>(list: readonly T[], columns: readonly CsvColumn<T>[]): string {
  const lines = list.map((each) => columns.map(([, text]) => text(each) ?? ""));
  return [columns.map(([title]) => title), ...lines]
    .map((cells) => csvLine(cells.map(csvCell)))
    .join("");
}
