// Reads, transactions and their failures over a real PostgreSQL.
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { newDatabase, type TestDatabase } from "../../../test/database.ts";
import { clientConfig } from "./connection.ts";
import { type Database, openDatabase, sql } from "./db.ts";
import { isRetryable, isUnavailable, violatedConstraint } from "./store-error.ts";

let store: TestDatabase;
let database: Database;

beforeAll(async () => {
  store = await newDatabase();
  database = store.database;
});
afterAll(() => store.drop());

const property = (name: string) => sql<{ value: string }>`
  select value from store_property where name = ${name}`;
const insertProperty = (name: string) => sql`
  insert into store_property (name, value) values (${name}, 'kept')`;

test("columns arrive exact: numbers and days as text, instants as Date", async () => {
  const row = await database.first(sql`
    select 9223372036854775807::bigint as "big", 1.10::numeric as "exact",
           array[1.10, 2]::numeric[] as "exacts", array[9223372036854775807] as "bigs",
           date '2024-02-29' as "day", array[date '2024-02-29'] as "days",
           timestamptz '2024-02-29 12:00:00.123+00' as "at", decode('00ff', 'hex') as "bytes",
           true as "yes", '{"a":["x"]}'::json as "tree", ${null}::text as "nothing"`);
  expect(row).toEqual({
    big: "9223372036854775807",
    exact: "1.10",
    exacts: ["1.10", "2"],
    bigs: ["9223372036854775807"],
    day: "2024-02-29",
    days: ["2024-02-29"],
    at: new Date("2024-02-29T12:00:00.123Z"),
    bytes: Buffer.from([0, 255]),
    yes: true,
    tree: { a: ["x"] },
    nothing: null,
  });
});

test("a call site names its statement once, whatever its values are", () => {
  expect(property("a").name).toBe(property("b").name);
  expect(property("a").text).toContain("name = $1");
  expect(property("a").name.length).toBeLessThan(64);
  expect(property("a").name).not.toBe(insertProperty("a").name);
});

test("reads run as the reader and can only select", async () => {
  const who = await database.first(sql`
    select current_user as "user", current_setting('transaction_read_only') as "readOnly"`);
  expect(who).toEqual({ user: database.roles.reader, readOnly: "on" });
  await expect(database.rows(insertProperty("by-reader"))).rejects.toThrow("read-only");
});

test("many reads at once each return to their own caller", async () => {
  const reads = Array.from({ length: 200 }, async (_, place) => {
    const row = await database.first<{ place: string }>(sql`select ${place}::text as "place"`);
    return row?.place;
  });
  expect(await Promise.all(reads)).toEqual(reads.map((_, place) => String(place)));
});

test("a failed read does not affect the reads next to it", async () => {
  const [bad, good] = await Promise.allSettled([
    database.rows(sql`select 1 / ${0}::int`),
    database.rows(sql`select 1 as "one"`),
  ]);
  expect(bad.status).toBe("rejected");
  expect(good).toEqual({ status: "fulfilled", value: [{ one: 1 }] });
});

test("a transaction is stored as a whole", async () => {
  const count = await database.transaction(async (tx) => {
    await tx.execute(insertProperty("whole-1"));
    return tx.execute(insertProperty("whole-2"));
  });
  expect(count).toBe(1);
  expect(await database.first(property("whole-1"))).toEqual({ value: "kept" });
});

test("an error inside a transaction is thrown on, and nothing is stored", async () => {
  const fault = new Error("no");
  const attempt = database.transaction(async (tx) => {
    await tx.execute(insertProperty("thrown"));
    throw fault;
  });
  await expect(attempt).rejects.toBe(fault);
  expect(await database.first(property("thrown"))).toBeUndefined();
});

test("a transaction with a failed statement is not reported as committed", async () => {
  const attempt = database.transaction(async (tx) => {
    await tx.execute(insertProperty("passed-over"));
    await tx.execute(sql`select 1 / 0`).catch(() => {});
  });
  await expect(attempt).rejects.toThrow("division by zero");
  expect(await database.first(property("passed-over"))).toBeUndefined();
});

test("a statement that nobody awaits runs in order, and its failure fails the whole transaction", async () => {
  const seen = await database.transaction(async (tx) => {
    tx.send(insertProperty("sent"));
    return tx.first(property("sent"));
  });
  expect(seen).toBeDefined();
  expect(await database.first(property("sent"))).toBeDefined();

  const last = database.transaction(async (tx) => {
    await tx.execute(insertProperty("before-sent"));
    tx.send(insertProperty("sent"));
  });
  await expect(last).rejects.toMatchObject({ code: "23505" });
  const followed = database.transaction(async (tx) => {
    tx.send(insertProperty("sent"));
    await tx.execute(insertProperty("after-sent"));
  });
  await expect(followed).rejects.toMatchObject({ code: "23505" });
  expect(await database.first(property("before-sent"))).toBeUndefined();
  expect(await database.first(property("after-sent"))).toBeUndefined();
});

