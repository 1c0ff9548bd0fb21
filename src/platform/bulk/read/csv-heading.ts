// The heading of a CSV file: which columns it names, what is wrong with it, and where the rows begin.
import type { RowProblem } from "../../../values/row-rule.ts";
import type { LoadKind } from "../load-kind.ts";
import type { CsvRecord } from "./csv-records.ts";
import { fileColumns, isJsonColumn, requiredColumns } from "./file-columns.ts";
import {
  type FoundHeading,
  findHeading,
  isShown,
  mostColumns,
  noHeading,
  shownName,
  titleAbove,
  tooWide,
  unknownColumn,
} from "./heading.ts";

interface FoundHeader {
  readonly header: CsvHeader;
  readonly problems: readonly { readonly line: number; readonly problems: readonly RowProblem[] }[];
  readonly next: number;
}

/** The heading of a file by its first records, what is wrong with it, and which record is the first
 * behind it; undefined where there are no records yet. */
export function headingOf(kind: LoadKind, records: readonly CsvRecord[]): FoundHeader | undefined {
  const [first] = records;
  if (first === undefined) return undefined;
  const found = findHeading(
    kind,
    records.map(({ cells }) => cells),
  );
  const { cells, line } = records[found?.index ?? 0] ?? first;
  const header = headerOf(kind, withoutSpare(cells, 1), found);
  const isBelow = found?.isNamed === true && found.index > 0;
  const problems = [
    ...(isBelow ? [{ line: first.line, problems: [titleAbove(line)] }] : []),
    ...(header.problems.length > 0 ? [{ line, problems: header.problems }] : []),
  ];
  return { header, problems, next: (found?.index ?? 0) + 1 };
}

/** A spreadsheet writes empty cells behind the columns that are used; at least `min` cells stay. */
export function withoutSpare(
  cells: readonly (string | null)[],
  min: number,
): readonly (string | null)[] {
  if (cells.length <= min || cells.at(-1) !== null) return cells;
  const last = cells.findLastIndex((cell) => cell !== null);
  return cells.slice(0, Math.max(last + 1, min));
}

/** The columns that a file names, and what is wrong with them. */
export interface CsvHeader {
  /** Unknown columns are undefined. */
  readonly columns: readonly (HeaderColumn | undefined)[];
  readonly absent: readonly string[];
  readonly problems: readonly RowProblem[];
}

interface HeaderColumn {
  readonly name: string;
  readonly isJson: boolean;
}

function headerOf(
  kind: LoadKind,
  cells: readonly (string | null)[],
  found: FoundHeading | undefined,
): CsvHeader {
  const names = cells.slice(0, mostColumns).map((name) => name ?? "");
  const known = new Set(fileColumns(kind));
  const absent = absentColumns(kind, names);
  return {
    columns: names.map((name) =>
      known.has(name) ? { name, isJson: isJsonColumn(kind, name) } : undefined,
    ),
    absent,
    problems:
      cells.length > mostColumns
        ? [tooWide(cells.length)]
        : headerProblems(kind, names, { absent, found }),
  };
}

function absentColumns(kind: LoadKind, header: readonly string[]): readonly string[] {
  return requiredColumns(kind).filter((name) => !header.includes(name));
}

function headerProblems(
  kind: LoadKind,
  header: readonly string[],
  { absent, found }: { absent: readonly string[]; found: FoundHeading | undefined },
): RowProblem[] {
  const names = fileColumns(kind);
  const known = new Set(names);
  const [only = ""] = header;
  const separator = separators.find(([char]) => header.length === 1 && only.includes(char));
  if (separator !== undefined) {
    return [{ reason: `The columns are separated by ${separator[1]}; save the file with commas.` }];
  }
  if (!isShown(kind, found)) return [noHeading(kind, found)];
  const seen = new Set<string>();
  const twice = header.filter((name) => seen.size === seen.add(name).size);
  return [
    ...header
      .filter((name) => !known.has(name))
      .map((name) => ({ column: shownName(kind, name), reason: unknownColumn(kind, name) })),
    ...twice.map((column) => ({ column, reason: "The column appears twice." })),
    ...absent.map((column) => ({ column, reason: "The column is missing." })),
  ];
}

const separators = [
  [";", "semicolons"],
  ["\t", "tabs"],
  ["|", "bars"],
] as const;
