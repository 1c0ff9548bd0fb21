// Statements that change rows, sent as one: PostgreSQL sets up and ends one plan instead of several.
import assert from "node:assert/strict";
import { nameText, type Statement, shifted } from "./sql.ts";
import type { Sender, Tx } from "./transaction.ts";

/** Sends what `work` sends as one statement, in which nothing sees what anything else changes: plain
 * inserts, updates and deletes. What is sent first runs first, which decides the order of locks; the
 * rest runs in any order. In a spread store, where rows may lie apart, each is sent by itself. */
export function sendTogetherUnlessSpread(
  tx: Pick<Tx, "isSpread" | "send">,
  work: (sender: Sender) => void,
): void {
  if (tx.isSpread) {
    work(tx);
    return;
  }
  const sent: Statement<unknown>[] = [];
  work({ send: (statement) => sent.push(statement) });
  if (sent.length > 0) tx.send(together(sent));
}

function together(statements: readonly Statement<unknown>[]): Statement<unknown> {
  // PostgreSQL runs the main statement, which stands last, before those of `with`.
  const [main, ...others] = statements;
  const inOrder = main === undefined ? [] : [...others, main];
  const key = inOrder.map(({ name }) => name).join(" ");
  const known = composed.get(key) ?? compose(inOrder);
  composed.set(key, known);
  return { ...known, values: inOrder.flatMap(({ values }) => values) };
}

function compose(statements: readonly Statement<unknown>[]) {
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

// As many as there are combinations in the code.
const composed = new Map<string, Pick<Statement<unknown>, "name" | "text">>();
