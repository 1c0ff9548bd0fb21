// A filled store that is distributed over the nodes of a cluster in place.
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openMetrics } from "../../src/platform/http/monitoring/metrics.ts";
import type { ConnectionSettings } from "../../src/platform/store/connection.ts";
import { openDatabase } from "../../src/platform/store/db.ts";
import { selectCluster } from "../../src/platform/store/distributed/cluster.ts";
import { checkDistribution, distribute } from "../../src/platform/store/distributed/distribute.ts";
import { migrate } from "../../src/platform/store/migrate.ts";
import { roleNames } from "../../src/platform/store/roles.ts";
import { openConnection } from "../../src/platform/store/session.ts";
import { type Snapshot, withSnapshot } from "../../src/platform/store/snapshot.ts";
import { sql } from "../../src/platform/store/sql.ts";
import { useStore } from "../../src/platform/store/store-lock.ts";
import { fillSample } from "../sample-template.ts";
import { root } from "../source-files.ts";
import { joinNodes, onNode, onNodes, removeDatabase } from "./nodes.ts";

const { admin, serving, workers, template } = inject("server");
const name = `${template.slice(0, -"_template".length)}_${randomBytes(6).toString("hex")}`;
const store = { ...admin, database: name };
const nodes = [admin, ...workers];
const options = { shards: 4, lockTimeoutMs: 5_000 };
const limits = {
  settings: { ...serving, database: name },
  readConnections: 1,
  writeConnections: 1,
  statementTimeoutMs: 20_000,
  lockTimeoutMs: 5_000,
};

beforeAll(async () => {
  await onNodes(nodes, `create database ${name}`);
});
afterAll(() => removeDatabase(nodes, name));

async function ask<Row extends object>(text: string, of: ConnectionSettings = store) {
  let found: Row[] = [];
  await onNode(of, async (client) => {
    found = (await client.query<Row>(text)).rows;
  });
  return found;
}

/** The rows of every table, by its name. */
async function countRows(): Promise<Map<string, string>> {
  const tables = await ask<{ table: string }>(
    "select relname as table from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition",
  );
  const counts = new Map<string, string>();
  for (const { table } of tables) {
    const [row] = await ask<{ count: string }>(`select count(*) from ${table}`);
    counts.set(table, row?.count ?? "");
  }
  return counts;
}

const refused = (sentence: string) => expect(distribute(store, options)).rejects.toThrow(sentence);

describe("a store is not distributed", () => {
  test("before its database has Citus, its nodes and its tables", async () => {
    await refused("This database has no Citus");
    await onNodes(
      nodes.map((node) => ({ ...node, database: name })),
      "create extension citus",
    );
    await refused("The coordinator is no node of its cluster yet");
    await onNodes(
      nodes.map((node) => ({ ...node, database: name })),
      "drop extension citus",
    );
    await joinNodes(nodes, name);
    await expect(
      distribute({ ...(workers[0] as ConnectionSettings), database: name }, options),
    ).rejects.toThrow("This is a worker of the cluster");
    await refused("The store has no tables yet");
    await migrate(store, join(root, "migrations"), serving.user);
  });

  test("while a process uses it, or it has a table that nobody knows", async () => {
    const client = await openConnection(store);
    await useStore(client);
    await refused("Another process is using the store");
    await client.end();
    const { owner } = roleNames(name);
    await ask(`set role ${owner}; create table notes (note text primary key)`);
    await refused("The store has table notes, which this version does not know.");
    await ask("drop table notes");
  });
});

