// How fast the service responds while `bursar compute --all` works on its store: readiness and
// reads, each sent at its own instant whether or not earlier ones have been answered.
import { plannedAccounts } from "../../../src/cli/large-sample/households.ts";
import type { Bench } from "../bench.ts";
import { type Child, startChild } from "../child.ts";
import type { Job, JobResult, Target } from "../job.ts";
import type { Row } from "../pair.ts";
import type { Subject } from "../subject.ts";
import { openTradingFirm, type TradingFirm } from "../trading-firm.ts";

/** The target, in milliseconds: 99 of 100 requests are answered within. */
const maxMs = 50;
/** Requests a second. */
const rates = { ready: 20, reads: 100 } as const;
/** For a job that is ended on request. */
const longestSeconds = 3_600;

type Kind = keyof typeof rates;
type Results = Readonly<Record<Kind, JobResult>>;

/** Readiness and reads while all accounts are computed. */
export const duringCompute: Subject = { name: "beside a compute", measure };

async function measure({ options }: Bench): Promise<Row[]> {
  const accounts = options.tiny ? 10 : Math.min(options.accounts, 1_000);
  const firm = await openTradingFirm({ accounts, from: "prices" });
  await firm.clear();
  const drivers = { ready: startChild("driver.ts", []), reads: startChild("driver.ts", []) };
  try {
    const jobs = jobsOf(firm, accounts);
    const alone = await sent(drivers, jobs, options.tiny ? 0.2 : 5);
    const running = sent(drivers, jobs, longestSeconds);
    const { seconds } = await firm.compute().finally(() => {
      for (const driver of Object.values(drivers)) driver.send("end");
    });
    const results = await running;
    const computed = `${accounts} accounts in ${seconds.toFixed(1)} s`;
    return (["ready", "reads"] as const).map((kind) =>
      rowOf(kind, results[kind], `${computed}; alone p99 ${alone[kind].p99Ms.toFixed(1)} ms`),
    );
  } finally {
    for (const driver of Object.values(drivers)) await driver.stop();
    await firm.close();
  }
}

type Jobs = Readonly<Record<Kind, Omit<Job, "seconds">>>;

function jobsOf({ service, callers }: TradingFirm, accounts: number): Jobs {
  const get = (path: string): Target => ({ method: "GET", path });
  const planned = plannedAccounts({ accounts, days: [], seed: "1", folioValues: false });
  const numbers = [...planned]
    .filter(({ owners }) => owners[0]?.firmOid === "1002")
    .map(({ number }) => number);
  const of = (kind: Kind, targets: readonly Target[]) => {
    const rate = rates[kind];
    const paced = { rate, callers: rate / 5, draw: "random", seed: kind } as const;
    return { port: service.port, sender: callers.adviser.bearer, status: 200, targets, ...paced };
  };
  const year = "performance/unitvalues?daterange=2025-01-02,2025-12-31";
  const ofSample = get(`/restapi/accounts/RA00000001/${year}`);
  const reads = numbers.flatMap((number) => [get(`/restapi/accounts/${number}`), ofSample]);
  return { ready: of("ready", [get("/health/ready")]), reads: of("reads", reads) };
}

async function sent(
  drivers: Readonly<Record<Kind, Child>>,
  jobs: Jobs,
  seconds: number,
): Promise<Results> {
  const of = (kind: Kind) => drivers[kind].request<JobResult>({ ...jobs[kind], seconds });
  const [ready, reads] = await Promise.all([of("ready"), of("reads")]);
  return { ready, reads };
}

const requests: Readonly<Record<Kind, string>> = { ready: "/health/ready", reads: "reads" };

function rowOf(kind: Kind, result: JobResult, computed: string): Row {
  const { p50Ms, p99Ms, faults, firstFault, responses, seconds } = result;
  const isMet = p99Ms <= maxMs ? "met" : "missed";
  return {
    subject: `${requests[kind]} beside a compute`,
    against: "",
    perSecond: responses / Math.max(seconds, 1e-9),
    p50Ms,
    p99Ms,
    // Without any response there is no row.
    errors: responses === 0 ? 1 : faults,
    note: firstFault ?? `target p99 ≤ ${maxMs} ms: ${isMet}; ${computed}`,
  };
}
