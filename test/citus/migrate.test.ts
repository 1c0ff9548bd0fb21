// A migration of a store that is spread already.
import { cp, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { migrate } from "../../src/platform/store/migrate.ts";
import { refusePartlySpread } from "../../src/platform/store/spread/cluster.ts";
import { newDatabase, type TestDatabase } from "../database.ts";
import { root } from "../source-files.ts";
import { onNode } from "./nodes.ts";

let store: TestDatabase;
beforeAll(async () => {
  store = await newDatabase("sample");
});
afterAll(() => store.drop());

test("a table that a migration makes is placed at once, and the roles have their rights on it", async () => {
  const [known, table] = ["0047_document_views.sql", "offer_document_view"];
  const [name, folder] = ["9000_document_views.sql", await mkdtemp(join(tmpdir(), "bursar-test-"))];
  await cp(join(root, "migrations"), folder, { recursive: true });
  await rename(join(folder, known), join(folder, name));
  await onNode(store.admin, async (client) => {
    await client.query(`drop table ${table}`);
    await client.query("delete from migration where name = $1", [known]);
  });
  await expect(refusePartlySpread(store.database)).resolves.toBe(true);
  const { serving } = inject("server");
  expect(await migrate(store.admin, folder, serving.user)).toEqual([name]);
  await expect(refusePartlySpread(store.database)).resolves.toBe(true);
  await onNode(store.settings, async (client) => {
    await client.query(`set role ${store.database.roles.reader}`);
    const { rows } = await client.query(`select count(*)::integer as rows from ${table}`);
    expect(rows).toEqual([{ rows: 0 }]);
  });
  await rm(folder, { recursive: true });
});
