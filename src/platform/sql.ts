// The tagged template that makes named, prepared statements out of plain SQL.
import { createHash } from "node:crypto";

/** A statement with its values; its name lets each connection prepare it once. */
export interface Statement<Row> {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  /** Never set: it carries the type of a row. */
  readonly row?: Row;
}

/** Makes a statement whose `${}` places are parameters; undefined is stored as null. */
export function sql<Row = Record<string, unknown>>(
  strings: TemplateStringsArray,
  ...values: unknown[]
): Statement<Row> {
  let known = callSites.get(strings);
  if (known === undefined) {
    known = nameText(strings);
    callSites.set(strings, known);
  }
  return { name: known.name, text: known.text, values };
}

const callSites = new WeakMap<TemplateStringsArray, { name: string; text: string }>();

function nameText(strings: TemplateStringsArray): { name: string; text: string } {
  const text = strings.reduce((before, part, place) => `${before}$${place}${part}`);
  const name = `b_${createHash("sha256").update(text).digest("base64url").slice(0, 22)}`;
  return { name, text };
}
