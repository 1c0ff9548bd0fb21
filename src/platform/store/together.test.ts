// How statements that change rows are made one, and what cannot be one of them.
import { expect, test } from "vitest";
import { type Statement, sql } from "./sql.ts";
import { sendTogetherUnlessSpread } from "./together.ts";
import type { Sender } from "./transaction.ts";

function sentBy(work: (sender: Sender) => void, { isSpread }: { isSpread: boolean }) {
  const sent: Pick<Statement<unknown>, "text" | "values">[] = [];
  const send = ({ text, values }: Statement<unknown>) => sent.push({ text, values });
  sendTogetherUnlessSpread({ isSpread, send }, work);
  return sent;
}

const three = ({ send }: Sender) => {
  send(sql`update a set b = ${1}, c = ${2}`);
  send(sql`delete from d where e = ${3}`);
  send(sql`insert into f values (${4})`);
};

test("the first of several is the main statement, which PostgreSQL runs before the others", () => {
  expect(sentBy(three, { isSpread: false })).toEqual([
    {
      text:
        "with part_1 as (delete from d where e = $1), part_2 as (insert into f values ($2)) " +
        "update a set b = $3, c = $4",
      values: [3, 4, 1, 2],
    },
  ]);
});

test("a spread store gets each by itself, in the order in which they are sent", () => {
  const sent = sentBy(three, { isSpread: true });
  expect(sent.map(({ values }) => values)).toEqual([[1, 2], [3], [4]]);
});

test("one is sent as it is, and none where there is none", () => {
  const one = ({ send }: Sender) => send(sql`delete from d where e = ${3}`);
  expect(sentBy(one, { isSpread: false })).toEqual([
    { text: "delete from d where e = $1", values: [3] },
  ]);
  expect(sentBy(() => {}, { isSpread: false })).toEqual([]);
});

test("a statement that has parts of its own is refused", () => {
  const nested = ({ send }: Sender) =>
    send(sql`
      with gone as (delete from d returning e) insert into f select e from gone`);
  expect(() => sentBy(nested, { isSpread: false })).toThrow("with parts of its own");
});
