// Reads one code list from its file, refuses a malformed one, and returns what a code means.
// (interface 2)
import { readFileSync } from "node:fs";
import { type Day, decodeDay } from "@bursar/values/dates";
import { type Decimal, decodeDecimal } from "@bursar/values/decimal";
import { csvRecordsIn } from "../platform/bulk/read/csv-records.ts";
import { type Right, rights } from "../values/rights.ts";

/** The facts that every code list states of a code; both days are part of its validity, undefined
 * is open-ended. */
export interface CodeRow {
  readonly code: string;
  readonly name: string;
  readonly description: string;
  readonly validFrom: Day | undefined;
  readonly validTo: Day | undefined;
}

/** A code list; without a day, `has` and `find` consider all rows and `find` returns the latest. */
export interface CodeList<Row extends CodeRow = CodeRow> {
  readonly name: string;
  /** Whether a row's long name may be sent instead of its code. */
  readonly takesNames: boolean;
  /** The columns that this list has in addition to those of every list. */
  readonly columns: readonly string[];
  /** All rows in the order of the file. */
  readonly rows: readonly Row[];
  /** Whether the text is a code, or a name where names are accepted, in force on the day. */
  has(codeOrName: string, on?: Day): boolean;
  /** The row of a code, or of a name where names are accepted. */
  find(codeOrName: string, on?: Day): Row | undefined;
  /** The row in force on the day, or else the one that was last in force before it. */
  lastInForce(codeOrName: string, on: Day): Row | undefined;
  /** The code of a code or name, or undefined when the list has neither. */
  codeOf(codeOrName: string, on?: Day): string | undefined;
}

/** Reads one cell of an additional column, or throws an Error that says what is expected. */
export type Column<T> = (cell: string) => T;

/** The additional columns of a list whose rows have the fields of `X` besides those of every
 * row. */
export type Columns<X> = { readonly [K in keyof X]: Column<X[K]> };

/** The options that make a list more than its codes. */
export interface ListOptions<X> {
  readonly takesNames?: boolean;
  readonly columns?: Columns<X>;
  /** Says what is wrong with a row in relation to the others, or nothing. */
  readonly fault?: (row: CodeRow & X, rows: readonly (CodeRow & X)[]) => string | undefined;
}

const standard = ["code", "name", "description", "validFrom", "validTo"];

/** Reads `codes/<name>.csv`; throws an Error that names file and row when it is malformed. */
export function readCodeList<X extends object = object>(
  name: string,
  options: ListOptions<X> = {},
): CodeList<CodeRow & X> {
  const text = readFileSync(new URL(`codes/${name}.csv`, import.meta.url), "utf8");
  return decodeCodeList(name, text, options);
}

/** The same from the file's content. */
export function decodeCodeList<X extends object = object>(
  name: string,
  content: string,
  options: ListOptions<X> = {},
): CodeList<CodeRow & X> {
  const columns = options.columns ?? ({} as Columns<X>);
  const takesNames = options.takesNames ?? false;
  const rows = decodeRows(`${name}.csv`, content, columns);
  rows.forEach((row, index) => {
    const fault =
      period(row) ??
      double(row, rows.slice(0, index)) ??
      (takesNames ? unusableName(row, rows) : undefined) ??
      options.fault?.(row, rows);
    if (fault !== undefined) throw new Error(`${name}.csv, row ${index + 2}: ${fault}`);
  });
  return codeListOf({ name, takesNames, columns: Object.keys(columns), rows });
}

/** The list of some rows. */
export function codeListOf<Row extends CodeRow>(
  list: Pick<CodeList<Row>, "name" | "takesNames" | "columns" | "rows">,
): CodeList<Row> {
  const periods = new Map<string, Row[]>();
  const add = (key: string, row: Row) => periods.set(key, [...(periods.get(key) ?? []), row]);
  for (const row of list.rows) {
    add(row.code, row);
    if (list.takesNames && row.name !== row.code) add(row.name, row);
  }
  // Most look-ups name no day, and there are several for each row of a list.
  const newest = new Map([...periods].map(([key, rows]) => [key, latest(rows)]));
  const find = (codeOrName: string, on?: Day) => {
    if (on === undefined) return newest.get(codeOrName);
    return periods.get(codeOrName)?.find((row) => isInForce(row, on));
  };
  return {
    ...list,
    has: (codeOrName, on) => find(codeOrName, on) !== undefined,
    find,
    lastInForce: (codeOrName, on) =>
      latest((periods.get(codeOrName) ?? []).filter((row) => (row.validFrom ?? on) <= on)),
    codeOf: (codeOrName, on) => find(codeOrName, on)?.code,
  };
}

