// The tables of a file: where a heading stands, which rows are records, and which are titles, totals and footnotes.
import { isNothing } from "./cell-readings.ts";
import type { LineAside, Question } from "./facts.ts";
import { readTemplate, type Told } from "./name-template.ts";
import type { Field, TableShape } from "./profile.ts";
import { recordsOf, separators, type TextRecord } from "./separated-text.ts";

/** A record with its cells by field; of a price matrix the other columns by heading. */
export interface TableRow {
  readonly line: number;
  readonly table: TableShape;
  readonly told: Told;
  readonly cells: Readonly<Partial<Record<Field, string>>>;
  readonly others: readonly (readonly [string, string])[];
  readonly text: string;
}

/** What a file holds. */
export interface FileTables {
  readonly rows: TableRow[];
  readonly asides: LineAside[];
  readonly questions: Question[];
  readonly hasHeading: boolean;
}

/** A heading that was found, with the place of each field. */
interface Heading {
  readonly tables: readonly TableShape[];
  readonly names: readonly string[];
  readonly places: ReadonlyMap<TableShape, ReadonlyMap<number, Field>>;
}

/** Reads the tables of a text, with the separator under which it has a heading. */
export function tablesOf(
  file: string,
  text: string,
  shapes: readonly TableShape[],
  told: Told,
): FileTables {
  const readings = separators.map((separator) => () => {
    return readTables(file, recordsOf(text, separator), shapes, told);
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
  toldByName: Told,
): FileTables {
  const asides: LineAside[] = [];
  const rows: TableRow[] = [];
  const unknown = new Map<string, Question>();
  let heading: Heading | undefined;
  let told = toldByName;
  for (const record of records) {
    const aside = (as: LineAside["as"]) =>
      asides.push({ file, line: record.line, as, text: shown(record) });
    const next = headingOf(record, shapes);
    const title = next === undefined ? titleOf(record, shapes) : undefined;
    if (next !== undefined) heading = next;
    else if (title !== undefined) {
      told = { ...told, ...title };
      aside("title");
    } else if (heading === undefined) aside("title");
    else if (isTotal(record, heading)) aside("total");
    else if (isFootnote(record, heading)) aside("footnote");
    else {
      const row = rowOf(record, heading, told);
      if (row === undefined) aside("ignored");
      else rows.push(row);
      noteUnknown(file, record, heading, unknown);
    }
  }
  return { rows, asides, questions: [...unknown.values()], hasHeading: heading !== undefined };
}

/** A heading names every required field of a table; the same one may stand for several tables. */
function headingOf(record: TextRecord, shapes: readonly TableShape[]): Heading | undefined {
  const names = record.cells.map(normal);
  const places = new Map<TableShape, ReadonlyMap<number, Field>>();
  for (const table of shapes) {
    const fields = placesIn(names, table);
    const found = new Set(fields.values());
    if (fields.size > 1 || table.kind === "priceMatrix") {
      if (table.required.every((field) => found.has(field))) places.set(table, fields);
    }
  }
  if (places.size === 0) return undefined;
  return { tables: [...places.keys()], names: record.cells, places };
}

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

function titleOf(record: TextRecord, shapes: readonly TableShape[]): Told | undefined {
  const [first = "", ...rest] = record.cells.filter((cell) => cell !== "");
  if (rest.length > 2) return undefined;
  for (const { titles } of shapes) {
    for (const template of titles) {
      const told = readTemplate(template, first);
      if (told !== undefined) return told;
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

function rowOf(record: TextRecord, heading: Heading, told: Told): TableRow | undefined {
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
  return { line: record.line, table, told, cells, others, text: shown(record) };
}

function isOf(shape: TableShape, record: TextRecord, { names }: Heading): boolean {
  return Object.entries(shape.where).every(([name, words]) => {
    const at = names.findIndex((column) => normal(column) === normal(name));
    const cell = normal(record.cells[at] ?? "");
    return words.some((word) => normal(word) === cell);
  });
}

function noteUnknown(
  file: string,
  record: TextRecord,
  { tables, names, places }: Heading,
  unknown: Map<string, Question>,
): void {
  if (tables.some(({ kind, ignoredColumns: [first] }) => kind === "priceMatrix" || first === "*")) {
    return;
  }
  for (const [at, cell] of record.cells.entries()) {
    const word = names[at] ?? "";
    if (isNothing(cell) || tables.some((table) => isKnown(table, word, places.get(table)?.has(at))))
      continue;
    const earlier = unknown.get(word);
    const count = (earlier?.count ?? 0) + 1;
    const place = { file, line: earlier?.line ?? record.line };
    unknown.set(word, {
      ...place,
      about: "column",
      word,
      count,
      example: earlier?.example ?? cell,
    });
  }
}

function isKnown(table: TableShape, word: string, isField: boolean | undefined): boolean {
  const name = normal(word);
  const isCondition = Object.keys(table.where).some((column) => normal(column) === name);
  return (
    isField === true || isCondition || table.ignoredColumns.some((known) => normal(known) === name)
  );
}

function shown({ cells }: TextRecord): string {
  return cells
    .filter((cell) => cell !== "")
    .join(" | ")
    .slice(0, 200);
}
