// Repairs the text of a CSV file that a spreadsheet has written: separators, names of columns, and cells
// in the form of a country. What may mean two things is a problem unless a style decides it.
import { counted } from "../../../values/readable.ts";
import type { LoadProblem } from "../kinds/load-problem.ts";
import type { LoadKind } from "../load-kind.ts";
import { cutEndMarks, nameOfControl } from "../read/cell-limits.ts";
import { cellTypeFor, readCell, type Style } from "../read/cell-readings.ts";
import { withoutSpare } from "../read/csv-heading.ts";
import { type CsvRecord, csvRecordsIn } from "../read/csv-records.ts";
import { columnSchema } from "../read/file-columns.ts";
import {
  findHeading,
  isShown,
  mostColumns,
  noHeading,
  shownName,
  similarColumn,
  tooWide,
  unknownColumn,
} from "../read/heading.ts";
import { type DayOrder, type FileRepair, type RepairedPlace, repairCell } from "./repair-cell.ts";

/** A repaired file: its text, what was read, and what nobody but its author can decide. */
export interface RepairedFile {
  readonly text: string;
  readonly rows: number;
  readonly readings: readonly RepairedPlace[];
  readonly problems: readonly Omit<LoadProblem, "file">[];
}

type Cell = string | null;

/** Repairs the text of a file of a kind. */
export function repairFile(kind: LoadKind, given: string, style: Partial<Style>): RepairedFile {
  const repair: FileRepair = { kind, style, readings: [], problems: [] };
  const { rest: text, mark } = cutEndMarks(given);
  if (mark !== undefined) {
    repair.readings.push({ has: `${nameOfControl(mark)} at its end, which is left out` });
  }
  const { delimiter, body, firstLine } = findSeparator(kind, text);
  if (delimiter !== ",") {
    repair.readings.push({ has: `columns separated by ${names[delimiter] ?? delimiter}` });
  }
  const { records, fault } = csvRecordsIn(body, { delimiter, firstLine });
  const nothing = { text: "", rows: 0, ...repair };
  if (fault !== undefined) {
    const reason = `The file cannot be read on: ${fault.message}`;
    repair.problems.push({ line: fault.line, reason });
    return nothing;
  }
  const [first] = records;
  if (first === undefined) {
    repair.problems.push({ line: firstLine, reason: "The file has no rows." });
    return nothing;
  }
  const found = findHeading(
    kind,
    records.map(({ cells }) => cells),
  );
  const head = records[found?.index ?? 0] ?? first;
  if (!isShown(kind, found)) {
    repair.problems.push({ line: head.line, ...noHeading(kind, found) });
    return nothing;
  }
  const { length: columns } = withoutSpare(head.cells, 1);
  if (columns > mostColumns) {
    repair.problems.push({ line: head.line, ...tooWide(columns) });
    return nothing;
  }
  if (head !== first) {
    const has = `a title above the heading on line ${head.line}, which is left out`;
    repair.readings.push({ line: first.line, has });
  }
  return { ...repairedRows(repair, head, records.slice((found?.index ?? 0) + 1)), ...repair };
}

function repairedRows(repair: FileRepair, head: CsvRecord, rows: readonly CsvRecord[]) {
  const columns = decodeColumns(repair, head);
  const orders = dayOrders(repair, columns, rows);
  const lines = rows.flatMap((row) => {
    const cells = repairRow(repair, { columns, orders }, row);
    return cells === undefined ? [] : [cells.map(written).join(",")];
  });
  return { text: `${[columns.join(","), ...lines].join("\n")}\n`, rows: lines.length };
}

const names: Readonly<Record<string, string>> = { ";": "semicolons", "\t": "tabs", "|": "bars" };

