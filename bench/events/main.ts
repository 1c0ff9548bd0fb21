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

/** How often the store is asked whether a step is over, in milliseconds. */
const pollMs = 250;

/** Waits for the leader's own sweep, which runs each minute, until the event has a status and series follow its lines,
 * with reads in parallel; prints a row of the table. A sweep by request would try each line once more. */
async function measured(service: ServiceProcess, step: string, status: string): Promise<void> {
  const { dataDir } = service;
  const since = new Date().toISOString();
  const endReads = readInParallel(service, await sampleToken(dataDir, "operator"));
  for (;;) {
    await delay(pollMs);
    const [found] = await storeRows(
      dataDir,
      `select e.status, count(l.event_id)::text as lines,
         (count(*) filter (where l.to_accrue))::text as waiting,
         extract(epoch from clock_timestamp() - coalesce((select min(occurred_at) from audit_entry
           where operation like '%CorporateEvent%' and occurred_at >= '${since}'),
           -- A sweep that was under way has done it.
           '${since}'))::text as seconds
       from corporate_event as e left join corporate_event_line as l using (event_id)
       where e.event_id = ${eventId} group by e.event_id`,
    );
    if (found?.status !== status || found.waiting !== "0") continue;
    const times = await endReads();
    const slow = times.toSorted((a, b) => a - b)[Math.floor(times.length * percentile)] ?? 0;
    const seconds = Number(found.seconds);
    const rate = Math.round(Number(found.lines) / seconds);
    process.stdout.write(
      `| ${step} | ${found.lines} | ${seconds.toFixed(1)} | ${rate} | ${slow.toFixed(0)} ms |\n`,
    );
    return;
  }
}

/** Reads an account again and again; returns what ends it and returns how long each read took, in milliseconds. */
function readInParallel({ url }: ServiceProcess, token: string): () => Promise<number[]> {
  const headers = { authorization: `Bearer ${token}` };
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
  return async () => {
    isOver = true;
    await reading;
    return times;
  };
}
