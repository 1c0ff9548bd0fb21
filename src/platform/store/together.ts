// Statements that change rows, sent as one: PostgreSQL sets up and ends one plan instead of several.
import { nameText, type Statement, shifted } from "./sql.ts";
import type { Tx } from "./transaction.ts";

/** Sends what `work` sends as one statement, in which nothing sees what anything else changes: plain
 * inserts, updates and deletes of rows that lie together in a spread store. */
export function sendTogether(tx: Tx, work: (tx: Tx) => void): void {
  if (gathering.has(tx)) {
    work(tx);
    return;
  }
  const sent: Statement<unknown>[] = [];
  const gathered: Tx = { ...tx, send: (statement) => sent.push(statement) };
  gathering.add(gathered);
  work(gathered);
  if (sent.length > 0) tx.send(together(sent));
}

/** The same of rows that may lie apart in a spread store, where each statement is sent by itself. */
export function sendAll(tx: Tx, work: (tx: Tx) => void): void {
  if (tx.isSpread) work(tx);
  else sendTogether(tx, work);
}

const gathering = new WeakSet<Tx>();

function together(statements: readonly Statement<unknown>[]): Statement<unknown> {
  const key = statements.map(({ name }) => name).join(" ");
  const known = composed.get(key) ?? compose(statements);
  composed.set(key, known);
  return { ...known, values: statements.flatMap(({ values }) => values) };
}

function compose(statements: readonly Statement<unknown>[]) {
  let before = 0;
  const texts = statements.map(({ text, values }) => {
    const moved = shifted(text, before);
    before += values.length;
    return moved;
  });
  const last = texts.pop() ?? "";
  if (texts.length === 0) return nameText(last);
  const parts = texts.map((text, index) => `part_${index + 1} as (${text})`);
  return nameText(`with ${parts.join(", ")} ${last}`);
}

// As many as there are combinations in the code.
const composed = new Map<string, Pick<Statement<unknown>, "name" | "text">>();
