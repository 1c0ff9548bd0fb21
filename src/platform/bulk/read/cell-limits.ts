// In what a cell that has the form of its column exceeds what the column takes: its length, its
// places, its range, or characters that nobody sees.

import {
  compare,
  type Decimal,
  decodeDecimal,
  fixed,
  isZero,
  placesOf,
} from "@bursar/values/decimal";
import type { TSchema } from "typebox";
import { counted } from "../../../values/readable.ts";
import { codePoints } from "../../../values/scalars.ts";
import { type DecimalLimits, limitsOf } from "../../../values/wire.ts";
import type { CellType } from "./cell-readings.ts";

/** The limit that a cell exceeds, and the cure. */
interface Excess {
  readonly reason: string;
  readonly cure: string;
}

/** The kind's message for a cell that is not accepted, beyond that of its type. */
export interface CellHint extends Excess {
  /** The certain meaning of the cell, which `--mend` writes. */
  readonly read?: string;
}

/** Faults of a cell by the limits of its column; undefined where they say nothing. */
export function findExcess(type: CellType, cell: string, schema: TSchema): Excess | undefined {
  const [control] = /\p{Cc}/u.exec(cell) ?? [];
  if (control !== undefined) return controlExcess(control);
  if (type === "decimal") return amountExcess(cell, schema);
  return type === "text" ? lengthExcess(cell, schema) : undefined;
}

/** An amount with more places than its column takes, rounded to these, a half to the even digit;
 * undefined where that is not its only fault, or leaves nothing of it. */
export function roundedFor(schema: TSchema, cell: string): string | undefined {
  const limits = limitsOf(schema);
  const value = decodeDecimal(cell);
  if (limits === undefined || value === undefined || placesOf(value) <= limits.places) {
    return undefined;
  }
  const rounded = fixed(value, limits.places) as Decimal;
  const isLost = isZero(rounded) && !isZero(value);
  return isLost || rangeExcess(rounded, limits) !== undefined ? undefined : rounded;
}

/** The sentence about too many places; where these are zeros nothing is lost. */
export function placesOver(schema: TSchema, cell: string): string {
  const { places = 0 } = limitsOf(schema) ?? {};
  const behind = cell.slice(cell.indexOf(".") + 1);
  if (/^0*$/.test(behind.slice(places))) return `zeros behind the ${places} places that are taken`;
  return `${counted(behind.length, "place")}, rounded to the ${places} that are taken`;
}

const names: Readonly<Record<string, string>> = {
  "\0": "the control character NUL (U+0000)",
  "\x1a": "the control character Ctrl-Z (U+001A), by which old systems end a file",
  "\t": "a tab",
  "\n": "a line break",
  "\r": "a line break",
};

/** A character that steers instead of being written. */
export function nameOfControl(control: string): string {
  const code = (control.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return names[control] ?? `the control character U+${code}`;
}

/** A text without the characters by which some systems end a file, or fill its last block, and
 * which of them was the first there. */
export function cutEndMarks(text: string): { readonly rest: string; readonly mark?: string } {
  let end = text.length;
  let mark: string | undefined;
  for (let at = text.length - 1; at >= 0; at -= 1) {
    const character = text[at] ?? "";
    if (character === "\0" || character === "\x1a") [end, mark] = [at, character];
    else if (character.trim() !== "") break;
  }
  return mark === undefined ? { rest: text } : { rest: text.slice(0, end), mark };
}

function controlExcess(control: string): Excess {
  return { reason: `It has ${nameOfControl(control)}.`, cure: "take it out" };
}

function lengthExcess(cell: string, schema: TSchema): Excess | undefined {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema as {
    readonly minLength?: number;
    readonly maxLength?: number;
  };
  const length = codePoints(cell);
  const has = `It has ${counted(length, "character")}`;
  if (length > maxLength) {
    return { reason: `${has}, and the column takes at most ${maxLength}.`, cure: "shorten it" };
  }
  if (length < minLength) {
    return {
      reason: `${has}, and the column takes at least ${minLength}.`,
      cure: "write it in full",
    };
  }
  return undefined;
}

function amountExcess(cell: string, schema: TSchema): Excess | undefined {
  const limits = limitsOf(schema);
  const value = decodeDecimal(cell);
  if (limits === undefined || value === undefined) return undefined;
  const range = rangeExcess(value, limits);
  if (range !== undefined || placesOf(value) <= limits.places) return range;
  const rounded = roundedFor(schema, cell);
  return {
    reason: `The column takes at most ${counted(limits.places, "place")}: ${value}.`,
    cure: rounded === undefined ? "round it" : `round it to ${rounded}`,
  };
}

function rangeExcess(value: Decimal, { min, above, max }: DecimalLimits): Excess | undefined {
  const isBelow = min !== undefined && compare(value, min as Decimal) < 0;
  if (isBelow) return { reason: `It is below ${min}.`, cure: `write an amount from ${min}` };
  if (above !== undefined && compare(value, above as Decimal) <= 0) {
    return { reason: `It is not above ${above}.`, cure: `write an amount above ${above}` };
  }
  const isAbove = max !== undefined && compare(value, max as Decimal) > 0;
  return isAbove
    ? { reason: `It is above ${max}.`, cure: `write an amount up to ${max}` }
    : undefined;
}
