// The columns of a kind as its file names them.
import { kindOf } from "../../../values/wire.ts";
import type { LoadKind } from "../load-kind.ts";

/** The names of a kind's columns in the file. */
export function fileColumns(kind: LoadKind): readonly string[] {
  return Object.keys(kind.schema.properties);
}

/** The columns that a row may not leave out; a list may always be left out of a CSV file's row. */
export function requiredColumns(kind: LoadKind): readonly string[] {
  return (kind.schema as { required?: readonly string[] }).required ?? [];
}

/** Whether a file's column is one value, or a list or object that a CSV cell holds as JSON. */
export function isJsonColumn(kind: LoadKind, column: string): boolean {
  const schema = kind.schema.properties[column];
  return schema !== undefined && kindOf(schema) !== "scalar";
}
