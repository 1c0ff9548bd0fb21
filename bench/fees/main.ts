// `npm run bench -- fees [--accounts n]`: how long it takes to compute the fees of a quarter for all accounts of a
// firm, to draw its bills, to take the fees and to give them back.
import process from "node:process";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { lastQuarterEnd, loadDeposits, setRunStatus } from "../../test/faults/billing-rounds.ts";
import { storeRows } from "../../test/faults/holders.ts";
import {
  makeDataFolder,
  postgresPid,
  removeDataFolder,
  type ServiceProcess,
  sampleToken,
  startService,
} from "../../test/faults/service-process.ts";
import { cpuOf, cpuOfPostgres } from "../service/process-figures.ts";

/** Measures one run of the asked number of accounts; returns 0 once every fee was taken and has come back. */
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
    const periodEnd = lastQuarterEnd();
    const firmOid = await loadDeposits(dataDir, Number(values.accounts), 20);
    await discardRuns(service, firmOid);
    process.stdout.write("| Step | Items | Seconds | Items a second | CPU ms | PG ms |\n");
    process.stdout.write("|---|--:|--:|--:|--:|--:|\n");
    const begun = await costOf(service);
    const { location } = await sent(service, "POST", `/restapi/firms/${firmOid}/feeruns`, {
      periodEnd,
    });
    const run = location.split("/").at(-1) ?? "";
    await printRow(service, "created", { run, begun, of: "fee_part" });
    await measured(service, run, { computed: "PREVIEW" });
    await setRunStatus(dataDir, run, "APPROVED");
    await measured(service, run, { "bills drawn": "POSTING", posted: "POSTED" });
    await setRunStatus(dataDir, run, "REVERSING");
    await measured(service, run, { reversed: "REVERSED" });
    return 0;
  } finally {
    await service.stop();
    await removeDataFolder(dataDir);
  }
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

/** Discards the runs that the sample firm waits to approve: one of them bills the same period. */
async function discardRuns(service: ServiceProcess, firmOid: string): Promise<void> {
  const path = `/restapi/firms/${firmOid}/feeruns`;
  const headers = { authorization: `Bearer ${await sampleToken(service.dataDir, "operator")}` };
  const runs = await (await fetch(service.url + path, { headers })).json();
  for (const { feeRunOid: id, runStatus } of runs as { feeRunOid: string; runStatus: string }[]) {
    if (runStatus === "POSTED") continue;
    await sent(service, "PUT", `${path}/${id}`, { runStatus: "DISCARDED" });
  }
}

/** Sweeps until the run has had each status, and prints a row of the table for each step. */
async function measured(
  service: ServiceProcess,
  run: string,
  steps: Readonly<Record<string, string>>,
): Promise<void> {
  let sweeping: Promise<unknown> | undefined;
  for (const [step, status] of Object.entries(steps)) {
    const begun = await costOf(service);
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
    await printRow(service, step, { run, begun, of: "fee_item" });
  }
  await sweeping;
}

/** The clock in milliseconds, and the processor time used so far in microseconds. */
interface Cost {
  readonly at: number;
  readonly service: number;
  readonly store: number;
}

async function costOf({ dataDir, pid }: ServiceProcess): Promise<Cost> {
  const store = cpuOfPostgres((await postgresPid(dataDir)) ?? 0) ?? 0;
  return { at: performance.now(), service: cpuOf(pid) ?? 0, store };
}

interface Measured {
  readonly run: string;
  readonly begun: Cost;
  readonly of: "fee_part" | "fee_item";
}

async function printRow(service: ServiceProcess, step: string, { run, begun, of }: Measured) {
  const now = await costOf(service);
  const [{ items = "0" } = {}] = await storeRows(
    service.dataDir,
    `select count(*)::text as items from ${of} where fee_run_oid = ${run}`,
  );
  const seconds = (now.at - begun.at) / 1_000;
  const perItem = (us: number) => (us / 1_000 / Number(items)).toFixed(1);
  const cells = [
    step,
    items,
    seconds.toFixed(1),
    String(Math.round(Number(items) / seconds)),
    perItem(now.service - begun.service),
    perItem(now.store - begun.store),
  ];
  process.stdout.write(`| ${cells.join(" | ")} |\n`);
}
