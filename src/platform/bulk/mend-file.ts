// Mends the text of a CSV file that a spreadsheet has written: separators, names of columns, and cells
// in the form of a country. What may mean two things is a problem unless a style decides it.
import { CsvError, parse } from "csv-parse/sync";
import type { TSchema } from "typebox";
import type { Problem } from "../../values/problem.ts";
import { decode } from "../../values/wire.ts";
import { masked, toldCell } from "./cell-problems.ts";
import { cellTypeOf, readingOf, type Style } from "./cell-readings.ts";
import { csvFault } from "./csv-records.ts";
import { fileColumns, isJsonColumn } from "./file-columns.ts";
import { isHeading, nearColumn, noHeading, toldName } from "./heading.ts";
import type { LoadKind } from "./load-kind.ts";
import type { LoadProblem } from "./load-problem.ts";

/** What was read otherwise than it is written; without a line it is of the file. */
export interface MendedPlace {
  readonly line?: number;
  readonly column?: string;
  readonly given?: string;
  readonly read?: string;
  readonly has: string;
}

/** A mended file: its text, what was read, and what nobody but its author can decide. */
export interface MendedFile {
  readonly text: string;
  readonly rows: number;
  readonly readings: readonly MendedPlace[];
  readonly problems: readonly Omit<LoadProblem, "file">[];
}

type Cell = string | null;

/** A record, and the line on which it begins. */
interface Parsed {
  readonly record: readonly Cell[];
  readonly line: number;
}

interface Mending {
  readonly kind: LoadKind;
  readonly style: Partial<Style>;
  readonly readings: MendedPlace[];
  readonly problems: Omit<LoadProblem, "file">[];
}

/** Mends the text of a file of a kind. */
export function mendFile(kind: LoadKind, text: string, style: Partial<Style>): MendedFile {
  const mending: Mending = { kind, style, readings: [], problems: [] };
  const { delimiter, body, firstLine } = separatorOf(kind, text);
  if (delimiter !== ",") {
    mending.readings.push({ has: `columns separated by ${names[delimiter] ?? delimiter}` });
  }
  const [head, ...rows] = parsed(body, { delimiter, firstLine }, mending);
  if (head === undefined) {
    if (mending.problems.length === 0) {
      mending.problems.push({ line: firstLine, reason: "The file has no rows." });
    }
    return { text: "", rows: 0, ...mending };
  }
  if (
    !isHeading(
      kind,
      head.record.map((cell) => cell ?? ""),
    )
  ) {
    mending.problems.push({ line: head.line, ...noHeading(kind) });
    return { text: "", rows: 0, ...mending };
  }
  const columns = columnsOf(mending, head);
  const lines = rows.flatMap((row) => {
    const cells = rowOf(mending, columns, row);
    return cells === undefined ? [] : [cells.map(written).join(",")];
  });
  const header = columns.join(",");
  return { text: `${[header, ...lines].join("\n")}\n`, rows: lines.length, ...mending };
}

const names: Readonly<Record<string, string>> = { ";": "semicolons", "\t": "tabs", "|": "bars" };

/** The separator under which the first line names most columns. */
function separatorOf(
  kind: LoadKind,
  text: string,
): { delimiter: string; body: string; firstLine: number } {
  const [, stated = "", rest] = /^"?sep=(.)"?\r?\n([\s\S]*)$/i.exec(text) ?? [];
  if (rest !== undefined) return { delimiter: stated, body: rest, firstLine: 2 };
  const [first = ""] = text.split(/\r?\n/, 1);
  const known = (delimiter: string) =>
    first.split(delimiter).filter((name) => columnNamed(kind, name.replaceAll('"', ""))).length;
  const [delimiter = ","] = [",", ...Object.keys(names)].toSorted((a, b) => known(b) - known(a));
  return { delimiter, body: text, firstLine: 1 };
}

function parsed(
  body: string,
  { delimiter, firstLine }: { delimiter: string; firstLine: number },
  mending: Mending,
): readonly Parsed[] {
  // The line on which the next record begins, as each one ends.
  let next = firstLine;
  const records: Parsed[] = [];
  try {
    parse(body, {
      ...{ delimiter, relax_column_count: true, skip_empty_lines: true },
      cast: (value, { quoting }) => (value === "" && !quoting ? null : value),
      on_record: (record: readonly Cell[], { lines }) => {
        const inside = record.reduce((sum, cell) => sum + (cell?.split("\n").length ?? 1) - 1, 0);
        records.push({ record, line: firstLine - 1 + lines - inside });
        next = firstLine + lines;
      },
    });
    return records;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { line, message } = csvFault(error, next);
    mending.problems.push({ line, reason: `The file cannot be read on: ${message}` });
    return [];
  }
}

