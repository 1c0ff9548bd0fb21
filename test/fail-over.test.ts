// The primary of a store with two servers dies, and the service goes on with the standby that was
// promoted. `npm run faults -- --kinds failover` does the same for longer.
import { randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { clientConfig } from "../src/platform/store/connection.ts";
import { type Database, openDatabase, sql } from "../src/platform/store/db.ts";
import { openPrimary } from "../src/platform/store/primary.ts";
import { openConnection } from "../src/platform/store/session.ts";
import { type FailOverRun, openFailOverRun } from "./faults/fail-over-run.ts";

const seed = Number(process.env.FAULTS_SEED ?? randomInt(2 ** 31));
let run: FailOverRun;
beforeAll(async () => {
  run = await openFailOverRun(seed, {});
});
afterAll(() => run?.close());

const limits = { readConnections: 1, writeConnections: 1, lockTimeoutMs: 5_000 };

test("the primary is found wherever it stands in the address, and its state is known", async () => {
  const { store, servers } = run;
  for (const order of [
    [servers.primary, servers.standby],
    [servers.standby, servers.primary],
  ] as const) {
    const primary = await openPrimary(store.settings(...order));
    expect(primary.place().host).toBe(servers.primary.admin.host);
    const states = primary.servers().map(({ state }) => state);
    expect(states.toSorted()).toEqual(["primary", "standby"]);
    primary.close();
  }
  const client = await openConnection(store.settings(servers.standby, servers.primary));
  const { rows } = await client.query(`select pg_is_in_recovery() as "isStandby"`);
  await client.end();
  expect(rows).toEqual([{ isStandby: false }]);
});

test("a connection to a server that is not the primary is refused", async () => {
  const { store, servers } = run;
  const primary = await openPrimary(store.settings(servers.primary, servers.standby));
  const client = new pg.Client(clientConfig(servers.standby.admin));
  await client.connect();
  await expect(primary.admit(client)).rejects.toThrow("is not the primary any more");
  await client.end();
  primary.close();
});

test("a commit that its standby did not confirm is not acknowledged", async () => {
  const { store, servers } = run;
  const db = await openDatabase({
    ...{ settings: store.settings(servers.primary), ...limits, statementTimeoutMs: 60_000 },
  });
  servers.standby.freeze();
  const commit = db
    .transaction((tx) => tx.execute(sql`insert into store_property values ('unconfirmed', '1')`))
    .catch((error: unknown) => error);
  // An administrator may cancel the wait, whereupon PostgreSQL warns, and commits all the same.
  const cancel = `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`;
  await expect.poll(() => servers.primary.query(cancel), { timeout: 60_000 }).toHaveLength(1);
  expect(String(await commit)).toMatch(/the store is unavailable: canceling wait for synchronous/);
  servers.standby.thaw();
  await expect(insertAgain(db)).rejects.toThrow("store_property_pkey");
  await db.close();
});

const insertAgain = (db: Database) =>
  db.transaction((tx) => tx.execute(sql`insert into store_property values ('unconfirmed', '1')`));

test.each(["killed", "frozen"] as const)(
  `the primary is %s: changes go on with the standby, and nothing acknowledged is lost (seed ${seed})`,
  async (how) => {
    const report = await run.round(how);
    expect(report.acknowledged).toBeGreaterThan(0);
    expect(report.pauseMs).toBeLessThan(10_000);
  },
  60_000,
);

test("the service says which server is the primary, and how often that has changed", async () => {
  const { service, servers } = run;
  const text = await (await fetch(`${service.url}/metrics`)).text();
  const place = ({ admin }: typeof servers.primary) => `${admin.host}:${admin.port}`;
  expect(text).toContain(
    `bursar_store_server{server="${place(servers.primary)}",state="primary"} 1`,
  );
  expect(text).toContain("bursar_store_moves_total 2");
  expect(service.said()).toContain("another server is the primary now");
});

test("servers of different clusters are refused", async () => {
  const { admin } = inject("server");
  const login = `stranger_${randomInt(2 ** 31)}`;
  const make = `create role ${login} superuser login password 'stranger'`;
  const elsewhere = new pg.Client(clientConfig(admin));
  await elsewhere.connect();
  await elsewhere.query(make);
  await run.servers.primary.query(make);
  const settings = {
    ...{ ...run.servers.primary.admin, user: login, password: "stranger" },
    others: [{ host: admin.host, port: admin.port }],
  };
  try {
    await expect(openPrimary(settings)).rejects.toThrow("are not of one cluster");
  } finally {
    await elsewhere.query(`drop role ${login}`);
    await elsewhere.end();
  }
});

test("without a primary nothing is opened", async () => {
  const { store, servers } = run;
  const alone = { ...store.settings(servers.standby), others: [{ host: "/nowhere", port: 1 }] };
  await expect(openPrimary(alone)).rejects.toThrow("none of the servers is the primary");
});

test("a primary of an older history is never chosen", async () => {
  const { store, servers } = run;
  const primary = await openPrimary(store.settings(servers.primary, servers.standby));
  // The standby is promoted as well, as happens when a network is cut: the newer history wins.
  await servers.standby.promote();
  await expect.poll(() => primary.moves(), { timeout: 60_000 }).toBe(1);
  expect(primary.place().host).toBe(servers.standby.admin.host);
  await servers.standby.kill();
  await delay(600);
  expect([primary.place().host, primary.moves()]).toEqual([servers.standby.admin.host, 1]);
  primary.close();
});
