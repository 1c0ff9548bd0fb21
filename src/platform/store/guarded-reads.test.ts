// One round trip decides access and answers; a caller without access learns nothing.
import { afterAll, beforeAll, expect, test } from "vitest";
import { newDatabase, type TestDatabase } from "../../../test/database.ts";
import { Refusal } from "../../values/problem.ts";
import { type Reader, type Statement, sql } from "./db.ts";
import { guardReads, withRow } from "./guarded-reads.ts";

let store: TestDatabase;

beforeAll(async () => {
  store = await newDatabase("sample");
});

afterAll(async () => {
  await store.drop();
});

/** The store with a list of the statements it received. */
function counted(): { db: Reader; statements: string[] } {
  const statements: string[] = [];
  const rows = async <Row>(statement: Statement<Row>) => {
    statements.push(statement.text);
    return store.database.rows(statement);
  };
  return { db: { rows, first: async (statement) => (await rows(statement))[0] }, statements };
}

const account = (number: string) =>
  sql`select account_number from account where account_number = ${number}`;
const folios = (number: string, least: string) => sql<{ folioNumber: string }>`
  select folio_number as "folioNumber" from folio
  where account_number = ${number} and folio_number >= ${least} order by folio_number desc`;

test("the first statement also decides access, and those after it do not check it again", async () => {
  const { db, statements } = counted();
  const guarded = guardReads(db, account("RA00000001"));
  const found = await guarded.rows(folios("RA00000001", "RA0000000103"));
  expect(found.map(({ folioNumber }) => folioNumber)).toEqual(["RA0000000104", "RA0000000103"]);
  await guarded.granted();
  await guarded.first(folios("RA00000001", "RA0000000103"));
  expect(statements).toHaveLength(2);
  expect(statements[1]).toBe(folios("", "").text);
});

test("rows of many accounts keep their order", async () => {
  const { db } = counted();
  const all = sql<{ number: string }>`
    select folio_number as "number" from folio order by folio_number desc`;
  const found = await guardReads(db, account("RA00000001")).rows(all);
  const numbers = found.map(({ number }) => number);
  expect(numbers.length).toBeGreaterThan(10);
  expect(numbers).toEqual(numbers.toSorted().toReversed());
});

test("without access nothing is answered or computed", async () => {
  const { db } = counted();
  const guarded = guardReads(db, account("RZ00000000"));
  const divided = sql`
    select 1 / (length(folio_number) - length(folio_number)) from folio`;
  await expect(guarded.rows(divided)).rejects.toThrow(Refusal);
  await expect(guarded.granted()).rejects.toMatchObject({ status: 403 });
});

test("where no row is found, access is checked by itself", async () => {
  const { db, statements } = counted();
  const guarded = guardReads(db, account("RA00000001"));
  expect(await guarded.first(folios("RA00000001", "S"))).toBeUndefined();
  expect(statements).toHaveLength(2);
});

test("where a subject always has a row, its absence denies access without another statement", async () => {
  const { db, statements } = counted();
  for (const number of ["RZ00000000", "RA00000001"]) {
    const guarded = guardReads(db, account(number));
    const found = guarded.first(withRow(folios("RA00000001", number)));
    if (number === "RA00000001") expect(await found).toBeDefined();
    else await expect(found).rejects.toMatchObject({ status: 403 });
    const outcome = await guarded.granted().catch(({ status }: Refusal) => status);
    expect(outcome).toBe(number === "RA00000001" ? undefined : 403);
  }
  expect(statements).toHaveLength(2);
});

test("what a replica does not have yet is asked of the primary", async () => {
  const { db, statements } = counted();
  const replica: Reader = { rows: async () => [], first: async () => undefined };
  const guarded = guardReads(replica, account("RA00000001"), db);
  expect(await guarded.first(withRow(folios("RA00000001", "")))).toBeUndefined();
  await guarded.granted();
  expect(statements).toEqual([account("").text]);
});

test("a failing store is not queried again", async () => {
  const { db, statements } = counted();
  const guarded = guardReads(db, account("RA00000001"));
  const broken = sql`select 1 / (length(folio_number) - length(folio_number)) from folio`;
  await expect(guarded.rows(broken)).rejects.toThrow("division by zero");
  await expect(guarded.granted()).rejects.toThrow("division by zero");
  expect(statements).toHaveLength(1);
});

test("statements sent at once are each guarded, and access is checked once", async () => {
  const { db, statements } = counted();
  const guarded = guardReads(db, account("RZ00000000"));
  const answers = await Promise.allSettled([
    guarded.rows(folios("RA00000001", "RA0000000103")),
    guarded.rows(folios("RA00000001", "RA0000000104")),
    guarded.granted(),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(statements.filter((text) => text === account("").text)).toHaveLength(1);
});

test("in a transaction access is decided each time, and denied where it has gone meanwhile", async () => {
  const name = "access-of-test";
  const rule = sql`select from store_property where name = ${name}`;
  const guard = guardReads(store.database, rule);
  const ask = () => store.database.transaction((tx) => guard.grantedIn(tx));
  await expect(ask()).rejects.toMatchObject({ status: 403 });
  expect(guard.isGranted()).toBe(false);
  await store.database.transaction((tx) =>
    tx.execute(sql`insert into store_property (name, value) values (${name}, '')`),
  );
  await ask();
  expect(guard.isGranted()).toBe(true);
  await store.database.transaction((tx) =>
    tx.execute(sql`delete from store_property where name = ${name}`),
  );
  await expect(ask()).rejects.toMatchObject({ status: 403 });
});
