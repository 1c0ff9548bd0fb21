// How statements that change rows are made one, and what cannot be one of them.
import { expect, test } from "vitest";
import { type Sender, type Statement, sql } from "./sql.ts";
import { allTogether, type OfChanges, sendTogether } from "./together.ts";

function sentBy(work: (sender: Sender) => void) {
  const sent: Pick<Statement<unknown>, "text" | "values">[] = [];
  sendTogether({ send: ({ text, values }) => sent.push({ text, values }) }, work);
  return sent;
}

const three = ({ send }: Sender) => {
  send(sql`update a set b = ${1}, c = ${2}`);
  send(sql`delete from d where e = ${3}`);
  send(sql`insert into f values (${4})`);
};

test("the first of several is the main statement, which PostgreSQL runs before the others", () => {
  expect(sentBy(three)).toEqual([
    {
      text:
        "with part_1 as (delete from d where e = $1), part_2 as (insert into f values ($2)) " +
        "update a set b = $3, c = $4",
      values: [3, 4, 1, 2],
    },
  ]);
});

test("one is sent as it is, and none where there is none", () => {
  const one = ({ send }: Sender) => send(sql`delete from d where e = ${3}`);
  expect(sentBy(one)).toEqual([{ text: "delete from d where e = $1", values: [3] }]);
  expect(sentBy(() => {})).toEqual([]);
});

test("a statement that has parts of its own is refused", () => {
  const nested = ({ send }: Sender) =>
    send(sql`
      with gone as (delete from d returning e) insert into f select e from gone`);
  expect(() => sentBy(nested)).toThrow("with parts of its own");
});

const entry = (key: string) => sql`
  insert into entry (subject, body) values (${key}, lower(${`${key} body`}::text))`;
const head = (key: string) => sql`
  insert into head (subject) values (${key}) on conflict (subject) do update set n = excluded.n`;
const counted = (by: number) => sql`
  insert into counted as c (n) values (${by}) on conflict (n) do update set n = c.n + excluded.n`;

const shown = (all: readonly OfChanges[]) =>
  all.map(({ statement: { text, values }, of }) => [
    text.replaceAll(/\s+/g, " ").trim(),
    values,
    of,
  ]);

test("several changes store the rows of each table together, in parts of a power of two", () => {
  const changes = ["a", "b", "c"].map((key) => [head(key), entry(key)]);
  expect(shown(allTogether(changes))).toEqual([
    [
      "with part_1 as ( insert into entry (subject, body) " +
        "values ($1, lower($2::text)), ($3, lower($4::text))) " +
        "insert into head (subject) values ($5), ($6) " +
        "on conflict (subject) do update set n = excluded.n",
      ["a", "a body", "b", "b body", "a", "b"],
      [0, 1],
    ],
    [
      "with part_1 as ( insert into entry (subject, body) values ($1, lower($2::text))) " +
        "insert into head (subject) values ($3) " +
        "on conflict (subject) do update set n = excluded.n",
      ["c", "c body", "c"],
      [2],
    ],
  ]);
});

test("changes that store other tables, or more than rows, keep statements of their own", () => {
  const changes = [[entry("a"), counted(1)], [entry("b"), counted(2)], [head("c")]];
  const sent = shown(allTogether(changes));
  expect(sent.map(([, ...rest]) => rest)).toEqual([
    [
      ["a", "a body", "b", "b body"],
      [0, 1],
    ],
    [["c"], [2]],
    [[1], [0]],
    [[2], [1]],
  ]);
});

test("a change that stores a large value keeps a statement of its own", () => {
  const large = [head("b"), entry("b".repeat(70_000))];
  const sent = allTogether([[head("a"), entry("a")], large, [head("c"), entry("c")]]);
  expect(sent.map(({ of }) => of)).toEqual([[0, 2], [1]]);
});

test("what answers rows, or has none by values, is no row of several", () => {
  const returning = (key: string) => sql`
    insert into entry (subject) values (${key}) returning (subject)`;
  const selected = (key: string) => sql`insert into entry (subject) select ${key}`;
  for (const other of [returning, selected]) {
    expect(allTogether([[other("a")], [other("b")]]).map(({ of }) => of)).toEqual([[0], [1]]);
  }
});
