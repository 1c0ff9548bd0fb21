// The tables of a file: where a heading stands, which rows are records, and which are titles, totals and footnotes.
import { isNothing } from "./cell-readings.ts";
import type { FileProblem, LineAside, Question } from "./facts.ts";
import { readTemplate, type TemplateValues } from "./name-template.ts";
import type { Field, TableShape } from "./profile.ts";
import { recordsOf, separators, type TextRecord } from "./separated-text.ts";

/** A record with its cells by field; of a price matrix the other columns by heading. */
export interface TableRow {
  readonly line: number;
  readonly table: TableShape;
  readonly fromName: TemplateValues;
  readonly cells: Readonly<Partial<Record<Field, string>>>;
  readonly others: readonly (readonly [string, string])[];
  readonly text: string;
}

/** The content of a file. */
export interface FileTables {
  readonly rows: TableRow[];
  readonly asides: LineAside[];
  readonly questions: Question[];
  readonly problems: FileProblem[];
  readonly hasHeading: boolean;
}

/** The field of each column that has one. */
type Places = ReadonlyMap<number, Field>;

/** A heading that was found, with the place of each field. */
export interface Heading {
  readonly tables: readonly TableShape[];
  readonly names: readonly string[];
  readonly places: ReadonlyMap<TableShape, ReadonlyMap<number, Field>>;
  /** The columns that no table knows. */
  readonly unknown: readonly (readonly [number, string])[];
}

/** Reads the tables of a text, with the separator under which it has a heading. */
export function tablesOf(
  file: string,
  text: string,
  shapes: readonly TableShape[],
  fromName: TemplateValues,
): FileTables {
  const readings = separators.map((separator) => () => {
    return readTables(file, recordsOf(text, separator), shapes, fromName);
  });
  const found = separators.findIndex((separator) => hasHeading(text, separator, shapes));
  return (readings[Math.max(found, 0)] as () => FileTables)();
}

/** Beyond this line no first heading is looked for. */
const linesAboveHeading = 100;

function hasHeading(text: string, separator: string, shapes: readonly TableShape[]): boolean {
  for (const record of recordsOf(text, separator)) {
    if (headingOf(record, shapes) !== undefined) return true;
    if (record.line > linesAboveHeading) return false;
  }
  return false;
}

function readTables(
  file: string,
  records: Iterable<TextRecord>,
  shapes: readonly TableShape[],
  valuesOfName: TemplateValues,
): FileTables {
  const asides: LineAside[] = [];
  const rows: TableRow[] = [];
  const unknown = new Map<string, Question>();
  const words = headingWords(shapes);
  let heading: Heading | undefined;
  let isFound = false;
  let fromName = valuesOfName;
  for (const record of records) {
    const aside = (as: LineAside["as"]) =>
      asides.push({ file, line: record.line, as, text: shown(record) });
    const next = headingOf(record, shapes);
    const title = next === undefined ? titleOf(record, shapes) : undefined;
    if (next !== undefined) {
      heading = next;
      isFound = true;
    } else if (title !== undefined) {
      fromName = { ...fromName, ...title };
      aside("title");
    } else if (heading === undefined) aside(isFound ? "ignored" : "title");
    else if (isOtherHeading(record, words)) {
      heading = undefined;
      aside("section");
    } else if (isTotal(record, heading)) aside("total");
    else if (isFootnote(record, heading)) aside("footnote");
    else {
      const row = rowOf(record, heading, fromName);
      if (row === undefined) aside("ignored");
      else rows.push(row);
      noteUnknown(file, record, heading, unknown);
    }
  }
  return {
    rows,
    asides,
    questions: [...unknown.values()],
    problems: [],
    hasHeading: isFound,
  };
}

/** Every word that stands in a heading of the profile. */
function headingWords(shapes: readonly TableShape[]): ReadonlySet<string> {
  const words = shapes.flatMap(({ columns, ignoredColumns, where, except }) => [
    ...Object.values(columns).flat(),
    ...ignoredColumns,
    ...Object.keys({ ...where, ...except }),
  ]);
  return new Set(words.map(normal).filter((word) => word !== ""));
}

/** Whether a table begins that the profile does not have: three cells or more are words of headings, and none is
 * a figure. Its rows would be taken for those of the table above. */
function isOtherHeading({ cells }: TextRecord, words: ReadonlySet<string>): boolean {
  if (cells.some((cell) => figure.test(cell))) return false;
  return cells.filter((cell) => words.has(normal(cell))).length >= 3;
}

