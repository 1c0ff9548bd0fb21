// `npm run bench -- statements [--accounts n] [--holdings n] [--every n]`: how long it takes to draw the statements of a
// quarter for all accounts of a firm, how much memory the service needs for it, and how long reads of an account take
// meanwhile; one row for every n statements of `--every`.
import { join } from "node:path";
import process from "node:process";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { lastQuarterEnd } from "../../test/faults/billing-rounds.ts";
import { done, inFolder } from "../../test/faults/command-rounds.ts";
import { storeRows } from "../../test/faults/holders.ts";
import {
  makeDataFolder,
  postgresPid,
  removeDataFolder,
  type ServiceProcess,
  sampleToken,
  startService,
} from "../../test/faults/service-process.ts";
import { cpuOf, cpuOfPostgres, memoryOf } from "../service/process-figures.ts";

/** The share of reads that are answered within the time that is printed. */
const percentile = 0.99;
const msBetweenReads = 20;
/** How long reads are measured before anything is drawn. */
const msAlone = 5_000;

/** Measures one run of `--accounts` accounts; returns 0 once every statement is drawn. */
export async function runBench(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      accounts: { type: "string", default: "1000" },
      holdings: { type: "string", default: "24" },
      every: { type: "string", default: "500" },
    },
  });
  const wrong = Object.entries(values).filter(([, value]) => !/^[1-9]\d*$/.test(value));
  if (wrong.length > 0) {
    process.stderr.write(wrong.map(([name]) => `--${name} takes a number.\n`).join(""));
    return 2;
  }
  const dataDir = await makeDataFolder();
  const service = await startService(dataDir, { RATE_LIMIT: "1000000", SANDBOX: "false" });
  try {
    const firmOid = await loadTraders(dataDir, values);
    const headers = {
      authorization: `Bearer ${await sampleToken(dataDir, "operator")}`,
      "content-type": "application/json",
    };
    const created = await fetch(`${service.url}/restapi/firms/${firmOid}/statementruns`, {
      method: "POST",
      headers,
      body: JSON.stringify({ reportType: "M", periodEnd: lastQuarterEnd(), months: "3" }),
    });
    if (!created.ok) throw new Error(`creating the run: ${created.status} ${await created.text()}`);
    const runOid = created.headers.get("location")?.split("/").at(-1) ?? "";
    await measureDrawing(service, headers, { runOid, every: Number(values.every) });
    process.stdout.write(`${await pagesOf(dataDir, runOid)} pages each.\n`);
    return 0;
  } finally {
    await service.stop();
    await removeDataFolder(dataDir);
  }
}

/** Loads a firm whose accounts trade until each holds `--holdings` securities; returns the firm with most accounts. */
async function loadTraders(
  dataDir: string,
  { accounts, holdings }: { readonly accounts: string; readonly holdings: string },
): Promise<string> {
  await inFolder(async (folder) => {
    const records = join(folder, "records");
    const size = ["--accounts", accounts, "--holdings", holdings, "--days", "20"];
    await done(folder, "sample", "--out", records, ...size);
    await done(dataDir, "load", "--allow-privileges", records);
  });
  const [most] = await storeRows(
    dataDir,
    "select firm_oid::text as firm from account group by 1 order by count(*) desc limit 1",
  );
  if (most?.firm === undefined) throw new Error("no account was loaded");
  return most.firm;
}

interface ToMeasure {
  readonly runOid: string;
  /** The number of statements between two rows of the table. */
  readonly every: number;
}

/** Sweeps until everything is drawn, with reads in parallel; prints a row before, and whenever a part is drawn. The reads
 * of a row are those since the one before. */
