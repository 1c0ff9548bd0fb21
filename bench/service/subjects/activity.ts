// Reads of activity, balances and securities: pages and figures next to the floor that reads the same, a day of a
// whole firm, and its transactions as CSV.
import {
  activitySize,
  fillHistory,
  fillSecurities,
  fillYears,
  lastDay,
  securityAt,
} from "../activity-filling.ts";
import type { Bench } from "../bench.ts";
import type { Job } from "../job.ts";
import { measure } from "../measure.ts";
import { type Row, rowOf } from "../pair.ts";
import { memoryOf } from "../process-figures.ts";
import type { Subject } from "../subject.ts";
import { fetchOnce, type Keyed, oneAccount, pairOf, type Read, readJob } from "./reads.ts";

/** A read from a store that is filled beforehand. */
type FilledRead = Omit<Read, "requests"> & {
  readonly requests: (bench: Bench) => Promise<readonly Keyed[]>;
};

const rowsOfPage = 50;
const tenYears = `daterange=2016-11-26,${lastDay}`;

/** The account with a long history; no other subject changes it. */
function longAccount({ accounts }: Bench): string {
  return accounts.all.at(-1)?.number ?? "";
}

const pageOf = (bench: Bench, query: string) =>
  `/restapi/accounts/${longAccount(bench)}/transactions?${query}&limit=${rowsOfPage}`;

async function withHistory(bench: Bench): Promise<string> {
  await fillHistory(bench, longAccount(bench));
  return pageOf(bench, tenYears);
}

/** The page in the middle of the history, which is the 1,000th. */
async function middlePage(bench: Bench): Promise<string> {
  let path = (await withHistory(bench)).replace(/limit=\d+/, "limit=1000");
  const pages = activitySize(bench).longHistory / 2 / 1_000;
  for (let page = 0; page < pages; page += 1) {
    const { headers } = await get(bench, path);
    const next = /<([^>]+)>; rel="next"/.exec(headers.get("link") ?? "")?.[1];
    if (next === undefined) throw new Error("the history ends too early");
    const { pathname, search } = new URL(next);
    path = pathname + search;
  }
  return path.replace(/limit=\d+/, `limit=${rowsOfPage}`);
}

