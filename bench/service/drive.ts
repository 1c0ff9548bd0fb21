// Runs a job: as many callers as it names, each with one request in flight at a time.
import { setTimeout as delay } from "node:timers/promises";
import { type Connection, openConnection, type ReceivedResponse } from "./http-connection.ts";
import type { Job, JobResult } from "./job.ts";
import { type Drawn, type Memory, requestsOf } from "./request-bytes.ts";

interface Run {
  readonly job: Job;
  readonly memory: Memory;
  readonly next: () => Drawn | undefined;
  readonly began: number;
  readonly latencies: number[];
  begun: number;
  exceptions: number;
  faults: number;
  firstFault: string | undefined;
  lastResponseAt: number;
}

/** Sends the requests of a job and returns the results. */
export async function drive(job: Job, memory: Memory): Promise<JobResult> {
  const cpuBefore = process.cpuUsage();
  const began = performance.now();
  const run: Run = {
    job,
    memory,
    next: requestsOf(job, memory),
    began,
    latencies: [],
    begun: 0,
    exceptions: 0,
    faults: 0,
    firstFault: undefined,
    lastResponseAt: began,
  };
  const paced = job.rate === undefined ? call : callAtRate;
  await Promise.all(Array.from({ length: job.callers }, (_, place) => paced(run, place)));
  const cpu = process.cpuUsage(cpuBefore);
  const inOrder = run.latencies.toSorted((a, b) => a - b);
  const at = (share: number) => inOrder[Math.floor(inOrder.length * share)] ?? 0;
  return {
    responses: run.latencies.length,
    seconds: (run.lastResponseAt - began) / 1000,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    driverCpuUs: cpu.user + cpu.system,
    faults: run.faults,
    ...(run.firstFault !== undefined && { firstFault: run.firstFault }),
  };
}

/** The request that a caller sends next; undefined when its time is over. */
function nextOf(run: Run): Drawn | undefined {
  if (run.memory.isOver || run.faults > 0) return undefined;
  if (performance.now() - run.began >= run.job.seconds * 1000) return undefined;
  return run.next();
}

function note(run: Run, { target }: Drawn, response: ReceivedResponse, sentAt: number): void {
  const now = performance.now();
  run.latencies.push(now - sentAt);
  run.lastResponseAt = now;
  const { job } = run;
  const { status = job.status } = target;
  const isLength = target.length === undefined || response.length === target.length;
  if (response.status === status && isLength) return;
  if (response.status === job.exception?.status) {
    run.exceptions += 1;
    if (run.exceptions <= job.exception.atMost) return;
  }
  const length = target.length === undefined ? "" : ` of ${target.length}`;
  const expected = `wanted ${status}${length}`;
  fault(
    run,
    `${target.method} ${target.path}: ${response.status} of ${response.length}, ${expected}`,
  );
}

function fault(run: Run, reason: string): void {
  run.faults += 1;
  run.firstFault ??= reason;
}

/** A caller that sends its next request as soon as the last one is answered. */
function call(run: Run): Promise<void> {
  return new Promise((resolve) => {
    const { job } = run;
    let drawn = nextOf(run);
    let sentAt = 0;
    let sent = 0;
    let connection: Connection;
    const end = () => {
      connection.close();
      resolve();
    };
    const send = () => {
      if (drawn === undefined) return end();
      if (sent > 0 && job.requestsOfAddress && sent % job.requestsOfAddress === 0) {
        connection.close();
        connection = open();
      }
      sent += 1;
      sentAt = performance.now();
      connection.send(drawn.bytes);
    };
    const onResponse = (response: ReceivedResponse) => {
      if (drawn !== undefined) note(run, drawn, response, sentAt);
      drawn = nextOf(run);
      send();
    };
    const onFault = (reason: string) => {
      fault(run, reason);
      resolve();
    };
    const open = () => openConnection(destinationOf(run), { onResponse, onFault });
    connection = open();
    send();
  });
}

function destinationOf({ job, memory }: Run) {
  const { port, localAddress, requestsOfAddress } = job;
  if (requestsOfAddress === undefined) return { port, localAddress };
  memory.addresses += 1;
  // From 127.64.0.1 on: loopback has 16 million addresses, each of which is used once.
  const parts = [memory.addresses / 65_536 + 64, memory.addresses / 256, memory.addresses];
  return { port, localAddress: `127.${parts.map((part) => Math.floor(part) % 256).join(".")}` };
}

/** A caller that begins its requests at fixed instants; a late one is measured from that
 * instant. */
async function callAtRate(run: Run, place: number): Promise<void> {
  const { job } = run;
  const pending: { resolve: (response: ReceivedResponse | string) => void } = {
    resolve: () => {},
  };
  const connection = openConnection(destinationOf(run), {
    onResponse: (response) => pending.resolve(response),
    onFault: (reason) => pending.resolve(reason),
  });
  const pauseMs = (job.callers * 1000) / (job.rate ?? 1);
  for (let turn = 0; ; turn += 1) {
    const due = run.began + pauseMs * (turn + place / job.callers);
    const early = due - performance.now();
    if (early > 0) await delay(early);
    const drawn = nextOf(run);
    if (drawn === undefined) break;
    const sentAt = early > 0 ? performance.now() : due;
    const response = await new Promise<ReceivedResponse | string>((resolve) => {
      pending.resolve = resolve;
      connection.send(drawn.bytes);
    });
    if (typeof response === "string") {
      fault(run, response);
      break;
    }
    note(run, drawn, response, sentAt);
  }
  connection.close();
}
