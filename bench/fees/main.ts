// `npm run bench -- fees [--accounts n]`: how long it takes to compute the fees of a quarter for all accounts of a
// firm, to draw its bills, to take the fees and to give them back.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { addDays, newYorkDay, quarterOf } from "@bursar/values/dates";
import { done, inFolder } from "../../test/faults/command-rounds.ts";
import { storeRows } from "../../test/faults/holders.ts";
import {
  makeDataFolder,
  removeDataFolder,
  type ServiceProcess,
  sampleToken,
  startService,
} from "../../test/faults/service-process.ts";

/** Measures one run of so many accounts; returns 0 once every fee was taken and has come back. */
export async function runBench(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { accounts: { type: "string", default: "10000" } },
  });
  if (!/^[1-9]\d*$/.test(values.accounts)) {
    process.stderr.write("--accounts takes a number.\n");
    return 2;
  }
  const dataDir = await makeDataFolder();
  const service = await startService(dataDir, { RATE_LIMIT: "1000000", SANDBOX: "false" });
  try {
    const periodEnd = addDays(quarterOf(newYorkDay(new Date())), -1);
    const firmOid = await loadDeposits(dataDir, values.accounts, addDays(periodEnd, -20));
    process.stdout.write("| Step | Items | Seconds | Items a second |\n|---|--:|--:|--:|\n");
    const begun = performance.now();
    const { location } = await sent(service, "POST", `/restapi/firms/${firmOid}/feeruns`, {
      periodEnd,
    });
    const run = location.split("/").at(-1) ?? "";
    await printRow(dataDir, "created", { run, begun, of: "fee_part" });
    await measured(service, run, { computed: "PREVIEW" });
    await setStatus(dataDir, run, "APPROVED");
    await measured(service, run, { "bills drawn": "POSTING", posted: "POSTED" });
    await setStatus(dataDir, run, "REVERSING");
    await measured(service, run, { reversed: "REVERSED" });
    return 0;
  } finally {
    await service.stop();
    await removeDataFolder(dataDir);
  }
}

/** Loads a firm of so many accounts with a deposit each; returns the firm with most of them. */
async function loadDeposits(dataDir: string, accounts: string, day: string): Promise<string> {
  await inFolder(async (folder) => {
    const records = join(folder, "records");
    await done(folder, "sample", "--out", records, "--accounts", accounts, "--days", "20");
    await done(dataDir, "load", "--allow-privileges", records);
  });
  const rows = await storeRows(dataDir, "select account_number as account from account order by 1");
  const header =
    "accountNumber,transactionId,transactionType,entryOrder,folioNumber,tradeDate,amount";
  const lines = rows.map(
    ({ account }, at) => `${account},${6_000_000 + at},DEP,1,${account}01,${day},${10_000 + at}`,
  );
  await inFolder(async (folder) => {
    await writeFile(join(folder, "transactions.csv"), [header, ...lines, ""].join("\n"));
    await done(dataDir, "load", folder);
  });
  const [most] = await storeRows(
    dataDir,
    `select firm_oid::text as firm from account where billing_plan_oid is not null
     group by 1 order by count(*) desc limit 1`,
  );
  return most?.firm ?? "";
}

async function sent({ dataDir, url }: ServiceProcess, method: string, path: string, body: object) {
  const headers = {
    authorization: `Bearer ${await sampleToken(dataDir, "operator")}`,
    "content-type": "application/json",
  };
  const response = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return { location: response.headers.get("location") ?? "" };
}

/** Two persons would have to say so by requests. */
async function setStatus(dataDir: string, run: string, status: string): Promise<void> {
  await storeRows(
    dataDir,
    `update fee_run set run_status = '${status}', post_on = '${newYorkDay(new Date())}'
     where fee_run_oid = ${run}`,
  );
}

/** Sweeps until the run has had each status, and prints a row of the table for each step. */
async function measured(
  service: ServiceProcess,
  run: string,
  steps: Readonly<Record<string, string>>,
): Promise<void> {
  let sweeping: Promise<unknown> | undefined;
  for (const [step, status] of Object.entries(steps)) {
    const begun = performance.now();
    for (;;) {
      // A long sweep may outlast its caller's patience; it goes on.
      sweeping ??= sent(service, "PUT", "/restapi/sweeps", {})
        .catch(() => delay(500))
        .finally(() => {
          sweeping = undefined;
        });
      const [found] = await storeRows(
        service.dataDir,
        `select run_status as status from fee_run where fee_run_oid = ${run}`,
      );
      if (found?.status === status) break;
      await delay(50);
    }
    await printRow(service.dataDir, step, { run, begun, of: "fee_item" });
  }
  await sweeping;
}

interface Measured {
  readonly run: string;
  readonly begun: number;
  readonly of: "fee_part" | "fee_item";
}

async function printRow(dataDir: string, step: string, { run, begun, of }: Measured) {
  const seconds = (performance.now() - begun) / 1_000;
  const [{ items = "0" } = {}] = await storeRows(
    dataDir,
    `select count(*)::text as items from ${of} where fee_run_oid = ${run}`,
  );
  const rate = Math.round(Number(items) / seconds);
  process.stdout.write(`| ${step} | ${items} | ${seconds.toFixed(1)} | ${rate} |\n`);
}
