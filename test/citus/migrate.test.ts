// A migration of a store that is distributed already.
import { randomBytes } from "node:crypto";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { refusePartlyDistributed } from "../../src/platform/store/distributed/cluster.ts";
import { distribute } from "../../src/platform/store/distributed/distribute.ts";
import { splitParts } from "../../src/platform/store/distributed/migrating.ts";
import { migrate } from "../../src/platform/store/migrate.ts";
import { roleNames } from "../../src/platform/store/roles.ts";
import { newDatabase, type TestDatabase } from "../database.ts";
import { readRelease } from "../releases/release.ts";
import { root } from "../source-files.ts";
import { joinNodes, onNode, onNodes, removeDatabase } from "./nodes.ts";

let store: TestDatabase;
beforeAll(async () => {
  store = await newDatabase("sample");
});
afterAll(() => store.drop());

test("a table that a migration makes is placed at once, and the roles have their rights on it", async () => {
  const table = "offer_document_view";
  const name = "9000_document_views.sql";
  const folder = await mkdtemp(join(tmpdir(), "bursar-test-"));
  await cp(join(root, "migrations"), folder, { recursive: true });
  await writeFile(join(folder, name), await statementThatMakes(table));
  await onNode(store.admin, (client) => client.query(`drop table ${table}`));
  await expect(refusePartlyDistributed(store.database)).resolves.toBe(true);
  const { serving } = inject("server");
  expect(await migrate(store.admin, folder, serving.user)).toEqual([name]);
  await expect(refusePartlyDistributed(store.database)).resolves.toBe(true);
  await onNode(store.settings, async (client) => {
    await client.query(`set role ${store.database.roles.reader}`);
    const { rows } = await client.query(`select count(*)::integer as rows from ${table}`);
    expect(rows).toEqual([{ rows: 0 }]);
  });
  await rm(folder, { recursive: true });
});

test("each migration since 0.1.0 is made on a distributed store, as is a change with a constraint", async () => {
  const { serving, admin, workers, template } = inject("server");
  const nodes = [admin, ...workers];
  const name = `${template.slice(0, -"_template".length)}_${randomBytes(6).toString("hex")}`;
  const empty = { ...admin, database: name };
  const folder = await mkdtemp(join(tmpdir(), "bursar-test-"));
  try {
    const names = (await readdir(join(root, "migrations"))).toSorted();
    const { migration } = await readRelease("0.1.0.json.gz");
    const later = names.filter((each) => each > migration);
    for (const each of names.filter((each) => !later.includes(each))) {
      await cp(join(root, "migrations", each), join(folder, each));
    }
    await onNodes(nodes, `create database ${name}`);
    await joinNodes(nodes, name);
    await migrate(empty, folder, serving.user);
    const tables = await tablesOf(later);
    await onNode(empty, async (client) => {
      await client.query(`set role ${roleNames(name).owner}`);
      for (const { statement } of tables) await client.query(statement);
    });
    await distribute(empty, { shards: 2, lockTimeoutMs: 5_000 });
    await onNode(empty, async (client) => {
      for (const { table } of tables.toReversed()) await client.query(`drop table ${table}`);
    });
    for (const each of later) await cp(join(root, "migrations", each), join(folder, each));
    await writeFile(join(folder, "9000_noted.sql"), change);
    const made = [...later, "9000_noted.sql"];
    expect(await migrate(empty, folder, serving.user)).toEqual(made);
  } finally {
    await removeDatabase(nodes, name);
    await rm(folder, { recursive: true });
  }
});

const change = `alter table restriction
  add column noted_by text collate "C",
  add constraint restriction_noted check (noted_by <> '');
`;

/** The statement of a migration that makes a table. */
async function statementThatMakes(table: string): Promise<string> {
  const made = await tablesOf(await readdir(join(root, "migrations")));
  const found = made.find((each) => each.table === table);
  if (found === undefined) throw new Error(`no migration makes ${table}`);
  return found.statement;
}

/** The tables that migrations make: this release distributes no store without them, as that did in which
 * they were not known. */
async function tablesOf(names: readonly string[]) {
  const texts = await Promise.all(
    names.map((name) => readFile(join(root, "migrations", name), "utf8")),
  );
  return texts.flatMap(splitParts).flatMap(({ statements, table }) => {
    if (table === undefined) return [];
    return [{ table, statement: statements.slice(statements.indexOf(`create table ${table}`)) }];
  });
}
