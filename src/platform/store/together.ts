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

/** What several changes have left for their ends, in fewer statements: those that store rows of the same
 * tables store them together. */
export function allTogether(changes: readonly (readonly Sent[])[]): Sent[] {
  const alike = new Map<string, Sent[][]>();
  const others: Sent[] = [];
  for (const change of changes) {
    const rows = change.filter(storesRow);
    const names = rows.map(({ name }) => name).join(" ");
    const known = alike.get(names);
    if (known !== undefined) known.push(rows);
    else if (rows.length > 0) alike.set(names, [rows]);
    const rest = change.filter((each) => !storesRow(each));
    if (rest.length > 0) others.push(together(rest));
  }
  return [...[...alike.values()].flatMap(inParts), ...others];
}

/** Some changes that store rows of the same tables, in parts of 16, 8, 4, 2 and 1: a connection prepares
 * few statements then. */
function inParts(changes: readonly (readonly Sent[])[]): Sent[] {
  const parts: Sent[] = [];
  for (let at = 0, size = 16; at < changes.length; at += size) {
    while (size > changes.length - at) size /= 2;
    const part = changes.slice(at, at + size);
    const places = part[0]?.keys() ?? [];
    parts.push(together(Array.from(places, (place) => withRows(part.map((each) => each[place])))));
  }
  return parts;
}

/** One statement that stores the rows of some of the same text. */
function withRows(statements: readonly (Sent | undefined)[]): Sent {
  const all = statements.filter((each) => each !== undefined);
  const [first] = all as [Sent];
  const { length } = all;
  if (length === 1) return first;
  const name = `${first.name}/${length}`;
  const text = withMore.get(name) ?? textWithRows(first, length);
  withMore.set(name, text);
  return { name, text, values: all.flatMap(({ values }) => values) };
}

function textWithRows({ name, text, values }: Sent, count: number): string {
  const { before, row, after } = rowInsertions.get(name) ?? assert.fail(text);
  const rows = Array.from({ length: count }, (_, index) => shifted(row, index * values.length));
  return `${before}${rows.join(", ")}${after}`;
}

/** An insertion of one row by `values`, taken apart. */
interface RowInsertion {
  readonly before: string;
  readonly row: string;
  readonly after: string;
}

function storesRow({ name, text }: Sent): boolean {
  const known = rowInsertions.get(name);
  if (known !== undefined) return true;
  if (rowInsertions.has(name)) return false;
  const insertion = rowInsertionOf(text);
  rowInsertions.set(name, insertion);
  return insertion !== undefined;
}

function rowInsertionOf(text: string): RowInsertion | undefined {
  // One with an alias adds to what is there, and two of a statement may not change the same row.
  const found =
    /^(\s*insert into \w+\s+\([^()]+\)\s+values\s+)(\(.*?\))(\s+on conflict\b.*)?$/s.exec(text);
  const [, before, row, after = ""] = found ?? [];
  if (before === undefined || row === undefined || /\$\d/.test(after)) return undefined;
  return { before, row, after };
}

// As many as there are statements, and combinations of them, in the code.
const composed = new Map<string, Pick<Sent, "name" | "text">>();
const withMore = new Map<string, string>();
const rowInsertions = new Map<string, RowInsertion | undefined>();
