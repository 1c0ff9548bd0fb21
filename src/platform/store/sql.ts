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

/** Anything that can be asked: the database itself, or a transaction. */
export interface Reader {
  /** All rows of the answer. */
  rows<Row>(statement: Statement<Row>): Promise<Row[]>;
  /** The first row of the answer, if it has one. */
  first<Row>(statement: Statement<Row>): Promise<Row | undefined>;
}

/** Text that several statements share, such as a list of columns; only `part` makes one. */
export interface SqlPart {
  readonly [partMark]: string;
}

const partMark = Symbol("part");

/** Makes a part of statements; it has no parameters. */
export function part(strings: TemplateStringsArray, ...parts: SqlPart[]): SqlPart {
  const text = strings.reduce((before, after, place) => {
    return `${before}${parts[place - 1]?.[partMark]}${after}`;
  });
  return { [partMark]: text };
}

/**
 * Makes a statement whose `${}` places are parameters, or parts, which stay the same at their place;
 * undefined is stored as null.
 */
export function sql<Row = Record<string, unknown>>(
  strings: TemplateStringsArray,
  ...values: unknown[]
): Statement<Row> {
  let known = callSites.get(strings);
  if (known === undefined) {
    known = callSite(strings, values);
    callSites.set(strings, known);
  }
  const { name, text, hasParts } = known;
  return { name, text, values: hasParts ? values.filter((value) => !isPart(value)) : values };
}

interface CallSite {
  readonly name: string;
  readonly text: string;
  readonly hasParts: boolean;
}

const callSites = new WeakMap<TemplateStringsArray, CallSite>();

function callSite(strings: TemplateStringsArray, values: readonly unknown[]): CallSite {
  let parameters = 0;
  const text = strings.reduce((before, after, place) => {
    const value = values[place - 1];
    if (isPart(value)) return `${before}${value[partMark]}${after}`;
    parameters += 1;
    return `${before}$${parameters}${after}`;
  });
  return { ...nameText(text), hasParts: parameters < values.length };
}

/** Gives a statement's text the name under which each connection prepares it. */
export function nameText(text: string): { readonly name: string; readonly text: string } {
  const name = `b_${createHash("sha256").update(text).digest("base64url").slice(0, 22)}`;
  return { name, text };
}

function isPart(value: unknown): value is SqlPart {
  return typeof value === "object" && value !== null && partMark in value;
}