function isInForce(row: CodeRow, on: Day): boolean {
  return (row.validFrom ?? on) <= on && on <= (row.validTo ?? on);
}

function latest<Row extends CodeRow>(rows: readonly Row[]): Row | undefined {
  return rows.toSorted((a, b) => ((a.validFrom ?? "") < (b.validFrom ?? "") ? 1 : -1))[0];
}

function decodeRows<X extends object>(file: string, content: string, columns: Columns<X>) {
  // Spreadsheets write a mark of the byte order first.
  const text = content.replace(/^\uFEFF/, "");
  const { records: lines, fault } = csvRecordsIn(text, { delimiter: ",", firstLine: 1 });
  if (fault !== undefined) throw new Error(`${file}, row ${fault.line}: ${fault.message}`);
  const [header = [], ...records] = lines.map(({ cells }) => cells.map((cell) => cell ?? ""));
  const expected = [...standard, ...Object.keys(columns)];
  if (header.join() !== expected.join()) {
    throw new Error(`${file}, row 1: the columns must be ${expected.join(",")}`);
  }
  return records.map((cells, index) => {
    try {
      if (cells.length !== expected.length)
        throw new Error(`${expected.length} cells are expected`);
      return decodeRow(cells, columns);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`${file}, row ${index + 2}: ${reason}`, { cause });
    }
  });
}

function decodeRow<X extends object>(cells: readonly string[], columns: Columns<X>): CodeRow & X {
  const [code = "", name = "", description = "", validFrom = "", validTo = "", ...rest] = cells;
  if (code === "") throw new Error("the code is missing");
  if (name === "") throw new Error("the name is missing");
  const more = Object.entries<Column<unknown>>(columns).map(([column, decode], index) => {
    return [column, decode(rest[index] ?? "")] as const;
  });
  const row: CodeRow = {
    code,
    name,
    description,
    validFrom: optional(dayCell)(validFrom),
    validTo: optional(dayCell)(validTo),
  };
  return Object.freeze({ ...row, ...Object.fromEntries(more) }) as CodeRow & X;
}

function period(row: CodeRow): string | undefined {
  if (row.validFrom === undefined || row.validTo === undefined) return undefined;
  return row.validFrom > row.validTo ? "validFrom is after validTo" : undefined;
}

function double(row: CodeRow, earlier: readonly CodeRow[]): string | undefined {
  const clash = earlier.some(
    (other) =>
      other.code === row.code &&
      (other.validFrom ?? "") <= (row.validTo ?? "9999-12-31") &&
      (row.validFrom ?? "") <= (other.validTo ?? "9999-12-31"),
  );
  return clash ? `${row.code} is in force twice` : undefined;
}

// A name that two codes share, or that is another row's code, would make a request ambiguous.
function unusableName(row: CodeRow, rows: readonly CodeRow[]): string | undefined {
  const clash = rows.some(
    (other) => other.code !== row.code && [other.code, other.name].includes(row.name),
  );
  return clash ? `the name ${row.name} also stands for another code` : undefined;
}

function dayCell(cell: string): Day {
  const day = decodeDay(cell);
  if (day === undefined || day !== cell) throw new Error(`${cell} is not a day`);
  return day;
}

/** A cell that is one of a few words. */
export function oneOf<const W extends readonly string[]>(...words: W): Column<W[number]> {
  return (cell) => {
    const word = words.find((one) => one === cell);
    if (word === undefined) throw new Error(`"${cell}" is none of ${words.join(", ")}`);
    return word;
  };
}

/** A cell that may be empty, which reads as undefined. */
export function optional<T>(column: Column<T>): Column<T | undefined> {
  return (cell) => (cell === "" ? undefined : column(cell));
}

/** A cell with any text but none. */
export function textCell(cell: string): string {
  if (cell === "") throw new Error("a cell is empty");
  return cell;
}

/** A cell with words, separated by spaces. */
export function wordsCell(cell: string): readonly string[] {
  return textCell(cell).split(" ");
}

/** A cell with an amount of dollars. */
export function amountCell(cell: string): Decimal {
  const amount = decodeDecimal(cell);
  if (amount === undefined || cell.startsWith("-")) throw new Error(`"${cell}" is not an amount`);
  return amount;
}

/** A cell with a count of persons. */
export function countCell(cell: string): number {
  if (!/^[1-9]\d{0,8}$/.test(cell)) throw new Error(`"${cell}" is not a count`);
  return Number(cell);
}

/** A cell with rights to an account, separated by blanks. */
export function rightsCell(cell: string): readonly Right[] {
  return cell.split(" ").map((right) => oneOf(...rights)(right));
}

/** A cell with `yes` or `no`. */
export function yesOrNo(cell: string): boolean {
  return oneOf("yes", "no")(cell) === "yes";
}
