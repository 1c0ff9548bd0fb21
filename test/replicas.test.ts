// Reads are answered by a replica that streams from the primary, as long as it shows what its caller
// has changed and is not too far behind.
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { App } from "../src/platform/http/frame.ts";
import { openMetrics } from "../src/platform/http/metrics.ts";
import { openReadAfter } from "../src/platform/http/read-after.ts";
import { type Database, openDatabase, sql } from "../src/platform/store/db.ts";
import { migrate } from "../src/platform/store/migrate.ts";
import { createServer } from "../src/server.ts";
import type { Id } from "../src/values/ids.ts";
import { type Headers, send, serverOptions } from "./harness.ts";
import { openReplicatedStore, type ReplicatedStore } from "./replicated-store.ts";
import { type CallerName, fillSample, type TestKeys, testVault } from "./sample-template.ts";

const account = "/restapi/accounts/RA00000001";
const patience = { timeout: 60_000 };

const whoAnswers = sql`select pg_is_in_recovery() as "isStandby"`;

let store: ReplicatedStore;
let keys: Record<CallerName, TestKeys>;
/** Two processes of one service, whose replica may be a minute behind, and one where it may not. */
let here: Process;
let there: Process;
let strict: Process;
beforeAll(async () => {
  store = await openReplicatedStore();
  await migrate(store.first.admin, join(import.meta.dirname, "..", "migrations"));
  keys = await fillSample(store.first.admin);
  [here, there] = [await openProcess(60_000), await openProcess(60_000)];
  strict = await openProcess(500);
});
afterAll(async () => {
  for (const process of [here, there, strict]) await process?.close();
  await store?.close();
});

interface Process {
  readonly db: Database;
  readonly app: App;
  close(): Promise<void>;
}

async function openProcess(replicaLagMs: number): Promise<Process> {
  const db = await openDatabase({
    ...{ settings: store.first.admin, replicas: store.second.admin, replicaLagMs },
    ...{
      readConnections: 1,
      writeConnections: 2,
      statementTimeoutMs: 20_000,
      lockTimeoutMs: 5_000,
    },
  });
  const app = await createServer(serverOptions(db));
  return {
    ...{ db, app },
    close: async () => {
      await app.close();
      await db.close();
    },
  };
}

function call(at: Process, method: string, path: string, body?: unknown, headers: Headers = {}) {
  const authorization = `Bearer ${keys.adviser.token}`;
  return send(at.app, method, path, body, { authorization, ...headers });
}

async function rename(at: Process, accountName: string): Promise<string> {
  const answer = await call(at, "PUT", account, { accountName });
  expect(answer.status).toBe(200);
  const header = answer.headers["x-read-after"];
  expect(header).toMatch(/^[\w-]{32}$/);
  return String(header);
}

async function nameAt(at: Process, header?: string): Promise<string> {
  const headers: Headers = header === undefined ? {} : { "x-read-after": header };
  const { body } = await call(at, "GET", account, undefined, headers);
  return body.accountName;
}

const replicaOf = ({ db }: Process) => db.usage().replicas[0];
const isUsed = (at: Process) => () => replicaOf(at)?.isUsed;
const answered = (at: Process) => replicaOf(at)?.answered ?? 0;

/** Waits until the replica is used and shows all that was changed. */
async function caughtUp(): Promise<void> {
  await store.second.query("select pg_wal_replay_resume()");
  const [at] = await store.first.query<{ lsn: string }>("select pg_current_wal_lsn() as lsn");
  const shown = `select pg_last_wal_replay_lsn() >= $1::pg_lsn as "is"`;
  const isShown = async () => (await store.second.query(shown, [at?.lsn]))[0]?.is;
  await expect.poll(isShown, patience).toBe(true);
  for (const each of [here, there]) await expect.poll(isUsed(each), patience).toBe(true);
}

/** Halts the replay of the replica, which then shows the store as it is now. */
async function halted<T>(work: () => Promise<T>): Promise<T> {
  await caughtUp();
  await store.second.query("select pg_wal_replay_pause()");
  const state = "select pg_get_wal_replay_pause_state() as state";
  await expect
    .poll(async () => (await store.second.query(state))[0]?.state, patience)
    .toBe("paused");
  // Until both processes know of everything that the replica shows.
  const [at] = await store.second.query<{ lsn: string }>(
    "select (pg_last_wal_replay_lsn() - '0/0')::text as lsn",
  );
  const knows = ({ db }: Process) => db.replicas?.reader(BigInt(at?.lsn ?? 0)) !== undefined;
  for (const each of [here, there]) await expect.poll(() => knows(each), patience).toBe(true);
  return work().finally(caughtUp);
}

test("reads go to the replica; changes, and the credentials of both, to the primary", async () => {
  await rename(here, "Before all");
  await caughtUp();
  const before = answered(there);
  expect(await nameAt(there)).toBe("Before all");
  expect(answered(there)).toBeGreaterThan(before);
  const after = answered(there);
  await rename(there, "Changed");
  expect(answered(there)).toBe(after);
});

test("a caller reads what it has changed here at once, though the replica does not show it", async () => {
  await halted(async () => {
    const before = await nameAt(here);
    await rename(here, "Halted");
    expect([await nameAt(here), await nameAt(there)]).toEqual(["Halted", before]);
  });
  expect(await nameAt(there)).toBe("Halted");
});

