// Rows of CSV as the sample firm's files have them: read with their headings, and written.
import { csvRecordsIn } from "../../platform/bulk/read/csv-records.ts";

/** A row by its headings; an empty cell is left out. */
export type CsvRow = Readonly<Record<string, string>>;

/** The rows of a text whose first line has the headings. */
export function csvRows(text: string): CsvRow[] {
  const { records } = csvRecordsIn(text, { delimiter: ",", firstLine: 1 });
  const [heading, ...rows] = records;
  const columns = heading?.cells.map((cell) => cell ?? "") ?? [];
  return rows.map(({ cells }) =>
    Object.fromEntries(
      columns.flatMap((column, at) => {
        const cell = cells[at];
        return cell === null || cell === undefined ? [] : [[column, cell]];
      }),
    ),
  );
}

/** A text of rows under these columns; a row that has another column is a defect. */
export function csvText(columns: readonly string[], rows: Iterable<CsvRow>): string {
  const lines = [columns.join(",")];
  for (const row of rows) {
    const other = Object.keys(row).find((column) => !columns.includes(column));
    if (other !== undefined) throw new Error(`The file has no column ${other}`);
    lines.push(columns.map((column) => cell(row[column])).join(","));
  }
  return `${lines.join("\n")}\n`;
}

function cell(text = ""): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
