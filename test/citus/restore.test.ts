// A back-up of a distributed store, restored on one server, into a distributed one, and over another number of
// nodes.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { restoreBackup } from "../../src/platform/maintenance/restore-backup.ts";
import { writeBackup } from "../../src/platform/maintenance/write-backup.ts";
import { distribute } from "../../src/platform/store/distributed/distribute.ts";
import { migrate } from "../../src/platform/store/migrate.ts";
import { withSnapshot } from "../../src/platform/store/snapshot.ts";
import { sql } from "../../src/platform/store/sql.ts";
import { newDatabase, newEmptyDatabase } from "../database.ts";
import { testNow, testVault } from "../sample-template.ts";
import { root } from "../source-files.ts";
import { joinNodes, onNodes } from "./nodes.ts";

// Four stores are written and three are made, on servers that may share their processors.
const longest = { timeout: 600_000 };

test(
  "the same rows are restored on one server, on an empty cluster, and on one worker",
  longest,
  async () => {
    const { admin, serving, workers } = inject("server");
    const folder = await mkdtemp(join(tmpdir(), "bursar-test-"));
    const written = async (settings: typeof admin, name: string) => {
      const tables = await withSnapshot(settings, (snapshot) =>
        writeBackup(snapshot, testVault, join(folder, name), testNow),
      );
      // A restore begins another life of the store, which is noted there.
      return tables.filter(({ table }) => table !== "store_property");
    };
    const distributed = await newDatabase("sample");
    const whole = await written(distributed.settings, "spread.backup");
    const one = await newEmptyDatabase();
    await migrate(one.admin, join(root, "migrations"), serving.user);
    await restoreBackup(one.admin, Buffer.alloc(32, 7), join(folder, "spread.backup"));
    expect(await written(one.settings, "one.backup")).toEqual(whole);

    const there = await newDatabase("empty");
    expect(there.database.isDistributed).toBe(true);
    await restoreBackup(there.admin, Buffer.alloc(32, 7), join(folder, "spread.backup"));
    expect(await written(there.settings, "there.backup")).toEqual(whole);
    const [onCoordinator] = await there.database.rows(sql<{ bytes: string }>`
      select pg_relation_size('account') as "bytes"`);
    expect(onCoordinator).toEqual({ bytes: "0" });
    await there.drop();

    const nodes = [admin, ...workers.slice(0, 1)];
    const { database } = one.admin;
    await onNodes(workers.slice(0, 1), `create database ${database}`);
    await joinNodes(nodes, database);
    await distribute(one.admin, { shards: 4, lockTimeoutMs: 5_000 });
    expect(await written(one.settings, "two.backup")).toEqual(whole);
    await one.drop();
    await distributed.drop();
    await rm(folder, { recursive: true });
  },
);