test("at another process it is shown to whoever sends the header of the change", async () => {
  await halted(async () => {
    const before = await nameAt(there);
    const header = await rename(here, "By header");
    expect([await nameAt(there), await nameAt(there, header)]).toEqual([before, "By header"]);
    const { replicas } = here.db;
    if (replicas === undefined) throw new Error("there are no replicas");
    const forge = openReadAfter(replicas, testVault);
    const beyond = forge.header("5001" as Id, 2n ** 62n);
    const ofAnother = forge.header("5002" as Id, 1n);
    for (const each of [beyond, ofAnother, `${header.slice(1)}A`, "x", ""]) {
      expect(await nameAt(there, each)).toBe(before);
    }
  });
});

test("a monitor sees which replica is used, how old its reads may be, and what it has answered", async () => {
  await caughtUp();
  await nameAt(here);
  const { name = "" } = replicaOf(here) ?? {};
  const metrics = openMetrics(here.db, "open");
  const printed = async (metric: string) => {
    const found = (await metrics.print()).split("\n").find((line) => line.startsWith(`${metric}{`));
    expect(found).toContain(`{server="${name}"} `);
    return Number(found?.split(" ").at(-1));
  };
  expect(await printed("bursar_store_replica_used")).toBe(1);
  expect(await printed("bursar_store_replica_lag_seconds")).toBeLessThan(60);
  expect(await printed("bursar_store_replica_reads_total")).toBe(answered(here));
  expect(await printed("bursar_store_replica_reads_in_flight")).toBe(0);
});

test("a repeat of a change, and a removal, are read at once too", async () => {
  await halted(async () => {
    const key = { "idempotency-key": "halted" };
    const change = { accountName: "Repeated" };
    expect((await call(here, "PUT", account, change, key)).status).toBe(200);
    const repeat = await call(there, "PUT", account, change, key);
    expect(repeat.headers["idempotency-replayed"]).toBe("true");
    expect(await nameAt(there)).toBe("Repeated");
  });
});

test("a replica that is too far behind is left out, and taken back when it has caught up", async () => {
  await caughtUp();
  await expect.poll(isUsed(strict), patience).toBe(true);
  // As a request has it that waits for its turn from now on.
  const reader = strict.db.replicas?.reader(undefined);
  expect(await reader?.first(whoAnswers)).toEqual({ isStandby: true });
  await store.second.query("alter system set recovery_min_apply_delay = '1h'");
  await store.second.query("select pg_reload_conf()");
  try {
    // Only what is behind is old: while nothing changes, the replica shows the store as it is. It may
    // take over a change or two before it follows the setting.
    const lagOnceRenamed = async () => {
      await rename(here, "Delayed");
      return replicaOf(strict)?.lagMs ?? 0;
    };
    await expect.poll(lagOnceRenamed, patience).toBeGreaterThan(2_000);
    expect(isUsed(strict)()).toBe(false);
    expect(await nameAt(strict)).toBe("Delayed");
    expect(await reader?.first(whoAnswers)).toEqual({ isStandby: false });
  } finally {
    await store.second.query("alter system reset recovery_min_apply_delay");
    await store.second.query("select pg_reload_conf()");
  }
  await caughtUp();
  await expect.poll(isUsed(strict), patience).toBe(true);
});

test("what a replica that hangs does not answer is answered by the primary", async () => {
  await caughtUp();
  store.second.freeze();
  const begun = performance.now();
  const answers = await Promise.all([nameAt(here), nameAt(here), nameAt(there)]);
  const tookMs = performance.now() - begun;
  expect(new Set(answers)).toEqual(new Set(["Delayed"]));
  expect(tookMs).toBeLessThan(20_000);
  await expect.poll(isUsed(here), patience).toBe(false);
  store.second.thaw();
  await caughtUp();
});

test("a replica that has ended is left out at once, and taken back when it is there again", async () => {
  await caughtUp();
  await store.second.kill();
  expect(await nameAt(here)).toBe("Delayed");
  await expect.poll(isUsed(here), patience).toBe(false);
  const printed = await openMetrics(here.db, "open").print();
  expect(printed).toMatch(/^bursar_store_replica_used\{.*\} 0$/m);
  await store.second.start();
  await caughtUp();
  const before = answered(here);
  expect(await nameAt(here)).toBe("Delayed");
  expect(answered(here)).toBeGreaterThan(before);
});

test("a statement that has to make way for what is replayed is answered by the primary", async () => {
  await caughtUp();
  const reader = here.db.replicas?.reader(undefined);
  // As PostgreSQL ends it on a standby.
  const conflict = sql`do $$ begin
    if pg_is_in_recovery() then raise sqlstate '40001'; end if;
  end $$`;
  const defect = sql`do $$ begin
    if pg_is_in_recovery() then raise sqlstate '22012'; end if;
  end $$`;
  expect(await reader?.first(whoAnswers)).toEqual({ isStandby: true });
  expect(await reader?.rows(conflict)).toEqual([]);
  await expect(reader?.rows(defect)).rejects.toMatchObject({ code: "22012" });
  expect(await here.db.first(whoAnswers)).toEqual({ isStandby: false });
});

test("a replica that was promoted is none any more", async () => {
  await caughtUp();
  await store.second.promote();
  await expect.poll(isUsed(here), patience).toBe(false);
  expect(await nameAt(here)).toBe("Delayed");
});
