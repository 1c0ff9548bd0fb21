// The effects of a load on others while it runs, and the rows that a check and a killed load leave behind.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newDatabase, type TestDatabase } from "../../../../test/database.ts";
import { openTestService, type TestService } from "../../../../test/harness.ts";
import {
  fixtureFolder,
  testContext,
  lastDayOfSample as today,
} from "../../../../test/sample-template.ts";
import { valuedDays } from "../../../cli/large-sample/unit-value-rows.ts";
import { writeFirm } from "../../../cli/large-sample/write-firm.ts";
import { loadOrder } from "../../../loading/load-order.ts";
import { verifyAudit } from "../../change/audit.ts";
import { sql } from "../../store/db.ts";
import { type LoadProgress, loadFolder } from "./load-folder.ts";

let root: string;
let store: TestDatabase;
let service: TestService;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "bursar-process-"));
  store = await newDatabase();
  service = await openTestService();
});
afterAll(async () => {
  await Promise.all([store.drop(), service.close()]);
  await rm(root, { recursive: true });
});

/** The unit values of the sample firm, next to which those of the large one are written. */
const inSample =
  readFileSync(join(fixtureFolder, "unit-values.csv"), "utf8").split("\n").length - 2;

const ofUnitValues = ({ file }: { readonly file: string }) => file === "unit-values.csv";

async function firmOf(accounts: number, days: number): Promise<string> {
  const out = await mkdtemp(join(root, "firm-"));
  const plan = { accounts, days: valuedDays(days), seed: "1", folioValues: false };
  await writeFirm(plan, fixtureFolder, out);
  return out;
}

const countRows = () =>
  store.database.first(sql<{ values: string; accounts: string; entries: string }>`
    select (select count(*) from unit_value) as values, (select count(*) from account) as accounts,
      (select count(*) from audit_entry) as entries`);
const nothing = { values: "0", accounts: "0", entries: "0" };

test("a check says what a load would do, and changes nothing", async () => {
  const folder = await firmOf(30, 10);
  const heard: LoadProgress[] = [];
  const ctx = testContext(store.database);
  const report = await loadFolder(ctx, loadOrder, folder, {
    check: true,
    today,
    onProgress: (progress) => heard.push(progress),
  });
  expect(report.find(ofUnitValues)).toMatchObject({
    rows: inSample + 300,
    added: inSample + 300,
    changed: 0,
  });
  expect(await countRows()).toEqual(nothing);
  const shares = heard.map(({ share }) => share);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(heard.findLast(ofUnitValues)).toEqual({
    file: "unit-values.csv",
    phase: "applying",
    rows: inSample + 300,
    share: 1,
  });
});

test("a killed load leaves nothing behind, and the next load succeeds", async () => {
  const folder = await firmOf(400, 252);
  const { host, port, user, password = "", database } = store.settings;
  const url = `postgres://${user}:${password}@${encodeURIComponent(host)}:${port}/${database}`;
  const command = join(import.meta.dirname, "..", "..", "..", "..", "bin", "bursar.js");
  const load = spawn(process.execPath, [command, "load", folder], {
    stdio: "ignore",
    env: { PATH: process.env.PATH, DATABASE_URL: url, MASTER_KEY: "07".repeat(32) },
  });
  for (let staged = false; !staged; await sleep(20)) {
    expect(load.exitCode, "the load ended before it was killed").toBe(null);
    staged = await holdsUnitValues();
  }
  load.kill("SIGKILL");
  await once(load, "close");
  expect(await countRows()).toEqual(nothing);

  const again = () => loadFolder(testContext(store.database), loadOrder, folder, { today });
  const report = await untilFree(again);
  expect(report.find(ofUnitValues)).toMatchObject({ added: inSample + 400 * 252 });
  const { faults } = await verifyAudit(store.database, testContext(store.database).vault.auditKey);
  expect(faults).toEqual([]);
});

/** Whether the load's transaction has begun to stage the daily values, its last file. */
async function holdsUnitValues(): Promise<boolean> {
  const locks = await store.database.rows(sql`
    select from pg_locks where relation = 'unit_value'::regclass and pid <> pg_backend_pid()
      and database = (select oid from pg_database where datname = current_database())`);
  return locks.length > 0;
}

/** The server notices within a second or two that the killed process is gone. */
async function untilFree<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if ((error as Error).name !== "LoadBusy" || attempt === 50) throw error;
      await sleep(200);
    }
  }
}

test("a change of an account that a load has locked waits five seconds, then is refused", async () => {
  const gate = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  const kinds = loadOrder.map((kind) => {
    if (kind.name !== "unit-values") return kind;
    const afterApply: typeof kind.afterApply = async (tx, changed, notify) => {
      await kind.afterApply?.(tx, changed, notify);
      reached.resolve();
      await gate.promise;
    };
    return { ...kind, afterApply };
  });
  const folder = await mkdtemp(join(root, "values-"));
  await writeFile(
    join(folder, "unit-values.csv"),
    "accountNumber,date,grossUnitValue,netUnitValue\nRA00000005,2025-05-05,101,100\n",
  );
  const load = loadFolder(testContext(service.db), kinds, folder);
  await reached.promise;
  const rename = (account: string) =>
    service.call("adviser", "PUT", `/restapi/accounts/${account}`, {
      accountName: `Renamed ${account.at(-1)}`,
    });
  expect((await rename("RA00000006")).status).toBe(200);
  const began = performance.now();
  expect((await rename("RA00000005")).status).toBe(503);
  expect(performance.now() - began).toBeGreaterThan(4_900);
  // A statement's timeout would be the next to end it.
  expect(performance.now() - began).toBeLessThan(19_000);
  gate.resolve();
  await load;
  expect((await rename("RA00000005")).status).toBe(200);
});