describe("a filled store", () => {
  test("is on one server at first, though its database has Citus", async () => {
    await fillSample(limits.settings);
    const database = await openDatabase(limits);
    expect(database.isDistributed).toBe(false);
    await database.close();
    const cluster = await selectCluster(limits.settings);
    const states = cluster?.nodes.map(({ state, role, bytes }) => `${role} ${state} ${bytes}`);
    expect(states).toEqual(["coordinator active 0", "worker active 0", "worker active 0"]);
    const waiting = (await checkDistribution(store)).filter((each) => each.standing === "waiting");
    expect(waiting.length).toBeGreaterThan(50);
  });

  test("is distributed with all of its rows, which leave the coordinator", async () => {
    const before = await countRows();
    expect(before.get("account")).toBe("28");
    const placed = await distribute(store, options);
    expect(placed.length).toBeGreaterThan(50);
    expect(await countRows()).toEqual(before);
    const [left] = await ask<{ bytes: string }>(
      "select sum(pg_relation_size(logicalrelid)) as bytes from pg_dist_partition",
    );
    expect(left?.bytes).toBe("0");
    const { reader } = roleNames(name);
    for (const worker of workers) {
      const [role] = await ask<{ logsIn: boolean }>(
        `select rolcanlogin as "logsIn" from pg_roles where rolname = '${reader}'`,
        worker,
      );
      expect(role).toEqual({ logsIn: true });
    }
  });

  test("is opened as one that is distributed, and has nothing left to place", async () => {
    const database = await openDatabase(limits);
    expect(database.isDistributed).toBe(true);
    await database.close();
    expect(await distribute(store, options)).toEqual([]);
    const cluster = await selectCluster(limits.settings);
    expect(cluster?.nodes.every(({ shards, bytes }) => shards > 0 && Number(bytes) > 0)).toBe(true);
    expect(cluster?.moves).toEqual([]);
  });

  test("shows a monitor its nodes, their parts and the moves", async () => {
    const database = await openDatabase(limits);
    const ask = () => selectCluster(limits.settings);
    const nothing = async () => undefined;
    const metrics = openMetrics(database, "open", {
      isLeading: () => false,
      build: nothing,
      droppedLogLines: () => 0,
      freeBytes: nothing,
      lastBackup: nothing,
      lastCheckpoint: nothing,
      lastHousekeeping: () => undefined,
      lastRun: () => undefined,
      storedBytes: nothing,
      dueJobs: nothing,
      webhooks: nothing,
      cluster: ask,
    });
    const lines = (await metrics.print()).split("\n");
    await database.close();
    const { port } = limits.settings;
    expect(lines).toContain(`bursar_node_up{node="127.0.0.1:${port}",role="coordinator"} 1`);
    for (const worker of workers) {
      const node = `127.0.0.1:${worker.port}`;
      expect(lines).toContain(`bursar_node_up{node="${node}",role="worker"} 1`);
      const parts = lines.find((line) => line.startsWith(`bursar_node_shards{node="${node}"}`));
      expect(Number(parts?.split(" ").at(-1))).toBeGreaterThan(0);
    }
    expect(lines).toContain("bursar_shard_moves 0");
  });

  test("is read as of one moment, and what was read is refused if a part has moved meanwhile", async () => {
    const { settings } = limits;
    const count = (snapshot: Snapshot) =>
      snapshot.first(sql<{ accounts: string }>`select count(*) as accounts from account`);
    expect(await withSnapshot(settings, count)).toEqual({ accounts: "28" });
    const reading = withSnapshot(settings, async (snapshot) => {
      await ask(`
        select citus_move_shard_placement(shardid, here.nodename, here.nodeport, there.nodename,
          there.nodeport, 'block_writes')
        from pg_dist_shard join pg_dist_placement using (shardid)
        join pg_dist_node as here using (groupid)
        join pg_dist_node as there on there.groupid > 0 and there.groupid <> here.groupid
        where logicalrelid = 'account_name'::regclass limit 1`);
      return count(snapshot);
    });
    await expect(reading).rejects.toThrow("Parts of the store moved to another node");
  });

  test("is refused while a table is left out, until that is placed too", async () => {
    await ask("select undistribute_table('used_signature')");
    await expect(openDatabase(limits)).rejects.toThrow(
      "Table used_signature does not lie where it belongs",
    );
    expect(await distribute(store, options)).toEqual(["used_signature"]);
    await ask("select undistribute_table('used_signature')");
    await ask("select create_reference_table('used_signature')");
    await refused("Table used_signature was distributed otherwise");
    await expect(openDatabase(limits)).rejects.toThrow("Table used_signature does not lie where");
  });
});