function columnNamed(kind: LoadKind, name: string): string | undefined {
  const known = fileColumns(kind);
  return known.includes(name) ? name : nearColumn(name, known);
}

function columnsOf({ kind, readings, problems }: Mending, { record, line }: Parsed): string[] {
  const last = record.findLastIndex((name) => name !== null);
  const seen = new Set<string>();
  return record.slice(0, last + 1).map((name) => {
    const given = name ?? "";
    const column = columnNamed(kind, given);
    if (column === undefined) {
      problems.push({ line, column: toldName(kind, given), reason: "The column is unknown." });
    } else if (seen.size === seen.add(column).size) {
      problems.push({ line, column, reason: "The column appears twice.", value: given });
    } else if (column !== given) {
      readings.push({ line, column, given, read: column, has: "another spelling" });
    }
    return column ?? given;
  });
}

function rowOf(
  mending: Mending,
  columns: readonly string[],
  { record, line }: Parsed,
): Cell[] | undefined {
  const last = record.findLastIndex((cell) => cell !== null);
  if (last === -1) {
    mending.readings.push({ line, has: "empty cells alone, and is left out" });
    return undefined;
  }
  if (last >= columns.length) {
    const reason = `The row has ${last + 1} cells and the header ${columns.length}.`;
    mending.problems.push({ line, reason });
  }
  return columns.map((column, at) => {
    const cell = record[at] ?? null;
    return cell === null ? null : cellOf(mending, { line, column, cell });
  });
}

function cellOf(
  { kind, style, readings, problems }: Mending,
  { line, column, cell }: { line: number; column: string; cell: string },
): string {
  const schema = kind.schema.properties[column];
  if (schema === undefined || isJsonColumn(kind, column) || cell === "") return cell;
  const type = cellTypeOf(schema);
  const isSound = isAccepted(schema, cell);
  // Of what is accepted as it is, only an amount may mean something else: 1.234.
  if (isSound && type !== "decimal") return cell;
  const isPrivate = kind.privateFields?.includes(column) === true;
  const { has = [], meanings = [] } = readingOf(type, cell, schema) ?? {};
  // The style decides first: what the column accepts says nothing about how its author writes.
  const meant = meanings.filter((each) => isOf(each.style, style));
  const [only] = meant;
  if (meant.length === 1 && only !== undefined && isAccepted(schema, only.value)) {
    if (only.value === cell) return cell;
    const shown = (value: string) => (isPrivate ? masked(value) : value);
    const place = { line, column, given: shown(cell), read: shown(only.value) };
    readings.push({ ...place, has: has.join(" and ") });
    return only.value;
  }
  if (isSound && meanings.length === 0) return cell;
  const told = { line, column, ...toldCell(kind, column, cell) };
  const accepted = meanings.filter(({ value }) => isAccepted(schema, value));
  if (meant.length > 1 && accepted.length > 0) {
    const values = isPrivate ? "two values" : meanings.map(({ value }) => value).join(" or ");
    const cure = `it may mean ${values}: say which with --locale, such as en-US or de-DE`;
    problems.push({ ...told, reason: "The value has two meanings.", cure });
  } else if (meanings.length > meant.length) {
    const reason = "The value is not accepted as the locale writes it.";
    const other = only === undefined ? accepted[0] : undefined;
    const cure = only
      ? `it means ${only.value} there, which the column does not accept`
      : other && `if it means ${other.value}, write that`;
    problems.push({ ...told, reason, ...(cure !== undefined && !isPrivate && { cure }) });
  } else problems.push({ ...told, reason: "The value has no known meaning." });
  return cell;
}

/** Whether a meaning has the style, as far as that is known. */
function isOf(needed: Partial<Style> | undefined, style: Partial<Style>): boolean {
  return Object.entries(needed ?? {}).every(
    ([key, value]) => (style[key as keyof Style] ?? value) === value,
  );
}

function isAccepted(schema: TSchema, value: string): boolean {
  const problems: Problem[] = [];
  decode(schema, value, problems);
  return problems.length === 0;
}

function written(cell: Cell): string {
  if (cell === null) return "";
  return cell === "" || /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** How a locale writes amounts and days; a part that decides nothing here is left out. */
export function styleOf(locale: string): Partial<Style> {
  const [tag = locale] = Intl.getCanonicalLocales(locale);
  const sign = new Intl.NumberFormat(tag).formatToParts(1.5).find(({ type }) => type === "decimal");
  const parts = new Intl.DateTimeFormat(tag, { dateStyle: "short" }).formatToParts(0);
  const order = parts.map(({ type }) => type).filter((type) => /^(day|month|year)$/.test(type));
  return {
    ...((sign?.value === "." || sign?.value === ",") && { decimalSign: sign.value }),
    ...(order[0] !== "year" && { isDayFirst: order.indexOf("day") < order.indexOf("month") }),
  };
}
