// The tagged template that makes named, prepared statements out of plain SQL.
import { createHash } from "node:crypto";

/** A statement with its values; its name lets each connection prepare it once. */
export interface Statement<Row> {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  /** Whether its result may have megabytes; other reads then avoid its connection. */
  readonly isLarge?: boolean;
  /** Never set: it carries the type of a row. */
  readonly row?: Row;
}

/** Anything that can be queried: the database itself, or a transaction. */
export interface Reader {
  /** All rows of the result. */
  rows<Row>(statement: Statement<Row>): Promise<Row[]>;
  /** The first row of the result, if it has one. */
  first<Row>(statement: Statement<Row>): Promise<Row | undefined>;
}

/** The receiver of those statements of a transaction whose results are not needed. */
export interface Sender {
  /** Runs a statement; if it fails, so does the transaction. */
  send(statement: Statement<unknown>): void;
}

/** Constant text of statements; only `part` and `declared` make one. */
export interface SqlPart {
  readonly [partMark]: string;
}

const partMark = Symbol("part");

/** Makes a part of statements, such as a list of columns; it has no parameters. */
export function part(strings: TemplateStringsArray, ...parts: SqlPart[]): SqlPart {
  checkTemplate(strings);
  const text = strings.reduce(
    (before, after, place) => `${before}${partText(parts[place - 1])}${after}`,
  );
  return sqlPart(text);
}

/** Makes a part of a text; only `part` and declared-sql.ts call it. */
export function sqlPart(text: string): SqlPart {
  return { [partMark]: text };
}

/** The text of a part; refuses anything else, so that no text from outside becomes SQL. */
export function partText(value: unknown): string {
  if (!isPart(value)) throw new TypeError("SQL is composed of parts alone");
  return value[partMark];
}

/** Refuses a tag that is called like a function, with a text that may be anyone's. */
export function checkTemplate(strings: TemplateStringsArray): void {
  const isTemplate =
    Array.isArray(strings) && Array.isArray(strings.raw) && Object.isFrozen(strings);
  if (!isTemplate) throw new TypeError("SQL stands in a template of the code");
}

/**
 * Makes a statement whose `${}` places are parameters, or parts; undefined is stored as null. The
 * text of a call site is constant: a part that differs from call to call is refused.
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
  const { name, text, parts } = known;
  const parameters: unknown[] = [];
  for (const [place, value] of values.entries()) {
    const given = isPart(value) ? value[partMark] : undefined;
    if (given !== parts[place]) throw new TypeError("the text of a statement varies at its place");
    if (given === undefined) parameters.push(value);
  }
  return { name, text, values: parameters };
}

interface CallSite {
  readonly name: string;
  readonly text: string;
  /** The text of the part at each place; undefined for a parameter. */
  readonly parts: readonly (string | undefined)[];
}

const callSites = new WeakMap<TemplateStringsArray, CallSite>();

function callSite(strings: TemplateStringsArray, values: readonly unknown[]): CallSite {
  checkTemplate(strings);
  let parameters = 0;
  const text = strings.reduce((before, after, place) => {
    const value = values[place - 1];
    if (isPart(value)) return `${before}${value[partMark]}${after}`;
    parameters += 1;
    return `${before}$${parameters}${after}`;
  });
  const parts = values.map((value) => (isPart(value) ? value[partMark] : undefined));
  return { ...nameText(text), parts };
}

/** Gives a statement's text the name under which each connection prepares it. */
export function nameText(text: string): { readonly name: string; readonly text: string } {
  const name = `b_${createHash("sha256").update(text).digest("base64url").slice(0, 22)}`;
  return { name, text };
}

function isPart(value: unknown): value is SqlPart {
  return typeof value === "object" && value !== null && partMark in value;
}
