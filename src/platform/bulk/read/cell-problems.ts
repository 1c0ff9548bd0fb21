// Sentences about a cell that is not accepted: its value, masked where it is private, and the cure.
import type { TSchema } from "typebox";
import { isExactNumber, type JsonValue } from "../../../values/json.ts";
import type { Problem } from "../../../values/problem.ts";
import { decode } from "../../../values/wire.ts";
import type { LoadKind } from "../load-kind.ts";
import { findExcess } from "./cell-limits.ts";
import { type CellType, cellTypeFor, readCell } from "./cell-readings.ts";
import { columnHint, ownPart } from "./file-columns.ts";

/** The value of a cell as it may be shown, and what to write in its place; the reason too, where
 * it is known better than by the code of the problem. */
export interface ShownCell {
  readonly reason?: string;
  readonly value?: string;
  readonly cure?: string;
}

const maxLength = 60;
const maxCodes = 12;

const forms: Readonly<Record<CellType, string | undefined>> = {
  day: "write a day that exists as YYYY-MM-DD",
  decimal: "write an amount in digits with a point, such as -1234.50",
  id: "write an id in digits alone, from a column that is formatted as text",
  truth: "write true or false",
  code: undefined,
  text: undefined,
};

/** Reports a cell of one of the kind's columns that was not accepted, or a part of a cell. */
export function shownCell(kind: LoadKind, column: string, raw: JsonValue | undefined): ShownCell {
  const cell = isExactNumber(raw) ? raw.text : raw;
  const schema = schemaAt(kind, column);
  if (typeof cell !== "string" || cell === "" || schema === undefined) return {};
  const type = cellTypeFor(schema);
  const [top = column] = column.split(/[.[]/, 1);
  const isPrivate = kind.privateFields?.includes(top) === true;
  const value = isPrivate ? masked(shortened(cell)) : shortened(cell);
  const { reason, cure } = columnHint(kind, column, cell) ?? findExcess(type, cell, schema) ?? {};
  const hint = reason === undefined || cure === undefined ? undefined : { reason, cure };
  if (isPrivate) {
    // A fault in a day discloses nothing of the person; a formula's error or a currency may, and so
    // may a rounded amount.
    const known = type === "day" ? faultCure(type, cell, schema) : undefined;
    const ownCure = type === "decimal" ? undefined : hint;
    return { value, ...(ownCure ?? cureOf(known ?? formOf(type, schema))) };
  }
  const read = readingCure(type, cell, schema);
  if (read === undefined && hint !== undefined) return { value, ...hint };
  return { value, ...cureOf(read ?? formOf(type, schema)) };
}

/** The schema of a column, or of a part of what is in it: `primaryAddress.line1`. */
function schemaAt({ schema }: LoadKind, column: string): TSchema | undefined {
  return column.split(".").reduce<TSchema | undefined>((within, name) => {
    const [own = name] = name.split("[", 1);
    const { properties = {} } = (within ?? {}) as { properties?: Record<string, TSchema> };
    const found = ownPart(properties, own);
    return own === name ? found : (found as { items?: TSchema } | undefined)?.items;
  }, schema);
}

function cureOf(cure: string | undefined): ShownCell {
  return cure === undefined ? {} : { cure };
}

/** The cure of a cell that has something with which it means nothing. */
function faultCure(type: CellType, cell: string, schema: TSchema): string | undefined {
  const { has, meanings } = readCell(type, cell, schema) ?? { has: [], meanings: [] };
  if (has.length === 0 || meanings.length > 0) return undefined;
  return [`it has ${has.join(" and ")}`, formOf(type, schema)].filter(Boolean).join(": ");
}

function readingCure(type: CellType, cell: string, schema: TSchema): string | undefined {
  const fault = faultCure(type, cell, schema);
  if (fault !== undefined) return fault;
  const { has, meanings } = readCell(type, cell, schema) ?? { has: [], meanings: [] };
  const what = has.join(" and ");
  if (!meanings.some(({ value }) => isAccepted(schema, value))) return undefined;
  const [only] = meanings;
  if (meanings.length === 1 && only !== undefined) return `it has ${what}: write ${only.value}`;
  // A meaning that is not accepted may be the one that is meant: 1.955 in a column of two places.
  const sentences = meanings.map(({ value }) =>
    isAccepted(schema, value) ? value : `${value} (which is not accepted)`,
  );
  return `it may mean ${sentences.join(" or ")}: write the one that is meant`;
}

/** Whether a cell of this schema may have the value. */
export function isAccepted(schema: TSchema, value: string): boolean {
  const problems: Problem[] = [];
  decode(schema, value, problems);
  return problems.length === 0;
}

function formOf(type: CellType, schema: TSchema): string | undefined {
  if (type !== "code") return forms[type];
  const { enum: codes = [] } = schema as { readonly enum?: readonly string[] };
  const some = codes.slice(0, maxCodes).join(", ");
  if (codes.length <= maxCodes) return `write one of ${some}`;
  return `write one of ${some} and others, which docs/codes.md lists`;
}

function shortened(cell: string): string {
  return cell.length > maxLength ? `${cell.slice(0, maxLength)}…` : cell;
}

/** The shape of a private list or object; what stands under the `open` names is shown as it is. */
export function maskedParts(value: unknown, open: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((each) => maskedParts(each, open));
  // A truth value's letters would reveal which it is.
  if (typeof value === "boolean") return "x";
  if (typeof value !== "object" || value === null)
    return value === null ? null : masked(`${value}`);
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      open.has(name) ? part : maskedParts(part, open),
    ]),
  );
}

/** The shape of a private value. */
export function masked(cell: string): string {
  return cell.replaceAll(/\p{N}/gu, "#").replaceAll(/\p{L}/gu, "x");
}
