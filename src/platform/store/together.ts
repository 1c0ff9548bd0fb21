// Statements that change rows, sent as one: PostgreSQL sets up and ends one plan instead of several.
import assert from "node:assert/strict";
import { nameText, type Sender, type Statement, shifted } from "./sql.ts";

type Sent = Statement<unknown>;

/** Sends what `work` sends as one statement, if it sends any. */
export function sendTogether(to: Sender, work: (sender: Sender) => void): void {
  const sent = sentBy(work);
  if (sent.length > 0) to.send(together(sent));
}

/** What `work` sends. */
export function sentBy(work: (sender: Sender) => void): readonly Sent[] {
  const sent: Sent[] = [];
  work({ send: (statement) => sent.push(statement) });
  return sent;
}

/** One statement of several, of which none sees what any other changes; the first runs first. */
function together(statements: readonly Sent[]): Sent {
  // PostgreSQL runs the main statement, which stands last, before those of `with`.
  const [main, ...others] = statements;
  const inOrder = main === undefined ? [] : [...others, main];
  const key = inOrder.map(({ name }) => name).join(" ");
  const known = composed.get(key) ?? compose(inOrder);
  composed.set(key, known);
  return { ...known, values: inOrder.flatMap(({ values }) => values) };
}

function compose(statements: readonly Sent[]) {
  let before = 0;
  const texts = statements.map(({ text, values }) => {
    assert(!/^\s*with\b/i.test(text), "no statement with parts of its own is a part of another");
    const moved = shifted(text, before);
    before += values.length;
    return moved;
  });
  const last = texts.pop() ?? "";
  if (texts.length === 0) return nameText(last);
  const parts = texts.map((text, index) => `part_${index + 1} as (${text})`);
  return nameText(`with ${parts.join(", ")} ${last}`);
}

/** A statement, and the changes that it stores, by their indices. */
export interface OfChanges {
  readonly statement: Sent;
  readonly of: readonly number[];
}

interface RowsOfChange {
  readonly index: number;
  readonly rows: readonly Sent[];
}

/** What several changes have left for their ends, in fewer statements: those that store rows of the same
 * tables store them together, and what is no row is stored behind them. A change that stores large
 * values has a statement of its own, so that no message is of their sum. */
export function allTogether(changes: readonly (readonly Sent[])[]): OfChanges[] {
  const alike = new Map<string, RowsOfChange[]>();
  const others: OfChanges[] = [];
  for (const [index, change] of changes.entries()) {
    const rows = change.some(isLarge) ? [] : change.filter(rowInsertionOf);
    const rest = change.filter((each) => !rows.includes(each));
    const names = rows.map(({ name }) => name).join(" ");
    const known = alike.get(names);
    if (known !== undefined) known.push({ index, rows });
    else if (rows.length > 0) alike.set(names, [{ index, rows }]);
    if (rest.length > 0) others.push({ statement: together(rest), of: [index] });
  }
  return [...[...alike.values()].flatMap(inParts), ...others];
}

function isLarge({ values }: Sent): boolean {
  return values.some(
    (value) => (typeof value === "string" || Buffer.isBuffer(value)) && value.length > mostOfValue,
  );
}

const mostOfValue = 65_536;

/** Some changes that store rows of the same tables, in parts of 16, 8, 4, 2 and 1: a connection prepares
 * few statements then. */
function inParts(changes: readonly RowsOfChange[]): OfChanges[] {
  const parts: OfChanges[] = [];
  for (let at = 0, size = 16; at < changes.length; at += size) {
    while (size > changes.length - at) size /= 2;
    const part = changes.slice(at, at + size);
    const places = part[0]?.rows.keys() ?? [];
    const all = Array.from(places, (place) =>
      withRows(part.map(({ rows }) => rows[place] as Sent)),
    );
    parts.push({ statement: together(all), of: part.map(({ index }) => index) });
  }
  return parts;
}

/** One statement that stores the rows of some of the same text. */
function withRows(statements: readonly Sent[]): Sent {
  const [first] = statements as [Sent];
  const { length } = statements;
  if (length === 1) return first;
  const name = `${first.name}/${length}`;
  const text = withMore.get(name) ?? textWithRows(first, length);
  withMore.set(name, text);
  return { name, text, values: statements.flatMap(({ values }) => values) };
}

function textWithRows(statement: Sent, count: number): string {
  const { before, row, after } = rowInsertionOf(statement) ?? assert.fail(statement.text);
  const { values } = statement;
  const rows = Array.from({ length: count }, (_, index) => shifted(row, index * values.length));
  return `${before}${rows.join(", ")}${after}`;
}

/** An insertion of one row by `values`, taken apart. */
interface RowInsertion {
  readonly before: string;
  readonly row: string;
  readonly after: string;
}

/** Undefined for a statement that is none. */
function rowInsertionOf({ name, text }: Sent): RowInsertion | undefined {
  if (!rowInsertions.has(name)) rowInsertions.set(name, takenApart(text));
  return rowInsertions.get(name);
}

function takenApart(text: string): RowInsertion | undefined {
  // One with an alias adds to what is there, and two of a statement may not change the same row.
  const found =
    /^(\s*insert into \w+\s+\([^()]+\)\s+values\s+)(\(.*?\))(\s+on conflict\b.*)?$/s.exec(text);
  const [, before, row, after = ""] = found ?? [];
  if (before === undefined || row === undefined) return undefined;
  if (/\$\d/.test(after) || /\breturning\b/i.test(text)) return undefined;
  return { before, row, after };
}

// As many as there are statements, and combinations of them, in the code.
const composed = new Map<string, Pick<Sent, "name" | "text">>();
const withMore = new Map<string, string>();
const rowInsertions = new Map<string, RowInsertion | undefined>();