/** A heading names every required field of a table; the same one may stand for several tables. */
export function headingOf(record: TextRecord, shapes: readonly TableShape[]): Heading | undefined {
  const places = new Map<TableShape, ReadonlyMap<number, Field>>();
  // Most records are rows, and a look at their figures is cheaper than comparing their words.
  const figures = record.cells.filter((cell) => figure.test(cell)).length;
  if (figures === record.cells.length) return undefined;
  if (figures > 0 && shapes.every(({ kind }) => kind !== "priceMatrix")) return undefined;
  const names = record.cells.map(normal);
  for (const table of shapes) {
    const fields = placesIn(names, table);
    const found = new Set(fields.values());
    if (fields.size > 1 || table.kind === "priceMatrix") {
      if (table.required.every((field) => found.has(field))) places.set(table, fields);
    }
  }
  if (places.size === 0) return undefined;
  const tables = [...places.keys()];
  const unknown = [...record.cells.entries()].filter(
    ([at, word]) =>
      !tables.some((table) => isKnown(table, word, { at, places: places.get(table) })),
  );
  return { tables, names: record.cells, places, unknown };
}

/** A cell that begins as a figure, as no heading but a security's does. */
const figure = /^[-+($]*\d/;

/** The place of each field: of several columns for one field, the name that the profile has first. */
function placesIn(names: readonly string[], table: TableShape): ReadonlyMap<number, Field> {
  const places = new Map<number, Field>();
  for (const [field, alternates] of Object.entries(table.columns)) {
    const at = alternates.map((name) => names.indexOf(normal(name))).find((place) => place !== -1);
    if (at !== undefined) places.set(at, field as Field);
  }
  return places;
}

/** A heading without what differs from export to export: case, signs and spaces. */
export function normal(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}%]+/gu, " ")
    .trim();
}

function titleOf(record: TextRecord, shapes: readonly TableShape[]): TemplateValues | undefined {
  const [first = "", ...rest] = record.cells.filter((cell) => cell !== "");
  if (rest.length > 2) return undefined;
  for (const { titles } of shapes) {
    for (const template of titles) {
      const found = readTemplate(template, first);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function isTotal(record: TextRecord, { tables }: Heading): boolean {
  const first = normal(record.cells.find((cell) => cell !== "") ?? "");
  return tables.some(({ totals }) => totals.some((word) => first.startsWith(normal(word))));
}

/** Text alone in a line below a table of several columns. */
function isFootnote(record: TextRecord, { names }: Heading): boolean {
  return names.length > 2 && record.cells.filter((cell) => cell !== "").length === 1;
}

/** The row of a record, or undefined if no table of the heading takes it. */
export function rowOf(
  record: TextRecord,
  heading: Heading,
  fromName: TemplateValues,
): TableRow | undefined {
  const table = heading.tables.find((shape) => isOf(shape, record, heading));
  const places = table === undefined ? undefined : heading.places.get(table);
  if (table === undefined || places === undefined) return undefined;
  const cells: Partial<Record<Field, string>> = {};
  const others: (readonly [string, string])[] = [];
  for (const [at, cell] of record.cells.entries()) {
    const field = places.get(at);
    if (field !== undefined) cells[field] = cell;
    else if (table.kind === "priceMatrix") others.push([heading.names[at] ?? "", cell]);
  }
  return { line: record.line, table, fromName, cells, others, text: shown(record) };
}

function isOf(shape: TableShape, record: TextRecord, { names }: Heading): boolean {
  const has = ([name, words]: readonly [string, readonly string[]]) => {
    const at = names.findIndex((column) => normal(column) === normal(name));
    const cell = normal(record.cells[at] ?? "");
    return words.some((word) => normal(word) === cell);
  };
  return Object.entries(shape.where).every(has) && !Object.entries(shape.except).some(has);
}

/** Counts the columns that no table of the heading knows. */
export function noteUnknown(
  file: string,
  { line, cells }: TextRecord,
  heading: Heading,
  unknown: Map<string, Question>,
): void {
  for (const [at, word] of heading.unknown) {
    const cell = cells[at] ?? "";
    if (isNothing(cell)) continue;
    const first = unknown.get(word) ?? {
      file,
      line,
      about: "column",
      word,
      count: 0,
      example: cell,
    };
    unknown.set(word, { ...first, count: first.count + 1 });
  }
}

/** Whether a table needs nothing else of a column. */
function isKnown(
  table: TableShape,
  word: string,
  { at, places = new Map() }: { readonly at: number; readonly places?: Places | undefined },
): boolean {
  const found = new Set(places.values());
  const isWhole = table.expected.every((field) => found.has(field));
  if (table.kind === "priceMatrix" || (table.ignoredColumns[0] === "*" && isWhole)) return true;
  const name = normal(word);
  const isCondition = Object.keys({ ...table.where, ...table.except }).some(
    (column) => normal(column) === name,
  );
  return (
    places.has(at) || isCondition || table.ignoredColumns.some((known) => normal(known) === name)
  );
}

/** The beginning of a record for people. */
export function shown({ cells }: TextRecord): string {
  return cells
    .filter((cell) => cell !== "")
    .join(" | ")
    .slice(0, 200)
    .toWellFormed();
}