/** The separator under which one of the first lines names most columns, or else has most cells. */
function findSeparator(
  kind: LoadKind,
  text: string,
): { delimiter: string; body: string; firstLine: number } {
  const [, stated = "", rest] = /^"?sep=([^"\r\n])"?(?:\r\n?|\n)([\s\S]*)$/i.exec(text) ?? [];
  if (rest !== undefined) return { delimiter: stated, body: rest, firstLine: 2 };
  const first = text.split(/\r\n?|\n/, 20);
  const most = (count: (cells: readonly string[]) => number) => (delimiter: string) =>
    Math.max(...first.map((line) => count(line.split(delimiter))));
  const named = most((cells) =>
    cells.reduce((sum, name) => sum + (columnNamed(kind, name.replaceAll('"', "")) ? 1 : 0), 0),
  );
  const width = most(({ length }) => length);
  const [delimiter = ","] = [",", ...Object.keys(names)].toSorted(
    (a, b) => named(b) - named(a) || (named(a) === 0 ? width(b) - width(a) : 0),
  );
  return { delimiter, body: text, firstLine: 1 };
}

/** The order of the days in columns that have a day with only one; a column without such a day, or with
 * days of both orders, has none. */
function dayOrders(
  { kind, style }: FileRepair,
  columns: readonly string[],
  rows: readonly CsvRecord[],
): ReadonlyMap<string, DayOrder> {
  const orders = new Map<string, DayOrder>();
  if (style.isDayFirst !== undefined) return orders;
  for (const [at, column] of columns.entries()) {
    if (cellTypeFor(columnSchema(kind, column)) !== "day") continue;
    const shown = rows.flatMap(({ cells, line }) => {
      const { meanings = [] } = readCell("day", cells[at] ?? "") ?? {};
      const isDayFirst = meanings.length === 1 ? meanings[0]?.style?.isDayFirst : undefined;
      return isDayFirst === undefined ? [] : [{ isDayFirst, line }];
    });
    const [first] = shown;
    const isOne = shown.every(({ isDayFirst }) => isDayFirst === first?.isDayFirst);
    if (first !== undefined && isOne) orders.set(column, first);
  }
  return orders;
}

function columnNamed(kind: LoadKind, name: string): string | undefined {
  return similarColumn(kind, name);
}

function decodeColumns(
  { kind, readings, problems }: FileRepair,
  { cells, line }: CsvRecord,
): string[] {
  const last = cells.findLastIndex((name) => name !== null);
  const seen = new Set<string>();
  return cells.slice(0, last + 1).map((name) => {
    const given = name ?? "";
    const column = columnNamed(kind, given);
    if (column === undefined) {
      problems.push({ line, column: shownName(kind, given), reason: unknownColumn(kind, given) });
    } else if (seen.size === seen.add(column).size) {
      problems.push({ line, column, reason: "The column appears twice.", value: given });
    } else if (column !== given) {
      readings.push({ line, column, given, read: column, has: "another spelling" });
    }
    return column ?? given;
  });
}

function repairRow(
  repair: FileRepair,
  { columns, orders }: { columns: readonly string[]; orders: ReadonlyMap<string, DayOrder> },
  { cells, line }: CsvRecord,
): Cell[] | undefined {
  const last = cells.findLastIndex((cell) => cell !== null);
  if (last === -1) {
    repair.readings.push({ line, has: "empty cells alone, and is left out" });
    return undefined;
  }
  if (last >= columns.length) {
    const has = counted(last + 1, "cell");
    const reason = `The row has ${has} and the header ${columns.length}.`;
    repair.problems.push({ line, reason });
  }
  return columns.map((column, at) => {
    const cell = cells[at] ?? null;
    return cell === null
      ? null
      : repairCell(repair, { line, column, cell, order: orders.get(column) });
  });
}

function written(cell: Cell): string {
  if (cell === null) return "";
  return cell === "" || /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** The amounts and days of a locale; a part that decides nothing here is left out. */
export function localeStyle(locale: string): Partial<Style> {
  const [tag = locale] = Intl.getCanonicalLocales(locale);
  const sign = new Intl.NumberFormat(tag).formatToParts(1.5).find(({ type }) => type === "decimal");
  const parts = new Intl.DateTimeFormat(tag, { dateStyle: "short" }).formatToParts(0);
  const order = parts.map(({ type }) => type).filter((type) => /^(day|month|year)$/.test(type));
  return {
    ...((sign?.value === "." || sign?.value === ",") && { decimalSign: sign.value }),
    ...(order[0] !== "year" && { isDayFirst: order.indexOf("day") < order.indexOf("month") }),
  };
}
