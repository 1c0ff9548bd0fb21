// One firm of a size: loaded, weighed, asked, and computed for two nights.
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { type ConnectionSettings, clientConfig } from "../../src/platform/store/connection.ts";
import { embeddedSettings } from "../../src/platform/store/embedded/embedded-postgres.ts";
import { runBursar, startService } from "../service/bursar-process.ts";
import { startChild } from "../service/child.ts";
import { callersOf, postmasterOf } from "../service/data-folder.ts";
import { cpuOfPostgres } from "../service/process-figures.ts";
import { settle } from "../service/settle.ts";
import type { Bytes, SizeFigures, Work } from "./figures.ts";
import { writeScaleRecords } from "./firm.ts";
import { measureChanges, measureReads } from "./requests.ts";

/** Works in a new folder that PostgreSQL's account may pass through. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "bursar-scale-"));
  await chmod(folder, 0o711);
  return work(folder).finally(() => rm(folder, { recursive: true, force: true }));
}

/** Measures a firm of the given number of accounts on the embedded PostgreSQL. */
export function measureSize(accounts: number, seconds: number): Promise<SizeFigures> {
  return inFolder(async (folder) => {
    const records = await writeScaleRecords(join(folder, "records"), accounts);
    const environment = { DATA_DIR: join(folder, "data"), RATE_LIMIT: "1000000" };
    const service = await startService(join(folder, "serve.log"), environment);
    const driver = startChild("driver.ts", ["0"]);
    try {
      const admin = (await embeddedSettings(environment.DATA_DIR))?.admin;
      if (admin === undefined) throw new Error("the service has not started its PostgreSQL");
      const postmaster = await postmasterOf(environment.DATA_DIR);
      const run = async (name: string, ...words: string[]): Promise<Work> => {
        const before = cpuOfPostgres(postmaster) ?? 0;
        const ran = await runBursar(words, join(folder, `${name}.log`), environment);
        const store = (cpuOfPostgres(postmaster) ?? 0) - before;
        await settle(admin);
        return { seconds: ran.seconds, command: ran.cpuUs ?? 0, store };
      };
      const [first = "", second = ""] = records.nights;
      const load = await run("load", "load", records.firm);
      // The first night frees space in the tables that the next ones reuse.
      await run("first-night", "load", first);
      const bytes = await bytesOf(admin);
      const night = await run("night", "load", second);
      const bytesOfNight = difference(bytes, await bytesOf(admin));
      const compute = await run("compute", "compute", "--all", "--workers", "1");

      const { adviser } = await callersOf(environment.DATA_DIR);
      const postmasters = [postmaster];
      const { numbers } = records;
      const asked = { service, sender: adviser.bearer, postmasters, driver, numbers, seconds };
      const { service: ofService, store } = await measureReads(asked);
      let before = { bytes, log: 0 };
      const { responses, ...change } = await measureChanges(asked, async () => {
        await settle(admin);
        before = { bytes: await bytesOf(admin), log: await logOf(admin) };
      });
      const log = await logOf(admin);
      await settle(admin);
      const added = difference(before.bytes, await bytesOf(admin));
      return {
        postgres: await versionOf(admin),
        accounts,
        bytes,
        bytesOfNight,
        load,
        night,
        compute,
        read: { service: ofService, store },
        change,
        logOfChange: Math.round((log - before.log) / responses),
        bytesOfChange: each(added, responses),
      };
    } finally {
      await driver.stop();
      await service.stop();
    }
  });
}

async function ask<Row extends pg.QueryResultRow>(
  admin: ConnectionSettings,
  text: string,
): Promise<Row[]> {
  const client = new pg.Client(clientConfig(admin));
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

async function bytesOf(admin: ConnectionSettings): Promise<Bytes> {
  const rows = await ask<{ table: string; bytes: string }>(
    admin,
    `select relname as table, pg_total_relation_size(oid) as bytes from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`,
  );
  return Object.fromEntries(rows.map(({ table, bytes }) => [table, Number(bytes)]));
}

async function versionOf(admin: ConnectionSettings): Promise<string> {
  const [row] = await ask<{ server_version: string }>(admin, "show server_version");
  return row?.server_version ?? "";
}

async function logOf(admin: ConnectionSettings): Promise<number> {
  const [row] = await ask<{ at: string }>(admin, "select pg_current_wal_lsn() - '0/0' as at");
  return Number(row?.at);
}

/** The growth from one measurement to the next. */
function difference(before: Bytes, after: Bytes): Bytes {
  const grown = Object.entries(after).map(
    ([table, bytes]) => [table, bytes - (before[table] ?? 0)] as const,
  );
  return Object.fromEntries(grown.filter(([, bytes]) => bytes !== 0));
}

function each(bytes: Bytes, count: number): Bytes {
  const divided = Object.entries(bytes).map(
    ([table, all]) => [table, Math.round(all / count)] as const,
  );
  return Object.fromEntries(divided);
}