test("a transaction for loads awaits each statement, with the same outcome", async () => {
  const attempt = database.forLoads.transaction(async (tx) => {
    tx.send(insertProperty("loaded"));
    tx.send(sql`select 1 / 0`);
    return tx.execute(insertProperty("loaded-too"));
  });
  await expect(attempt).rejects.toThrow("division by zero");
  expect(await database.first(property("loaded"))).toBeUndefined();
  await database.forLoads.transaction(async (tx) => tx.send(insertProperty("loaded")));
  expect(await database.first(property("loaded"))).toBeDefined();
});

test("a transaction's handle is of no use after its end", async () => {
  const tx = await database.transaction(async (open) => open);
  await expect(async () => tx.execute(insertProperty("late"))).rejects.toThrow("over");
});

test("the writer may add audit entries and never change or remove one", async () => {
  for (const statement of [
    sql`update audit_entry set operation = 'x'`,
    sql`delete from audit_entry`,
    sql`delete from audit_head`,
    sql`insert into migration (name, checksum) values ('x', '')`,
    sql`truncate audit_entry`,
    sql`create table foreign_body (id int)`,
  ]) {
    const attempt = database.transaction((tx) => tx.execute(statement));
    await expect(attempt, statement.text).rejects.toThrow("permission denied");
  }
});

test("a violated constraint is reported by its name", async () => {
  const attempt = database.transaction(async (tx) => {
    await tx.execute(insertProperty("twice"));
    await tx.execute(insertProperty("twice"));
  });
  const error = await attempt.catch((thrown: unknown) => thrown);
  expect(violatedConstraint(error)).toBe("store_property_pkey");
  expect(isUnavailable(error)).toBe(false);
});

test("waiting too long for a lock means that the store is unavailable", async () => {
  const hurried = await openDatabase({
    settings: store.settings,
    readConnections: 1,
    writeConnections: 2,
    statementTimeoutMs: 2_000,
    lockTimeoutMs: 50,
  });
  const lock = sql`select pg_advisory_xact_lock(${"42"}::bigint)`;
  const attempt = hurried.transaction(async (tx) => {
    await tx.rows(lock);
    await hurried.transaction((second) => second.rows(lock));
  });
  const error = await attempt.catch((thrown: unknown) => thrown);
  await hurried.close();
  expect(isUnavailable(error)).toBe(true);
});

test("once closed, no read connects again", async () => {
  const { settings } = store;
  const usual = { writeConnections: 1, statementTimeoutMs: 2_000, lockTimeoutMs: 50 };
  const ended = await openDatabase({ ...usual, settings, readConnections: 1 });
  const read = () => ended.rows(sql`select 1 as n`);
  const parallel = read();
  await ended.close();
  await expect(read()).rejects.toThrow("The connections for reads are closed.");
  await parallel.catch(() => {});
  await expect(read()).rejects.toThrow("The connections for reads are closed.");
});

test("of two deadlocked transactions one fails and may be run again", async () => {
  await database.transaction((tx) => tx.execute(insertProperty("left")));
  await database.transaction((tx) => tx.execute(insertProperty("right")));
  const lock = (name: string) => sql`
    select value from store_property where name = ${name} for update`;
  let arrived = 0;
  const both = Promise.withResolvers<void>();
  const cross = (first: string, second: string) =>
    database.transaction(async (tx) => {
      await tx.rows(lock(first));
      arrived += 1;
      if (arrived === 2) both.resolve();
      await both.promise;
      await tx.rows(lock(second));
    });
  const outcomes = await Promise.allSettled([cross("left", "right"), cross("right", "left")]);
  const failures = outcomes.filter((outcome) => outcome.status === "rejected");
  expect(failures.map((failure) => isRetryable(failure.reason))).toEqual([true]);
});

test("a connection to a server that takes no changes is closed, and the next one is new", async () => {
  const one = await openDatabase({
    settings: store.settings,
    readConnections: 1,
    writeConnections: 1,
    statementTimeoutMs: 5_000,
    lockTimeoutMs: 1_000,
  });
  onTestFinished(() => one.close());
  const session = () =>
    one.transaction((tx) => tx.first(sql<{ pid: number }>`select pg_backend_pid() as pid`));
  const before = await session();
  expect(await session()).toEqual(before);
  // The reply of a server that was made a standby behind its address.
  const refused = one.transaction(async (tx) => {
    await tx.execute(sql`set transaction read only`);
    await tx.execute(insertProperty("demoted"));
  });
  expect(isUnavailable(await refused.catch((thrown: unknown) => thrown))).toBe(true);
  expect(await session()).not.toEqual(before);
});

test("connections that the server ends are replaced", async () => {
  await database.rows(sql`select 1`);
  const admin = new pg.Client(clientConfig(store.admin));
  await admin.connect();
  const end = `select pg_terminate_backend(pid) from pg_stat_activity
                where datname = current_database() and pid <> pg_backend_pid()`;
  const cut = database.transaction(async (tx) => {
    await tx.execute(insertProperty("cut"));
    await admin.query(end);
    await tx.execute(insertProperty("cut-too"));
  });
  expect(isUnavailable(await cut.catch((thrown: unknown) => thrown))).toBe(true);
  await admin.end();
  expect(await database.first(property("cut"))).toBeUndefined();
  await database.transaction((tx) => tx.execute(insertProperty("after-cut")));
  expect(await database.ready()).toBe(true);
});
