// A migration of a store that is spread already.
import { randomBytes } from "node:crypto";
import { cp, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { migrate } from "../../src/platform/store/migrate.ts";
import { roleNames } from "../../src/platform/store/roles.ts";
import { refusePartlySpread } from "../../src/platform/store/spread/cluster.ts";
import { distribute } from "../../src/platform/store/spread/distribute.ts";
import { partsOf } from "../../src/platform/store/spread/migrating.ts";
import { newDatabase, type TestDatabase } from "../database.ts";
import { root } from "../source-files.ts";
import { joinNodes, onNode, onNodes, removeDatabase } from "./nodes.ts";

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

test("each migration since the first that a spread store can have is made on one", async () => {
  const { serving, admin, workers, template } = inject("server");
  const nodes = [admin, ...workers];
  const name = `${template.slice(0, -"_template".length)}_${randomBytes(6).toString("hex")}`;
  const empty = { ...admin, database: name };
  const folder = await mkdtemp(join(tmpdir(), "bursar-test-"));
  try {
    const names = (await readdir(join(root, "migrations"))).toSorted();
    const later = names.filter((name) => name > "0063");
    for (const name of names.filter((each) => !later.includes(each))) {
      await cp(join(root, "migrations", name), join(folder, name));
    }
    await onNodes(nodes, `create database ${name}`);
    await joinNodes(nodes, name);
    await migrate(empty, folder, serving.user);
    const tables = await tablesOf(later);
    await onNode(empty, async (client) => {
      const { owner } = roleNames(name);
      await client.query(`create schema aside authorization ${owner}`);
      await client.query(`set role ${owner}`);
      for (const { statement } of tables) await client.query(statement);
      // This release does not know them, where an earlier one has placed them.
      for (const table of gone) await client.query(`alter table ${table} set schema aside`);
    });
    await distribute(empty, { shards: 2, lockTimeoutMs: 5_000 });
    await onNode(empty, async (client) => {
      for (const { table } of tables.toReversed()) await client.query(`drop table ${table}`);
      for (const table of gone) {
        await client.query(`alter table aside.${table} set schema public`);
        await client.query(
          `select create_distributed_table('${table}', 'account_number', colocate_with => 'account')`,
        );
      }
      await client.query(daysOfAccount);
    });
    expect(await migrate(empty, join(root, "migrations"), serving.user)).toEqual(later);
    expect(later.length).toBeGreaterThan(1);
    await onNode(empty, async (client) => {
      const { rows } = await client.query(
        `select folio_number, quarter_on::text, last_on::text, get_byte(packed, 0) as days
         from performance_quarter order by folio_number, quarter_on`,
      );
      const account = {
        folio_number: "",
        quarter_on: "2025-04-01",
        last_on: "2025-06-30",
        days: 2,
      };
      const folio = { folio_number: "RA0000000103", quarter_on: "2025-07-01", days: 1 };
      expect(rows).toEqual([account, { ...folio, last_on: "2025-07-01" }]);
    });
  } finally {
    await removeDatabase(nodes, name);
    await rm(folder, { recursive: true });
  }
});

/** Tables that a later migration removes, each with the account that its rows are of. */
const gone = ["performance_day"];

const daysOfAccount = `insert into performance_day
    (account_number, folio_number, valued_on, market_value, accrued, cash_flows, security_flows,
      fees, is_brought, gross, net, gross_return, net_return)
  values ('RA00000001', '', '2025-06-27', 100.00, 0, 100.00, 0, 0, false, null, null, null, null),
    ('RA00000001', '', '2025-06-30', 101.25, 0.10, -5.00, 0, 1.00, false, 1.01, 1, 1.25, 1.0),
    ('RA00000001', 'RA0000000103', '2025-07-01', 7, 0, 0, 0, 0, false, 1, 1, null, null)`;

/** The tables that migrations make: this release spreads no store without them, as that did in which
 * they were not known. */
async function tablesOf(names: readonly string[]) {
  const texts = await Promise.all(
    names.map((name) => readFile(join(root, "migrations", name), "utf8")),
  );
  return texts.flatMap(partsOf).flatMap(({ statements, table }) => {
    if (table === undefined) return [];
    return [{ table, statement: statements.slice(statements.indexOf(`create table ${table}`)) }];
  });
}
