// What a known caller's reads take while strangers flood the service: with connections that say
// nothing, and with large bodies that nobody may send.
import type { Bench } from "../bench.ts";
import { startChild } from "../child.ts";
import type { Job, JobResult } from "../job.ts";
import type { Row } from "../pair.ts";
import { memoryOf } from "../process-figures.ts";
import type { Flood, Flooded } from "../strangers.ts";
import type { Subject } from "../subject.ts";

const floods = {
  silent: { name: "reads beside 2,000 silent connections", connections: 2_000 },
  bodies: { name: "reads beside 100 strangers' bodies of 4 MiB", connections: 100 },
} as const;

/** The known caller's reads a second, over this many connections. */
const pace = { rate: 100, callers: 10 };
const mebibyte = 1_048_576;

/** A known caller's reads beside each flood. */
export const besideStrangers: Subject = {
  name: "beside strangers",
  measure: async (bench) => [await rowOf(bench, "silent"), await rowOf(bench, "bodies")],
};

async function rowOf(bench: Bench, kind: Flood["kind"]): Promise<Row> {
  const { service, driver, options } = bench;
  const { name, connections } = floods[kind];
  const job = readsOf(bench);
  await driver.request<JobResult>({ ...job, seconds: job.seconds / 2 });
  const alone = await driver.request<JobResult>(job);
  const before = memoryOf(service.pid)?.now ?? 0;
  const strangers = startChild("strangers.ts", []);
  try {
    const size = options.tiny ? 10 : connections;
    const flooded = strangers.request<Flooded>({ port: service.port, kind, connections: size });
    const beside = await driver.request<JobResult>(job).finally(() => strangers.send("end"));
    const { opened } = await flooded;
    const grown = ((memoryOf(service.pid)?.now ?? 0) - before) / mebibyte;
    const isSilent = [alone, beside].some(({ answers }) => answers === 0) || opened < size;
    return {
      subject: name,
      against: "alone",
      perSecond: beside.answers / Math.max(beside.seconds, 1e-9),
      p50Ms: beside.p50Ms,
      p99Ms: beside.p99Ms,
      serviceMemory: memoryOf(service.pid)?.now,
      errors: alone.faults + beside.faults + (isSilent ? 1 : 0),
      note:
        beside.firstFault ??
        `p99 alone ${alone.p99Ms.toFixed(1)} ms; ${opened} connections of strangers; ` +
          `the service grew by ${grown.toFixed(0)} MiB`,
    };
  } finally {
    await strangers.stop();
  }
}

function readsOf({ service, callers, accounts, options }: Bench): Job {
  const get = (number: string) => ({ method: "GET", path: `/restapi/accounts/${number}` }) as const;
  return {
    port: service.port,
    sender: callers.adviser.bearer,
    seconds: options.tiny ? 0.2 : 5,
    targets: accounts.all.map(({ number }) => get(number)),
    ...{ draw: "random", seed: "strangers", status: 200 },
    ...pace,
  };
}
