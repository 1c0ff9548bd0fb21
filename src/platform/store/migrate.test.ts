// Migrations run once, in order, under their owner, and a changed history is refused.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type EmptyDatabase, newEmptyDatabase } from "../../../test/database.ts";
import { clientConfig } from "./connection.ts";
import { openDatabase, sql } from "./db.ts";
import { migrate, missingMigrations, pendingMigrations } from "./migrate.ts";
import { ownsByConvention } from "./role-rights.ts";

let store: EmptyDatabase;
let folder: string;

beforeEach(async () => {
  store = await newEmptyDatabase();
  folder = await mkdtemp(join(tmpdir(), "bursar-migrations-"));
  await write("0001_first.sql", "create table first (id bigint primary key)");
});
afterEach(async () => {
  await store.drop();
  await rm(folder, { recursive: true });
});

const write = (name: string, text: string) => writeFile(join(folder, name), `${text};\n`);
const run = () => migrate(store.admin, folder, store.settings.user);
const open = () =>
  openDatabase({
    settings: store.settings,
    readConnections: 1,
    writeConnections: 1,
    statementTimeoutMs: 5_000,
    lockTimeoutMs: 1_000,
  });

test("what is pending is applied in order, once", async () => {
  await write("0002_second.sql", "alter table first add column name text");
  expect(await run()).toEqual(["0001_first.sql", "0002_second.sql"]);
  expect(await run()).toEqual([]);
  await write("0003_third.sql", "drop table first");
  const database = await open();
  expect(await pendingMigrations(database, folder)).toEqual(["0003_third.sql"]);
  await database.close();
});

test("the pending migrations of a store are listed without changing it", async () => {
  const check = () => missingMigrations(store.admin, folder);
  expect(await missingMigrations(undefined, folder)).toEqual(["0001_first.sql"]);
  expect(await check()).toEqual(["0001_first.sql"]);
  expect(await check()).toEqual(["0001_first.sql"]);
  await run();
  expect(await check()).toEqual([]);
  await write("0001_first.sql", "create table other (id int)");
  await expect(check()).rejects.toThrow("was changed after");
});

test("two simultaneous runs apply each migration once", async () => {
  const applied = await Promise.all([run(), run()]);
  expect(applied.flat()).toEqual(["0001_first.sql"]);
});

test("a failed migration leaves nothing behind", async () => {
  await write("0002_second.sql", "create table second (id int); select 1 / 0");
  await expect(run()).rejects.toThrow("Migration 0002_second.sql failed: division by zero");
  await write("0002_second.sql", "create table second (id int)");
  expect(await run()).toEqual(["0002_second.sql"]);
});

test.each<[title: string, sentence: string, change: () => Promise<void>]>([
  ["changed", "was changed after", () => write("0001_first.sql", "create table other (id int)")],
  ["missing", "does not know", () => rm(join(folder, "0001_first.sql"))],
  ["late", "comes before 0001_first.sql", () => write("0000_late.sql", "select 1")],
  ["doubled", "have the number 0001", () => write("0001_again.sql", "select 1")],
  ["badly named", "is not named like", () => write("second.sql", "select 1")],
  ["ending its transaction", "leave its transaction", () => write("0002_end.sql", "commit")],
])("a migration that is %s is refused", async (_, sentence, change) => {
  await run();
  await change();
  await expect(run()).rejects.toThrow(sentence);
});

test("a store from before the first release is refused by name, and left as it is", async () => {
  await rm(join(folder, "0001_first.sql"));
  await write("0001_platform.sql", "create table firm (id bigint primary key)");
  await run();
  const sentence =
    "The store was made before 0.1.0, the first release, and cannot be upgraded: " +
    "load its records into an empty store.";
  const current = await mkdtemp(join(folder, "current-"));
  await writeFile(join(current, "0001_store.sql"), "create table other (id bigint primary key);");
  const migrating = migrate(store.admin, current, store.settings.user);
  await expect(migrating).rejects.toThrow(sentence);
  await expect(missingMigrations(store.admin, current)).rejects.toThrow(sentence);
  const database = await open();
  await expect(pendingMigrations(database, current)).rejects.toThrow(sentence);
  expect(await database.rows(sql`select name from migration`)).toEqual([
    { name: "0001_platform.sql" },
  ]);
  await database.close();
});

test("a store without migrations is not opened", async () => {
  await expect(open()).rejects.toThrow("run `bursar migrate`");
});

test("tables belong to the owner; the writer changes them, the reader selects", async () => {
  await write("0002_audit.sql", "create table audit_entry (id int); create view v as select 1");
  await run();
  const database = await open();
  const { owner, writer, reader } = database.roles;
  const rights = await database.rows<{ table: string; role: string; rights: string }>(sql`
    select relname as "table", grantee::regrole::text as "role",
           string_agg(privilege_type, ' ' order by privilege_type) as "rights"
      from pg_class, aclexplode(relacl)
     where relnamespace = 'public'::regnamespace and relkind = 'r'
       and grantee <> relowner and pg_get_userbyid(relowner) = ${owner}
     group by 1, 2 order by 1, 2`);
  const narrow = { audit_entry: "INSERT SELECT", migration: "SELECT" };
  expect(rights).toEqual(
    ["audit_entry", "first", "migration"].flatMap((table) => [
      { table, role: reader, rights: "SELECT" },
      {
        table,
        role: writer,
        rights: { ...narrow, first: "DELETE INSERT SELECT UPDATE" }[table],
      },
    ]),
  );
  await database.close();
});

test("nobody but the roles connects, and only the writer has temporary tables", async () => {
  await run();
  const client = new pg.Client(clientConfig(store.admin));
  await client.connect();
  const { rows } = await client.query(
    `select replace(grantee::regrole::text, current_database(), 'x') as "role",
            string_agg(privilege_type, ' ' order by privilege_type) as "rights"
       from pg_database, aclexplode(datacl)
      where datname = current_database() and grantee <> datdba
      group by 1 order by 1`,
  );
  await client.end();
  expect(rows).toEqual([
    { role: "x_owner", rights: "CONNECT" },
    { role: "x_reader", rights: "CONNECT" },
    { role: "x_writer", rights: "CONNECT TEMPORARY" },
  ]);
});

test("where the serving login can take the owner's role, rights hold only by convention", async () => {
  await run();
  const [asService, asAdmin] = await Promise.all(
    [store.settings, store.admin].map(async (settings) => {
      const database = await openDatabase({
        settings,
        readConnections: 1,
        writeConnections: 1,
        statementTimeoutMs: 0,
        lockTimeoutMs: 0,
      });
      const owns = await ownsByConvention(database, settings.user);
      await database.close();
      return owns;
    }),
  );
  expect(asAdmin).toBe(true);
  expect(asService).toBe(store.settings.user === store.admin.user);
});

test("a login that may not create roles learns what an administrator has to run", async () => {
  const login = `${store.admin.database}_plain`;
  const client = new pg.Client(clientConfig(store.admin));
  await client.connect();
  await client.query(`create role ${login} login password 'plain'`);
  await client.end();
  const settings = { ...store.admin, user: login, password: "plain" };
  const attempt = migrate(settings, folder);
  await expect(attempt).rejects.toThrow(
    `an administrator must run: create role "${store.admin.database}_owner" nologin`,
  );
});
