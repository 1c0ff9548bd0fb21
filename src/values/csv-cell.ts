// Cells of CSV that a spreadsheet keeps as they are. (interface 4.8, 4.16)

/** The columns of a file by their titles, each with the cell of a row; null is an empty cell. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => string | null>>;

/** A file with a header and a line for each row. */
export function csvTable<Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string {
  const cells = Object.values(columns);
  const lines = rows.map((row) => csvLine(cells.map((cell) => cell(row) ?? "")));
  return csvLine(Object.keys(columns)) + lines.join("");
}

/** A line of cells. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.join(",")}\r\n`;
}

/** A cell that a spreadsheet keeps as it is. */
export function csvCell(text: string): string {
  // Where another separator is usual, or quotes are ignored, a cell begins within this one.
  const inside = text.replaceAll(/([;\t\r\n|]\s*)(?=[=+\-@＝＋－＠])/g, "$1'");
  return quoted(isAltered(text) ? `'${inside}` : inside);
}

/** Whether a spreadsheet would run a text as a formula, or read it as a number and drop digits. It
 * keeps 15 digits and no leading zeros, and reads the CUSIP 99905E100 as a power of ten. */
function isAltered(text: string): boolean {
  if (/^[0-9]+$/.test(text)) return text.length > 15 || /^0[0-9]/.test(text);
  if (/^[0-9]+E[0-9]+$/i.test(text)) return true;
  return /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/.test(text) && !/^-[0-9]+(\.[0-9]+)?$/.test(text);
}

function quoted(text: string): string {
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A text of a file that is loaded, without the apostrophe by which the file of transactions keeps spreadsheets from
 * running it: the one before what begins like a formula, at its beginning or behind a separator. */
export function withoutFormulaMarks(text: string): string {
  if (!text.includes("'")) return text;
  return text.replaceAll(/((?:^|[;\t\r\n|])[ \t\r\n]*)'(?='*[=+\-@＝＋－＠])/g, "$1");
}