async function measureDrawing(
  { dataDir, url, pid }: ServiceProcess,
  headers: Record<string, string>,
  { runOid, every }: ToMeasure,
): Promise<void> {
  const postmaster = (await postgresPid(dataDir)) ?? 0;
  const cpu = () => ({ service: cpuOf(pid) ?? 0, store: cpuOfPostgres(postmaster) ?? 0 });
  const over = new AbortController();
  const times: number[] = [];
  const reading = repeated(over.signal, msBetweenReads, async () => {
    const from = performance.now();
    const response = await fetch(`${url}/restapi/accounts/RA00000001`, { headers });
    times.push(performance.now() - from);
    return response;
  });
  printRow(["Statements", "Seconds", "A second", "CPU ms", "PG ms", "RSS", "Peak", "Reads p99"]);
  printRow(["--:", "--:", "--:", "--:", "--:", "--:", "--:", "--:"]);
  await delay(msAlone);
  printRow(["0", "", "", "", "", megabytes(memoryOf(pid)?.now), "", slowest(times.splice(0))]);
  const before = cpu();
  const begun = performance.now();
  const sweeping = repeated(over.signal, 50, () =>
    fetch(`${url}/restapi/sweeps`, { method: "PUT", headers, body: "{}" }),
  );
  for (let next = every, isMore = true; isMore; next += every) {
    const { drawn, items } = await untilDrawn(dataDir, runOid, next);
    isMore = drawn < items;
    const seconds = (performance.now() - begun) / 1_000;
    const now = cpu();
    const memory = memoryOf(pid);
    printRow([
      String(drawn),
      seconds.toFixed(1),
      (drawn / seconds).toFixed(1),
      ((now.service - before.service) / 1_000 / drawn).toFixed(1),
      ((now.store - before.store) / 1_000 / drawn).toFixed(1),
      megabytes(memory?.now),
      megabytes(memory?.most),
      slowest(times.splice(0)),
    ]);
  }
  over.abort();
  await Promise.all([sweeping, reading]);
}

/** The time of the slowest reads. */
function slowest(times: readonly number[]): string {
  const slow = times.toSorted((a, b) => a - b)[Math.floor(times.length * percentile)] ?? 0;
  return `${slow.toFixed(0)} ms`;
}

/** Sends a request again and again until it is over; a long sweep may outlast its caller's patience. */
async function repeated(
  signal: AbortSignal,
  pauseMs: number,
  send: () => Promise<Response>,
): Promise<void> {
  while (!signal.aborted) {
    await send()
      .then((response) => response.arrayBuffer())
      .catch(() => delay(1_000));
    await delay(pauseMs);
  }
}

/** Waits until a number of items of a run, or all of them, are drawn. */
async function untilDrawn(
  dataDir: string,
  runOid: string,
  most: number,
): Promise<{ readonly drawn: number; readonly items: number }> {
  for (;;) {
    const [found] = await storeRows(
      dataDir,
      `select count(*)::text as items, count(*) filter (where is_drawn)::text as drawn
       from statement_item where run_oid = ${runOid}`,
    );
    const drawn = Number(found?.drawn ?? 0);
    const items = Number(found?.items ?? 0);
    if (drawn >= Math.min(most, items)) return { drawn, items };
    await delay(200);
  }
}

/** How many pages the first statements have on average. */
async function pagesOf(dataDir: string, runOid: string): Promise<string> {
  const rows = await storeRows(
    dataDir,
    `select encode(content, 'base64') as content from drawn_document
     where run_oid = ${runOid} order by subject limit 100`,
  );
  const pages = rows.map(({ content = "" }) => {
    const paper = Buffer.from(content, "base64").toString("latin1");
    return paper.match(/\/Type \/Page\b/g)?.length ?? 0;
  });
  return (pages.reduce((sum, each) => sum + each, 0) / pages.length).toFixed(1);
}

function megabytes(bytes: number | undefined): string {
  return bytes === undefined ? "" : `${Math.round(bytes / 1_000_000)} MB`;
}

function printRow(cells: readonly string[]): void {
  process.stdout.write(`| ${cells.join(" | ")} |\n`);
}
