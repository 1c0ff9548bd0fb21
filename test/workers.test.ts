// `serve` with several workers, as a process: what is bounded is bounded for the machine, whether a
// caller has one connection or many; a worker that is killed is replaced, and nothing that was
// acknowledged is lost.
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type Credentials,
  isRunning,
  makeDataFolder,
  readCredentials,
  runBursar,
  type ServiceProcess,
  startService,
} from "./service-process.ts";

const perSecond = 40;
const patience = { timeout: 60_000 };
const account = "/restapi/accounts/RA00000001";

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let service: ServiceProcess;
let credentials: Credentials;

beforeAll(async () => {
  folder = await makeDataFolder();
  service = await startService(folder.dataDir, {
    WORKERS: "2",
    RATE_LIMIT: String(perSecond),
    HEALTH_PORT: "0",
  });
  credentials = await readCredentials(folder.dataDir);
});
afterAll(async () => {
  service.signal("SIGKILL");
  await service.ended;
  await folder.remove();
});

interface Sent {
  readonly caller?: string;
  readonly token?: string;
  readonly method?: string;
  readonly body?: string;
}

/** Answers the status, or 0 where the connection broke. */
function send(agent: Agent, path: string, sent: Sent = {}): Promise<[number, string]> {
  const { caller = "adviser", token = credentials.callers[caller]?.token, method = "GET" } = sent;
  const headers = {
    authorization: `Bearer ${token}`,
    ...(sent.body && { "content-type": "application/json" }),
  };
  return new Promise((resolve) => {
    const asked = request(service.address + path, { agent, method, headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      answer.on("end", () => resolve([answer.statusCode ?? 0, text]));
      answer.on("error", () => resolve([0, text]));
    });
    asked.on("error", () => resolve([0, ""]));
    // A connection that was being handed to a worker when it was killed is answered by nobody.
    asked.setTimeout(5_000, () => asked.destroy());
    asked.end(sent.body);
  });
}

function agentOf(connections: number): Agent {
  return new Agent({ keepAlive: true, maxSockets: connections });
}

const workers = () =>
  execFileSync("ps", ["--ppid", String(service.pid), "-o", "pid=,args="], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes("bursar.js"))
    .map((line) => Number.parseInt(line, 10));

async function metric(start: string): Promise<number> {
  const [, text] = await send(agentOf(1), "/metrics");
  const line = text.split("\n").find((each) => each.startsWith(`${start} `));
  return Number(line?.slice(start.length));
}

test("two workers answer, and each is asked", async () => {
  expect(workers()).toHaveLength(2);
  const agent = agentOf(8);
  const sent = await Promise.all(
    Array.from({ length: 16 }, () => send(agent, account, { caller: "otherAdviser" })),
  );
  expect(new Set(sent.map(([status]) => status))).toEqual(new Set([403]));
  const count = 'bursar_request_duration_seconds_count{operation="getAccount",status="403"}';
  expect(await metric(count)).toBe(16);
  expect(await metric("bursar_leads")).toBe(1);
  expect(await metric("bursar_loads")).toBe(1);
  const [, figures] = await send(agentOf(1), "/metrics");
  expect(figures.match(/^bursar_build_info\{version=.*\} 1$/gm)).toHaveLength(1);
  agent.destroy();
});

test.each([
  ["one connection", 1, "client"],
  ["64 connections", 64, "issuer"],
])("the rate of a caller with %s holds within a tenth", async (_, connections, caller) => {
  const agent = agentOf(connections);
  const passed: number[] = [];
  let lastRefusal = 0;
  const begun = performance.now();
  const seconds = () => (performance.now() - begun) / 1_000;
  const ask = async () => {
    while (seconds() < 2.5) {
      const [status] = await send(agent, account, { caller });
      if (status === 429) lastRefusal = seconds();
      else passed.push(seconds());
    }
  };
  await Promise.all(Array.from({ length: connections }, ask));
  const allowed = (until: number) => 2 * perSecond + perSecond * until;
  expect(passed.length).toBeLessThan(1.1 * allowed(seconds()));
  // When the last one was refused, all that is allowed had been used; a busy machine sends less.
  const before = passed.filter((at) => at <= lastRefusal).length;
  if (lastRefusal > 0) expect(before).toBeGreaterThan(0.9 * allowed(lastRefusal) - connections);
  agent.destroy();
});

test("a revoked credential is refused by every worker within five seconds", async () => {
  const environment = { DATA_DIR: folder.dataDir };
  const words = ["keys", "create", "5001", "--json"];
  const created = JSON.parse((await runBursar(words, environment)).stdout);
  const { token, keyId } = created.result;
  const agent = agentOf(8);
  const statuses = async () => {
    const answers = Array.from({ length: 8 }, () => send(agent, account, { token }));
    return new Set((await Promise.all(answers)).map(([status]) => status));
  };
  expect(await statuses()).toEqual(new Set([200]));
  await runBursar(["keys", "revoke", keyId], environment);
  const revokedAt = performance.now();
  while (performance.now() - revokedAt < 5_000) await send(agentOf(1), "/health/live");
  expect(await statuses()).toEqual(new Set([401]));
  agent.destroy();
});

test("a worker that is killed under changes is replaced, and nothing acknowledged is lost", async () => {
  const agent = agentOf(8);
  const acknowledged = new Set<string>();
  let isOver = false;
  const names = ["Everyday", "Retirement", "House", "Travel", "Rainy day", "Education"];
  const write = async (place: number) => {
    for (let at = place; !isOver; at += 1) {
      const name = `${names[at % names.length]} ${at}`;
      const body = JSON.stringify({ accountName: name });
      const [status] = await send(agent, account, { method: "PUT", body });
      if (status === 200) acknowledged.add(name);
      else await delay(20); // beyond the rate, or the worker is gone
    }
  };
  const writers = Array.from({ length: 4 }, (_, place) => write(place * 1_000));
  for (let round = 0; round < 3; round += 1) {
    const before = acknowledged.size;
    await expect.poll(() => acknowledged.size, patience).toBeGreaterThan(before + 2);
    const [killed = 0] = workers();
    process.kill(killed, "SIGKILL");
    await expect.poll(() => isRunning(killed), patience).toBe(false);
    await expect.poll(() => workers().length, patience).toBe(2);
  }
  const before = acknowledged.size;
  await expect.poll(() => acknowledged.size, patience).toBeGreaterThan(before + 2);
  isOver = true;
  await Promise.all(writers);
  agent.destroy();
  const shown = await runBursar(["audit", "show", "RA00000001", "--json"], {
    DATA_DIR: folder.dataDir,
  });
  for (const name of acknowledged) expect(shown.stdout).toContain(JSON.stringify(name));
  const verified = await runBursar(["audit", "verify"], { DATA_DIR: folder.dataDir });
  expect(verified.status).toBe(0);
});

test("64 callers that guess at once are told so as often as one would be", async () => {
  const agent = agentOf(64);
  const guesses = Array.from({ length: 128 }, () =>
    send(agent, account, { token: "bursar_wrong" }),
  );
  const statuses = (await Promise.all(guesses)).map(([status]) => status);
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(20);
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(108);
  agent.destroy();
});

test("a signal ends the workers and the service gracefully", async () => {
  const ended = workers();
  service.signal("SIGTERM");
  expect((await service.ended).status).toBe(0);
  expect(ended.map(isRunning)).toEqual([false, false]);
  expect(await readFile(join(folder.dataDir, "lock"), "utf8").catch(() => "gone")).toBe("gone");
});
