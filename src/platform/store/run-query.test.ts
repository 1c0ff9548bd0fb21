// Columns are described once on a connection, and rows are read the same each time.
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { clientConfig } from "./connection.ts";
import { runQuery } from "./run-query.ts";
import { type Statement, sql } from "./sql.ts";

let client: pg.Client;
let described = 0;
beforeAll(async () => {
  client = new pg.Client({ ...clientConfig(inject("server").admin), pipeline: true });
  await client.connect();
  client.connection.on("rowDescription", () => {
    described += 1;
  });
  await client.query("create temporary table figure (place integer, amount numeric, on_day date)");
});
afterAll(() => client.end());

const insert = (place: number): Statement<unknown> =>
  sql`insert into figure values (${place}, ${"1.50"}, ${"2026-09-30"})`;

test("a statement has the same rows and counts each time, and is described once", async () => {
  for (const place of [1, 2, 3]) {
    const { rows, rowCount, command } = await runQuery(client, insert(place));
    expect({ rows, rowCount, command }).toEqual({ rows: [], rowCount: 1, command: "INSERT" });
  }
  const select = (place: number) => sql`
    select place, amount, on_day as "onDay", null::text as "none", 0 as "a ""name"" with \\" from figure
    where place = ${place}`;
  const alike = { amount: "1.50", onDay: "2026-09-30", none: null, 'a "name" with \\': 0 };
  for (const place of [1, 2, 3]) {
    const { rows, rowCount } = await runQuery(client, select(place));
    expect({ rows, rowCount }).toEqual({ rows: [{ place, ...alike }], rowCount: 1 });
  }
  const together = await Promise.all([3, 2, 9].map((place) => runQuery(client, select(place))));
  expect(together.map(({ rows }) => rows)).toEqual([
    [{ place: 3, ...alike }],
    [{ place: 2, ...alike }],
    [],
  ]);
  expect(described).toBe(1);
});

test("a statement that failed at first is read when it succeeds, and its failures stay failures", async () => {
  const divide = (by: number) => sql`select 6 / ${by}::integer as "part"`;
  await expect(runQuery(client, divide(0))).rejects.toThrow("division by zero");
  expect((await runQuery(client, divide(2))).rows).toEqual([{ part: 3 }]);
  expect((await runQuery(client, divide(3))).rows).toEqual([{ part: 2 }]);
  await expect(runQuery(client, divide(0))).rejects.toThrow("division by zero");
  expect((await runQuery(client, divide(6))).rows).toEqual([{ part: 1 }]);
});

test("a statement whose columns were changed by somebody else fails, as it would if it were described", async () => {
  const all = sql`select * from figure where place = ${1}`;
  expect((await runQuery(client, all)).rows).toHaveLength(1);
  expect((await runQuery(client, all)).rows).toHaveLength(1);
  await client.query("alter table figure add column more text");
  await expect(runQuery(client, all)).rejects.toThrow("cached plan must not change result type");
});
