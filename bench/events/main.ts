// `npm run bench -- events [--holders n]`: how long it takes to work out, book and take back what a dividend
// gives all holders of a security, and how long reads of an account take meanwhile.
import process from "node:process";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { announceDividend, loadHolders, setStatus, storeRows } from "../../test/faults/holders.ts";
import {
  makeDataFolder,
  removeDataFolder,
  type ServiceProcess,
  sampleToken,
  startService,
} from "../../test/faults/service-process.ts";

const eventId = "7000001";
/** The share of reads that are answered within the time that is printed. */
const percentile = 0.99;

/** Measures one event for the given number of accounts; returns 0 if every line was booked and reversed. */
export async function runBench(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { holders: { type: "string", default: "10000" } },
  });
  if (!/^[1-9]\d*$/.test(values.holders)) {
    process.stderr.write("--holders takes a number.\n");
    return 2;
  }
  const dataDir = await makeDataFolder();
  const service = await startService(dataDir, { RATE_LIMIT: "1000000", SANDBOX: "false" });
  try {
    await loadHolders(dataDir, Number(values.holders));
    await announceDividend(dataDir, eventId);
    process.stdout.write("| Step | Lines | Seconds | Lines a second | Reads beside, p99 |\n");
    process.stdout.write("|---|--:|--:|--:|--:|\n");
    await measured(service, "entitled", "ENTITLED");
    await setStatus(dataDir, eventId, "POSTING");
    await measured(service, "posted", "POSTED");
    await setStatus(dataDir, eventId, "REVERSING");
    await measured(service, "reversed", "REVERSED");
    return 0;
  } finally {
    await service.stop();
    await removeDataFolder(dataDir);
  }
}

/** Sweeps until the event has a status, with reads in parallel, and prints a row of the table. */
async function measured(service: ServiceProcess, step: string, status: string): Promise<void> {
  const { dataDir, url } = service;
  const headers = {
    authorization: `Bearer ${await sampleToken(dataDir, "operator")}`,
    "content-type": "application/json",
  };
  const times: number[] = [];
  let isOver = false;
  const reading = (async () => {
    while (!isOver) {
      const from = performance.now();
      const response = await fetch(`${url}/restapi/accounts/RA00000001/transactions`, { headers });
      await response.arrayBuffer();
      times.push(performance.now() - from);
      await delay(20);
    }
  })();
  const begun = performance.now();
  for (;;) {
    // A long sweep may outlast its caller's patience; it goes on.
    await fetch(`${url}/restapi/sweeps`, { method: "PUT", headers, body: "{}" })
      .then((swept) => swept.arrayBuffer())
      .catch(() => delay(1_000));
    const [found] = await storeRows(
      dataDir,
      `select status, (select count(*) from corporate_event_line as l where l.event_id = e.event_id)::text
         as lines from corporate_event as e where event_id = ${eventId}`,
    );
    if (found?.status !== status) continue;
    const seconds = (performance.now() - begun) / 1_000;
    isOver = true;
    await reading;
    const slow = times.toSorted((a, b) => a - b)[Math.floor(times.length * percentile)] ?? 0;
    const rate = Math.round(Number(found.lines) / seconds);
    process.stdout.write(
      `| ${step} | ${found.lines} | ${seconds.toFixed(1)} | ${rate} | ${slow.toFixed(0)} ms |\n`,
    );
    return;
  }
}
