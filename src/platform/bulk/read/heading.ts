// The line of a file that is its heading, and the cells of it that a message may show: without a
// heading the first line is a row of records, whose cells may be private.
import type { RowProblem } from "../../../values/row-rule.ts";
import type { LoadKind } from "../load-kind.ts";
import { masked } from "./cell-problems.ts";
import { fileColumns, requiredColumns } from "./file-columns.ts";

type Cells = readonly (string | null)[];

/** How many lines a title may have above a heading. */
const searched = 20;

/** How many columns a heading may have: no kind has as many, and millions, which a small file may have, would be judged
 * one by one before the next request is heard. */
export const mostColumns = 1_000;

/** The place of a heading among the first records of a file, and whether its names are those of the
 * kind; undefined where the first record is one of the records. */
export interface FoundHeading {
  readonly index: number;
  readonly isNamed: boolean;
}

/** Finds the heading: the record that names every required column, or at least half of whose cells
 * name one, below a title if there is one; or else names that the kind does not have. */
export function findHeading(kind: LoadKind, records: readonly Cells[]): FoundHeading | undefined {
  const first = records.slice(0, searched).map((cells) => cells.slice(0, mostColumns));
  const whole = first.findIndex((cells) => hasRequired(kind, cells));
  const named = whole === -1 ? first.findIndex((cells) => isHeading(kind, cells)) : whole;
  if (named !== -1) return { index: named, isNamed: true };
  // A title is not as wide as what it stands above.
  const width = Math.max(...first.map(cellCount));
  const index = first.findIndex((cells) => cellCount(cells) === width);
  const isAbove = width > 1 && first.slice(index + 1).some((cells) => !isOfNames(cells));
  return isAbove && isOfNames(first[index] ?? []) ? { index, isNamed: false } : undefined;
}

function cellCount(cells: Cells): number {
  return filledCells(cells).length;
}

function filledCells(cells: Cells): string[] {
  return cells.filter((cell) => cell !== null && cell.trim() !== "") as string[];
}

/** Whether each cell may be the name of a column: what has no letters, long numbers, addresses or
 * JSON belongs to a record. */
function isOfNames(cells: Cells): boolean {
  const given = filledCells(cells);
  const isName = (cell: string) => /\p{L}/u.test(cell) && cell.length <= 60 && !looksPrivate(cell);
  return given.length > 0 && given.every(isName);
}

/** Whether a line is a heading: at least half of its cells name a column, or all columns that the
 * kind requires are named. One name alone may be a client's. */
function isHeading(kind: LoadKind, cells: Cells): boolean {
  const { size } = namedBy(kind, cells);
  return size > 0 && (hasRequired(kind, cells) || 2 * size >= filledCells(cells).length);
}

function hasRequired(kind: LoadKind, cells: Cells): boolean {
  const named = namedBy(kind, cells);
  return named.size > 0 && requiredColumns(kind).every((column) => named.has(column));
}

function namedBy(kind: LoadKind, cells: Cells): ReadonlySet<string> {
  return new Set(filledCells(cells).flatMap((cell) => similarColumn(kind, cell) ?? []));
}

/** Whether the cells of a heading are reported one by one: names that the kind does not have only
 * where they cannot be a person's. */
export function isShown({ privateFields }: LoadKind, found: FoundHeading | undefined): boolean {
  return found !== undefined && (found.isNamed || privateFields === undefined);
}

/** The problem of a file without the names of the kind's columns: it has others, of which those of
 * records with private values are not reported, or its first line is a record. */
export function noHeading(kind: LoadKind, found: FoundHeading | undefined): RowProblem {
  const expected = `expected columns ${requiredColumns(kind).join(", ")} and others`;
  if (found === undefined) {
    return {
      reason: `The first line is not a heading line; ${expected}.`,
      cure: "put a line with the names of the columns above it",
    };
  }
  return {
    reason: `The heading names no column of this kind; ${expected}.`,
    cure: "rename its columns; if it is a record, put a line with the names above it",
  };
}

/** The problem of a heading with more columns than any file of records has. */
export function tooWide(columns: number): RowProblem {
  return {
    reason: `The heading has ${columns} columns, and may have ${mostColumns}.`,
    cure: "take out the columns that are not of this kind",
  };
}

/** The problem of lines above a heading. */
export function titleAbove(line: number): RowProblem {
  return {
    reason: `Above the heading on line ${line} stands what is neither a heading nor a record.`,
    cure: "take out the lines above the heading, as `bursar load --mend` does",
  };
}

/** The column that a name means: names that differ in case, blanks and punctuation alone are likely
 * to mean the same. */
export function similarColumn(kind: LoadKind, name: string): string | undefined {
  return columnsByLetters(kind).get(foldedLetters(name));
}

const byKind = new WeakMap<LoadKind, ReadonlyMap<string, string>>();

/** The kind's columns by the letters of their names, cached: a heading may have very many cells. */
function columnsByLetters(kind: LoadKind): ReadonlyMap<string, string> {
  const known = byKind.get(kind);
  if (known !== undefined) return known;
  const made = new Map(fileColumns(kind).map((column) => [foldedLetters(column), column]));
  byKind.set(kind, made);
  return made;
}

// The names that custodians and spreadsheets give some columns.
const otherNames: Readonly<Record<string, readonly string[]>> = {
  ticker: ["symbol"],
  shares: ["quantity", "qty", "units"],
  close: ["price", "nav", "lastprice"],
  accountNumber: ["acct", "acctno", "acctnumber"],
  transactionType: ["action", "activity"],
  tid: ["ssn", "taxid"],
};

/** The column that a name may mean, to ask about: another name of it, or one that contains it or is
 * contained in it, if there is just one. */
function likelyColumn(kind: LoadKind, name: string): string | undefined {
  const columns = columnsByLetters(kind);
  const letters = foldedLetters(name);
  const same = columns.get(letters);
  if (same !== undefined || letters.length < 3) return same;
  const known = [...columns.values()].filter((each) => otherNames[each]?.includes(letters));
  if (known.length === 1) return known[0];
  if (letters.length < 4) return undefined;
  const [only, ...others] = [...columns].filter(
    ([own]) => own.length >= 4 && (own.includes(letters) || letters.includes(own)),
  );
  return others.length === 0 ? only?.[1] : undefined;
}

function foldedLetters(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}

/** The sentence about a column that the kind does not have. */
export function unknownColumn(kind: LoadKind, name: string): string {
  const likely = likelyColumn(kind, name);
  return `The column is unknown${likely === undefined ? "." : `; did you mean ${likely}?`}`;
}

/** A heading's cell that names no column, as a message may show it: of records with private values
 * only the shape of what looks like one. */
export function shownName({ privateFields = [] }: LoadKind, name: string): string {
  const isMasked = privateFields.length > 0 && (name.length > 60 || looksPrivate(name));
  return isMasked ? masked(name.slice(0, 60)) : name;
}

function looksPrivate(name: string): boolean {
  return /[@{["]|(?:\p{N}\P{N}*){4}/u.test(name);
}
