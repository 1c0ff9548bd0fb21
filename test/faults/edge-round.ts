// A flood at the edge: behind HAProxy a known caller is answered nearly as fast as alone; without it the
// memory of the process stays bounded. (docs/edge.md)
import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { Agent, type RequestOptions, request } from "node:http";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Flood, Flooded } from "./edge-flood.ts";
import { startProxy } from "./edge-proxy.ts";
import {
  makeDataFolder,
  removeDataFolder,
  type ServiceProcess,
  sampleToken,
  startService,
} from "./service-process.ts";

/** A known caller's 99th percentile during the flood is below this multiple of that alone. */
const mostTimes = 5;
/** The memory of the process without a proxy, in bytes. */
const mostMemory = 1_073_741_824;

const flood = { silent: 2_000, bodies: 600, ofKey: 64 };
const none = { silent: 0, bodies: 0, ofKey: 0 };
const seconds = 10;
/** A known caller's reads a second, over this many connections. */
const pace = { rate: 50, callers: 4 };
/** It reads the first accounts of the sample firm in turn, RA00000001 and on. */
const accounts = 9;

/** The effects of a flood. */
export interface EdgeReport {
  readonly aloneMs: number;
  readonly besideMs: number;
  /** At its most, behind the proxy and without it. */
  readonly memory: { readonly behind: number; readonly without: number };
  readonly flooded: { readonly behind: Flooded; readonly without: Flooded };
}

/** Floods a service behind HAProxy, then another without; throws where a caller or the memory suffers. */
export async function floodEdge(): Promise<EdgeReport> {
  const behind = await withService(async (service, callers) => {
    const proxy = await startProxy([Number(new URL(service.url).port)]);
    try {
      await readsFor(seconds / 2, proxy.port, callers.known);
      const aloneMs = p99Of(await readsFor(seconds, proxy.port, callers.known));
      const beside = await whileFlooded({ ...callers, port: proxy.port }, () =>
        readsFor(seconds, proxy.port, callers.known),
      );
      const memory = mostMemoryOf(service.pid);
      return { aloneMs, besideMs: p99Of(beside.result), memory, flooded: beside.flooded };
    } finally {
      await proxy.stop();
    }
  });
  const without = await withService(async (service, callers) => {
    const port = Number(new URL(service.url).port);
    const { flooded } = await whileFlooded({ ...callers, port }, () => delay(1_000 * seconds));
    return { memory: mostMemoryOf(service.pid), flooded };
  });
  const report = {
    aloneMs: behind.aloneMs,
    besideMs: behind.besideMs,
    memory: { behind: behind.memory, without: without.memory },
    flooded: { behind: behind.flooded, without: without.flooded },
  };
  const figures = textOf(report);
  assert(report.besideMs < mostTimes * report.aloneMs, `a known caller waits too long: ${figures}`);
  assert(without.memory < mostMemory, `the process takes too much memory: ${figures}`);
  return report;
}

/** A report in a line. */
export function textOf({ aloneMs, besideMs, memory, flooded }: EdgeReport): string {
  const { silent, bodies, ofKey, refused } = flooded.behind;
  const megabytes = (bytes: number) => Math.round(bytes / 1_048_576);
  return (
    `p99 of a known caller behind HAProxy ${besideMs.toFixed(1)} ms, alone ${aloneMs.toFixed(1)} ms ` +
    `(${(besideMs / aloneMs).toFixed(1)} times); the flood: ${silent} silent connections opened, ` +
    `${bodies} large bodies, ${ofKey} requests of one key, ${refused} of them refused; memory ` +
    `${megabytes(memory.behind)} MiB, without HAProxy ${megabytes(memory.without)} MiB ` +
    `(${flooded.without.bodies} large bodies, ${flooded.without.ofKey} requests of one key)`
  );
}

interface Callers {
  /** The token of the known caller. */
  readonly known: string;
  /** The token of the key that floods, and the key that is named in forged signatures. */
  readonly token: string;
  readonly apiKey: string;
}

async function withService<T>(
  work: (service: ServiceProcess, callers: Callers) => Promise<T>,
): Promise<T> {
  const dataDir = await makeDataFolder();
  let service: ServiceProcess | undefined;
  try {
    service = await startService(dataDir, { TRUST_PROXY: "127.0.0.1" });
    const known = await sampleToken(dataDir, "adviser");
    const token = await sampleToken(dataDir, "operator");
    const credentials = JSON.parse(await readFile(join(dataDir, "credentials.json"), "utf8"));
    return await work(service, { known, token, apiKey: credentials.callers.adviser.apiKey });
  } finally {
    await service?.stop();
    await removeDataFolder(dataDir);
  }
}

/** Runs something while the flood lasts, each kind of it from a process of its own. */
async function whileFlooded<T>(
  target: Pick<Flood, "port" | "token" | "apiKey">,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly flooded: Flooded }> {
  const { port, token, apiKey } = target;
  const children = Object.entries(flood).map(([kind, count]) => {
    const child = fork(join(import.meta.dirname, "edge-flood.ts"));
    child.send({ port, token, apiKey, ...none, [kind]: count } satisfies Flood);
    return child;
  });
  try {
    await delay(3_000);
    const result = await work();
    const reports = children.map(async (child) => {
      const message = once(child, "message");
      child.send("end");
      return (await message)[0] as Flooded;
    });
    const flooded = (await Promise.all(reports)).reduce((sum, each) => ({
      silent: sum.silent + each.silent,
      bodies: sum.bodies + each.bodies,
      ofKey: sum.ofKey + each.ofKey,
      refused: sum.refused + each.refused,
    }));
    return { result, flooded };
  } finally {
    for (const child of children) child.kill();
  }
}

/** How long each read took, in milliseconds; a read that is not answered with 200 is a fault. */
async function readsFor(duration: number, port: number, token: string): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: pace.callers });
  const headers = { authorization: `Bearer ${token}` };
  const begun = performance.now();
  const reads: Promise<number>[] = [];
  for (let read = 0; read < duration * pace.rate; read += 1) {
    await delay(Math.max(0, begun + (1_000 * read) / pace.rate - performance.now()));
    const path = `/restapi/accounts/RA${String(1 + (read % accounts)).padStart(8, "0")}`;
    reads.push(timeOf({ host: "127.0.0.1", port, path, headers, agent }));
  }
  const times = await Promise.all(reads);
  agent.destroy();
  return times;
}

function timeOf(options: RequestOptions): Promise<number> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const asked = request(options, (response) => {
      response.resume().once("end", () => {
        const { statusCode = 0 } = response;
        if (statusCode === 200) resolve(performance.now() - begun);
        else reject(new Error(`a known caller got ${statusCode}`));
      });
    });
    asked.once("error", reject).end();
  });
}

function p99Of(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.floor(0.99 * (sorted.length - 1))] ?? Number.NaN;
}

/** The most memory that a process has had, in bytes. */
function mostMemoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "latin1");
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
  assert(kilobytes !== undefined, "Linux shows the memory of a process");
  return 1_024 * Number(kilobytes);
}
