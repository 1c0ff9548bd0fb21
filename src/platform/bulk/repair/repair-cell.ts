// Repairs a cell that a spreadsheet has written in the form of a country. A cell that may mean two things is a
// problem unless the style, or the column, decides it.
import type { LoadProblem } from "../kinds/load-problem.ts";
import type { LoadKind } from "../load-kind.ts";
import { placesOver, roundedFor } from "../read/cell-limits.ts";
import { isAccepted, masked, shownCell } from "../read/cell-problems.ts";
import { cellTypeFor, type Reading, readCell, type Style } from "../read/cell-readings.ts";
import { columnHint, columnSchema, isJsonColumn } from "../read/file-columns.ts";

/** A value that was read otherwise than it is written; without a line it is of the file. */
export interface RepairedPlace {
  readonly line?: number;
  readonly column?: string;
  readonly given?: string;
  readonly read?: string;
  readonly has: string;
}

/** The means by which a file is repaired, and the notes about it. */
export interface FileRepair {
  readonly kind: LoadKind;
  readonly style: Partial<Style>;
  readonly readings: RepairedPlace[];
  readonly problems: Omit<LoadProblem, "file">[];
}

/** The order of the days in a column, as the first cell shows that can have no other. */
export interface DayOrder {
  readonly isDayFirst: boolean;
  readonly line: number;
}

interface GivenCell {
  readonly line: number;
  readonly column: string;
  readonly cell: string;
  /** The order that the days of the column show, where the style leaves it open. */
  readonly order: DayOrder | undefined;
}

/** The cell as a load accepts it, noted where it is written otherwise; a cell with a problem as it is. */
export function repairCell(repair: FileRepair, given: GivenCell): string {
  const { kind, readings } = repair;
  const { line, column, cell } = given;
  const schema = columnSchema(kind, column);
  if (schema === undefined || isJsonColumn(kind, column) || cell === "") return cell;
  const type = cellTypeFor(schema);
  const isSound = isAccepted(schema, cell);
  // Of what is accepted as it is, only an amount may mean something else: 1.234.
  if (isSound && type !== "decimal") return cell;
  const reading = readCell(type, cell, schema) ?? { has: [], meanings: [] };
  const known = meantBy(repair, given, reading) ?? (isSound ? undefined : hinted(kind, given));
  if (known !== undefined) {
    if (known.value === cell) return cell;
    const isPrivate = kind.privateFields?.includes(column) === true;
    const shown = (value: string) => (isPrivate ? masked(value) : value);
    const place = { line, column, given: shown(cell), read: shown(known.value) };
    readings.push({ ...place, has: known.has.join(" and ") });
    return known.value;
  }
  if (!isSound || reading.meanings.length > 0) noteUnclear(repair, given, reading);
  return cell;
}

interface Known {
  readonly value: string;
  readonly has: readonly string[];
}

/** The one meaning that the cell has, where the column accepts it, rounded to its places if need be. */
function meantBy(
  { kind, style }: FileRepair,
  { column, order }: GivenCell,
  { has, meanings }: Reading,
): Known | undefined {
  const schema = columnSchema(kind, column);
  // The style decides first: what the column accepts says nothing about how its author writes.
  const meant = meanings.filter((each) => fitsStyle(each.style, { ...order, ...style }));
  const [only] = meant;
  if (schema === undefined || meant.length !== 1 || only === undefined) return undefined;
  const isOrdered =
    order !== undefined && meanings.length > 1 && only.style?.isDayFirst !== undefined;
  const reasons = isOrdered
    ? [...has, `its parts in the order that line ${order.line} shows`]
    : has;
  if (isAccepted(schema, only.value)) return { value: only.value, has: reasons };
  // A value that may also be thousands is not rounded: 1.955 in a column of two places.
  const value = meanings.length === 1 ? roundedFor(schema, only.value) : undefined;
  return value === undefined
    ? undefined
    : { value, has: [...reasons, placesOver(schema, only.value)] };
}

/** The certain meaning of the cell that the kind itself knows. */
function hinted(kind: LoadKind, { column, cell }: GivenCell): Known | undefined {
  const hint = columnHint(kind, column, cell.trim());
  const own = columnSchema(kind, column);
  if (hint?.read === undefined || own === undefined || !isAccepted(own, hint.read))
    return undefined;
  return { value: hint.read, has: ["zeros at its beginning that were dropped"] };
}

function noteUnclear(
  { kind, style, problems }: FileRepair,
  { line, column, cell }: GivenCell,
  { meanings }: Reading,
): void {
  const schema = columnSchema(kind, column);
  if (schema === undefined) return;
  const isPrivate = kind.privateFields?.includes(column) === true;
  const meant = meanings.filter((each) => fitsStyle(each.style, style));
  const accepted = meanings.filter(({ value }) => isAccepted(schema, value));
  const problem = { line, column, ...shownCell(kind, column, cell) };
  if (meant.length > 1 && accepted.length > 0) {
    const values = isPrivate ? "two values" : meanings.map(({ value }) => value).join(" or ");
    const cure = `it may mean ${values}: say which with --locale, such as en-US or de-DE`;
    problems.push({ ...problem, reason: "The value has two meanings.", cure });
  } else if (meanings.length > meant.length) {
    const [only] = meant;
    const reason = "The value is not accepted as the locale writes it.";
    const other = only === undefined ? accepted[0] : undefined;
    const cure = only
      ? `it means ${only.value} there, which the column does not accept`
      : other && `if it means ${other.value}, write that`;
    problems.push({ ...problem, reason, ...(cure !== undefined && !isPrivate && { cure }) });
  } else problems.push({ ...problem, reason: problem.reason ?? "The value has no known meaning." });
}

/** Whether a meaning has the style, as far as that is known. */
function fitsStyle(needed: Partial<Style> | undefined, style: Partial<Style>): boolean {
  return Object.entries(needed ?? {}).every(
    ([key, value]) => (style[key as keyof Style] ?? value) === value,
  );
}
