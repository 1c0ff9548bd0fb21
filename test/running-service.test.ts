// The service as the process runs it, from its start to the signal that ends it: what it reports of
// itself to whoever sends it traffic and watches it.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { readConfig } from "../src/config/config.ts";
import { type Service, serve } from "../src/main.ts";
import { noteBackup } from "../src/platform/maintenance/last-backup.ts";
import { openLog } from "../src/platform/process/log.ts";
import { type ConnectionSettings, clientConfig } from "../src/platform/store/connection.ts";
import { servePurpose } from "../src/platform/store/store.ts";
import { openConfiguredStore } from "../src/runtime/configured-store.ts";
import { newDatabase, type TestDatabase } from "./database.ts";

const account = "/restapi/accounts/RA00000001";

let folder: string;
let store: TestDatabase;
let service: Service;
const logged: string[] = [];
/** The signals that the process handles by itself; the service replaces it. */
const signals = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
const atSignals = signals.map((signal) => process.listeners(signal));
/** The readiness while a start was still preparing. */
let early: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "bursar-running-"));
  store = await newDatabase("sample");
  const config = readConfig({
    DATABASE_URL: urlOf(store.settings),
    MASTER_KEY: "07".repeat(32),
    DATA_DIR: folder,
    PORT: "0",
  });
  const log = openLog("warn", { write: (line) => void logged.push(line) });
  const opened = await openConfiguredStore(config, servePurpose, log);
  service = await serve(opened, config, log, {
    fill: async () => {},
    complete: async (_, address) => {
      early = (await fetch(`${address}/health/ready`)).status;
    },
  });
});
afterAll(async () => {
  for (const [at, signal] of signals.entries()) {
    process.removeAllListeners(signal);
    for (const listener of atSignals[at] ?? []) process.on(signal, listener);
  }
  await store.drop();
  await rm(folder, { recursive: true });
});

function urlOf({ host, port, user, password = "", database }: ConnectionSettings): string {
  const place = new URLSearchParams({ host, port: String(port) });
  return `postgresql://${user}:${encodeURIComponent(password)}@localhost/${database}?${place}`;
}

async function ask(path: string, request: RequestInit = {}): Promise<[number, string]> {
  const headers = {
    authorization: `Bearer ${inject("keys").adviser.token}`,
    "content-type": "application/json",
  };
  const response = await fetch(service.address + path, { headers, ...request });
  return [response.status, await response.text()];
}

const rename = () => ask(account, { method: "PUT", body: '{"accountName":"Everyday"}' });

async function figureOf(metric: string): Promise<number | undefined> {
  const [, text] = await ask("/metrics");
  const found = text.split("\n").find((line) => line.startsWith(`${metric} `));
  return found === undefined ? undefined : Number(found.slice(metric.length));
}

async function asAdmin(...statements: readonly string[]): Promise<void> {
  const client = new pg.Client(clientConfig(store.admin));
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** Ends the service's connections, so that the next ones begin as the server now wants. */
const cut = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;

test("it is ready only once its start is complete", async () => {
  expect(early).toBe(503);
  expect(await ask("/health/ready")).toEqual([200, '{"status":"ready"}']);
});

test("a monitor sees when the store was last backed up, vouched for and cleared", async () => {
  expect(await figureOf("bursar_last_backup_timestamp_seconds")).toBeUndefined();
  await noteBackup(service.opened.db, new Date("2026-03-02T15:00:00Z"));
  expect(await figureOf("bursar_last_backup_timestamp_seconds")).toBe(1_772_463_600);
  for (const name of ["checkpoint", "housekeeping"]) {
    const age = async () =>
      Date.now() / 1000 - ((await figureOf(`bursar_last_${name}_timestamp_seconds`)) ?? 0);
    await expect.poll(age, { timeout: 60_000 }).toBeLessThan(3_600);
  }
  expect(await figureOf("bursar_log_lines_dropped_total")).toBe(0);
  const stored = await figureOf("bursar_stored_bytes");
  expect(stored).toBeGreaterThan(0);
  expect(await figureOf("bursar_stored_bytes_of_fullest_firm")).toBeLessThanOrEqual(stored ?? 0);
  // The data of a database of one's own is elsewhere.
  expect(await figureOf("bursar_data_free_bytes")).toBeUndefined();
});

test("a primary that takes no writes is recognized: reads go on, changes get 503 and why is logged", async () => {
  const { database } = store.settings;
  await asAdmin(`alter database ${database} set default_transaction_read_only = on`, cut);
  await expect
    .poll(() => ask("/health/ready"), { timeout: 60_000 })
    .toEqual([200, '{"status":"reads only"}']);
  expect((await ask(account))[0]).toBe(200);
  expect((await rename())[0]).toBe(503);
  const failures = logged.map((line) => JSON.parse(line));
  expect(failures.filter(({ sqlstate }) => sqlstate === "25006")).toMatchObject([
    { msg: "the store failed", sqlstate: "25006", reason: expect.stringContaining("read-only") },
  ]);
  // The service's own statements meet it too.
  const met = await figureOf('bursar_store_errors_total{sqlstate="25006"}');
  expect(met).toBeGreaterThanOrEqual(1);

  await asAdmin("set default_transaction_read_only = off", `alter database ${database} reset all`);
  await asAdmin(cut);
  await expect
    .poll(() => ask("/health/ready"), { timeout: 60_000 })
    .toEqual([200, '{"status":"ready"}']);
  await expect.poll(async () => (await rename())[0], { timeout: 60_000 }).toBe(200);
});

test("SIGHUP ends it as gracefully as SIGTERM does", async () => {
  process.emit("SIGHUP");
  expect(await service.ended).toBe(0);
  await expect(ask("/health/live")).rejects.toThrow("fetch failed");
});