function get({ service, callers }: Bench, path: string): Promise<Response> {
  const { bearer } = callers.adviser;
  const token = "token" in bearer ? bearer.token : "";
  return fetch(`http://127.0.0.1:${service.port}${path}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
}

const ofSecurities =
  (count: (bench: Bench) => number, pathOf: (at: number) => string) =>
  async (bench: Bench): Promise<Keyed[]> => {
    await fillSecurities(bench);
    return Array.from({ length: count(bench) }, (_, at) => ({ key: String(at), path: pathOf(at) }));
  };
const anySecurity = (bench: Bench) => activitySize(bench).securities;

const firstPage: FilledRead = {
  name: "first page of 100,000 transactions",
  form: "joined",
  requests: async (bench) => [{ key: "first", path: await withHistory(bench) }],
};

const firstTen: FilledRead = {
  ...firstPage,
  name: "first 10 of 100,000 transactions",
  requests: async (bench) => {
    const path = (await withHistory(bench)).replace(/limit=\d+/, "limit=10");
    return [{ key: "ten", path }];
  },
};

const balances: FilledRead = {
  name: "balances of an account with 100,000 transactions",
  form: "ready",
  requests: async (bench) => {
    await withHistory(bench);
    return [{ key: "one", path: `/restapi/accounts/${longAccount(bench)}/balances` }];
  },
};

const securityByTicker: FilledRead = {
  name: "security by ticker, of 50,000",
  form: "ready",
  requests: ofSecurities(
    anySecurity,
    (at) => `/restapi/securities?ticker=${securityAt(at).ticker}`,
  ),
};

/** Reads whose target is the rate of a short one, within a factor of two. */
const shortReads: readonly FilledRead[] = [firstTen, firstPage, balances, securityByTicker];

const reads: readonly FilledRead[] = [
  firstPage,
  {
    name: "1,000th page of 100,000 transactions",
    form: "joined",
    requests: async (bench) => [{ key: "middle", path: await middlePage(bench) }],
  },
  balances,
  securityByTicker,
  {
    name: "securities by name, of 50,000",
    form: "ready",
    requests: ofSecurities(anySecurity, (at) => {
      const [first = "", second = ""] = securityAt(at).name.split(" ");
      return `/restapi/securities?search=${first}%20${second.slice(0, 4)}`;
    }),
  },
  {
    name: "year of closes of a security",
    form: "ready",
    requests: ofSecurities(
      (bench) => activitySize(bench).priced,
      (at) => `/restapi/securities/${securityAt(at).id}/prices?daterange=2025-11-26,${lastDay}`,
    ),
  },
];

/** A read that takes turns with that of one account, and how many entries of lists it answers in a second. */
async function nextToOneAccount(bench: Bench, read: FilledRead): Promise<Row> {
  const requests = await read.requests(bench);
  const own = await fetchOnce(bench, { ...read, requests: () => requests });
  const short = await fetchOnce(bench, oneAccount);
  const sideOf = (job: Job) => (round: number) => ({
    job: { ...job, seed: `${job.seed} ${round}` },
    pid: bench.service.pid,
  });
  const row = await rowOf(bench, {
    subject: read.name,
    against: "one account",
    least: 0.5,
    a: sideOf(readJob(bench, { ...read, requests: () => requests }, own)),
    b: sideOf(readJob(bench, oneAccount, short)),
  });
  const answer = own[0]?.body ?? "";
  const entries = (JSON.parse(answer) as { length?: number }).length ?? 1;
  const perSecond = Math.round(entries * (row.perSecond ?? 0)).toLocaleString("en-US");
  return { note: `${perSecond} entries/s, ${answer.length} bytes`, ...row };
}

const maxMsOfDay = 100;

/** The first page of a day on which every account of the firm has a row, by one caller. */
async function dayOfFirm(bench: Bench): Promise<Row> {
  await fillYears(
    bench,
    bench.accounts.all.map(({ number }) => number),
  );
  const path = `/restapi/transactions?daterange=${lastDay},${lastDay}&limit=${rowsOfPage}`;
  const name = "first page of a day of all accounts";
  const read: Read = { name, form: "ready", requests: () => [] };
  const body = await (await get(bench, path)).text();
  const job = {
    ...readJob(bench, read, [{ key: "day", path, body, etag: undefined }]),
    callers: 1,
  };
  await measure(bench, { job, pid: bench.service.pid });
  const measured = await measure(bench, { job, pid: bench.service.pid });
  const { perSecond, p50Ms, p99Ms, cpuUs, postgresCpuUs, faults, firstFault } = measured;
  const verdict = p50Ms < maxMsOfDay ? "met" : "missed";
  return {
    subject: name,
    against: "",
    perSecond,
    p50Ms,
    p99Ms,
    cpuUs,
    postgresCpuUs,
    errors: faults,
    note: firstFault ?? `one caller, target < ${maxMsOfDay} ms: ${verdict}`,
  };
}

const minRowsPerSecond = 100_000;

/** All transactions of the firm in a year, read once to the end. */
async function csvOfFirm(bench: Bench): Promise<Row> {
  await fillYears(
    bench,
    bench.accounts.all.map(({ number }) => number),
  );
  const { pid } = bench.service;
  const before = memoryOf(pid)?.now ?? 0;
  let most = before;
  let rows = -1;
  const began = performance.now();
  const response = await get(
    bench,
    `/restapi/transactions?daterange=2026-01-01,${lastDay}&format=csv`,
  );
  for await (const chunk of response.body ?? []) {
    for (const byte of chunk) if (byte === 0x0a) rows += 1;
    most = Math.max(most, memoryOf(pid)?.now ?? 0);
  }
  const seconds = (performance.now() - began) / 1000;
  const perSecond = rows / seconds;
  const verdict = perSecond >= minRowsPerSecond ? "met" : "missed";
  const megabytes = (bytes: number) => Math.round(bytes / 1e6);
  return {
    subject: "CSV of transactions",
    against: "",
    perSecond,
    seconds,
    serviceMemory: most,
    errors: response.status === 200 ? 0 : 1,
    note:
      `${rows.toLocaleString("en-US")} rows in ${seconds.toFixed(1)} s, target ≥ 100,000 rows/s: ${verdict}; ` +
      `RSS ${megabytes(before)} MB before, at most ${megabytes(most)} MB`,
  };
}

/** The subjects of activity, balances and securities. */
export const activitySubjects: readonly Subject[] = [
  ...reads.map((read) => ({
    name: read.name,
    prepare: async (bench: Bench) => {
      const requests = await read.requests(bench);
      return pairOf(bench, { ...read, requests: () => requests });
    },
  })),
  ...shortReads.map((read) => ({
    name: `${read.name}, next to one account`,
    measure: async (bench: Bench) => [await nextToOneAccount(bench, read)],
  })),
  {
    name: "first page of a day of all accounts",
    isLong: true,
    measure: async (bench) => [await dayOfFirm(bench)],
  },
  { name: "CSV of transactions", isLong: true, measure: async (bench) => [await csvOfFirm(bench)] },
];
