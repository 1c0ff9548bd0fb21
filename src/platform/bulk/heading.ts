// Which first line of a file is a heading, and what may be told of its cells: without a heading it is
// a row of records, whose cells may be private.
import type { RowProblem } from "../../values/row-rule.ts";
import { masked } from "./cell-problems.ts";
import { fileColumns, requiredColumns } from "./file-columns.ts";
import type { LoadKind } from "./load-kind.ts";

/** Whether a file's first line is a heading: at least half of its cells name a column, or all columns
 * that the kind requires are named. One name alone may be a client's. */
export function isHeading(kind: LoadKind, cells: readonly string[]): boolean {
  const columns = fileColumns(kind);
  const given = cells.filter((cell) => cell.trim() !== "");
  const named = new Set(given.map((cell) => nearColumn(cell, columns)));
  named.delete(undefined);
  const hasRequired = requiredColumns(kind).every((column) => named.has(column));
  return named.size > 0 && (hasRequired || 2 * named.size >= given.length);
}

/** What to say of a first line that is no heading. */
export function noHeading(kind: LoadKind): RowProblem {
  const expected = requiredColumns(kind).join(", ");
  return {
    reason: `The first line is not a heading line; expected columns ${expected} and others.`,
    cure: "put a line with the names of the columns above it",
  };
}

/** The column that a name means: names that differ in case, blanks and punctuation alone are likely
 * to mean the same. */
export function nearColumn(name: string, names: readonly string[]): string | undefined {
  const letters = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  return names.find((each) => letters(each) === letters(name));
}

/** A heading's cell that names no column, as it may be told: of records with private values only the
 * shape of what looks like one. */
export function toldName({ privateFields = [] }: LoadKind, name: string): string {
  const looksPrivate = name.length > 60 || /[@{["]|(?:\p{N}\P{N}*){4}/u.test(name);
  return privateFields.length > 0 && looksPrivate ? masked(name.slice(0, 60)) : name;
}
