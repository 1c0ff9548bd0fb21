// The columns of a kind as its file names them.
import type { TSchema } from "typebox";
import { kindOf } from "../../../values/wire.ts";
import type { LoadKind } from "../load-kind.ts";
import type { CellHint } from "./cell-limits.ts";

/** The names of a kind's columns in the file. */
export function fileColumns(kind: LoadKind): readonly string[] {
  return Object.keys(kind.schema.properties);
}

/** The columns that a row may not leave out; a list may always be left out of a CSV file's row. */
export function requiredColumns(kind: LoadKind): readonly string[] {
  return (kind.schema as { required?: readonly string[] }).required ?? [];
}

/** The schema of a column; undefined if the kind does not have it. */
export function columnSchema({ schema }: LoadKind, column: string): TSchema | undefined {
  return ownPart(schema.properties, column);
}

/** The kind's own message for a cell of a column that is not accepted, if it has one. */
export function columnHint(
  { hints }: LoadKind,
  column: string,
  cell: string,
): CellHint | undefined {
  return hints === undefined ? undefined : ownPart(hints, column)?.(cell);
}

/** A part by a name that a file has given, which may be one that every object has: "constructor". */
export function ownPart<Part>(
  parts: Readonly<Record<string, Part>>,
  name: string,
): Part | undefined {
  return Object.hasOwn(parts, name) ? parts[name] : undefined;
}

/** Whether a file's column is one value, or a list or object that a CSV cell holds as JSON. */
export function isJsonColumn(kind: LoadKind, column: string): boolean {
  const schema = columnSchema(kind, column);
  return schema !== undefined && kindOf(schema) !== "scalar";
}
