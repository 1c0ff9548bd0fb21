// Reads of one connection never meet on it.
import { afterAll, beforeAll, expect, test } from "vitest";
import { newDatabase, type TestDatabase } from "../../../test/database.ts";
import { clientReader } from "./client-reader.ts";
import { openConnection } from "./session.ts";
import { sql } from "./sql.ts";

let store: TestDatabase;
beforeAll(async () => {
  store = await newDatabase("empty");
});
afterAll(() => store.drop());

test("what is asked at once of one connection runs in turn, and a failure ends only itself", async () => {
  const client = await openConnection(store.settings);
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on("warning", note);
  const reader = clientReader(client);
  const asked = [
    reader.first(sql<{ value: number }>`select 1 as value`),
    reader.rows(sql`select 1 / 0`),
    reader.first(sql<{ value: number }>`select 2 as value`),
    reader.first(sql<{ value: number }>`select 3 as value`),
  ];
  const results = await Promise.allSettled(asked);
  expect(results.map((each) => (each.status === "fulfilled" ? each.value : "refused"))).toEqual([
    { value: 1 },
    "refused",
    { value: 2 },
    { value: 3 },
  ]);
  await client.end();
  process.off("warning", note);
  expect(warnings).toEqual([]);
});
