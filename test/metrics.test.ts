// The figures that a monitor sees: counts and times of events, and nothing about the persons and accounts concerned.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "../src/config/config.ts";
import { openMetrics } from "../src/platform/http/monitoring/metrics.ts";
import type { UpkeepFigures } from "../src/platform/http/monitoring/upkeep-metrics.ts";
import { metricsAccess } from "../src/runtime/process-frame.ts";
import { openTestService, send, type TestService } from "./harness.ts";
import { addressOf, exchange } from "./raw-http.ts";
import { root } from "./source-files.ts";

const token = "a-token-of-the-monitor";
let service: TestService;
let text: string;

/** The figures of a process that leads, and of a store on which everything has been done once. */
const upkeep: UpkeepFigures = {
  isLeading: () => true,
  build: async () => ({ version: "0", node: "0", postgres: "0", revision: "0" }),
  droppedLogLines: () => 0,
  freeBytes: async () => 1,
  lastBackup: async () => new Date(0),
  lastCheckpoint: async () => new Date(0),
  lastHousekeeping: () => new Date(0),
  lastRun: () => new Date(0),
  storedBytes: async () => ({ total: "1", ofFullest: "1" }),
  dueJobs: async () => [{ operation: "executeOffer", due: 1, late: 0 }],
  webhooks: async () => ({
    disabled: "0",
    failing: "0",
    waiting: "1",
    stalled: 0,
    oldestAt: new Date(0),
  }),
  cluster: async () => undefined,
};
const metricsOf = (db: TestService["db"]) => openMetrics(db, { token }, upkeep);
const read = (headers = { authorization: `Bearer ${token}` }) =>
  send(service.app, "GET", "/metrics", undefined, headers);
const line = (start: string) => text.split("\n").find((each) => each.startsWith(start));

beforeAll(async () => {
  service = await openTestService({}, metricsOf);
  const account = "/restapi/accounts/RA00000001";
  await service.call("adviser", "GET", account);
  await service.call("adviser", "PUT", account, { accountName: "Everyday money" });
  await service.call("adviser", "PUT", account, { longTermTaxRate: "101", "987-65-4321": "x" });
  await service.call("adviser", "GET", "/restapi/accounts/RA99999999");
  await service.call("adviser", "GET", "/no/such/path/RA00000001");
  await service.call("adviser", "PATCH", account);
  await service.call(null, "GET", account);
  for (const path of ["/health/live", "/health/ready", "/openapi.json"]) {
    await service.call(null, "GET", path);
  }
  await read();
  text = (await read()).text;
});
afterAll(() => service.close());

test("requests are counted and timed by operation and status", () => {
  const count = "bursar_request_duration_seconds_count";
  expect(line(`${count}{operation="getAccount",status="200"}`)).toMatch(/ 1$/);
  expect(line(`${count}{operation="getAccount",status="401"}`)).toMatch(/ 1$/);
  expect(line(`${count}{operation="getAccount",status="403"}`)).toMatch(/ 1$/);
  expect(line(`${count}{operation="updateAccount",status="200"}`)).toMatch(/ 1$/);
  expect(line(`${count}{operation="updateAccount",status="400"}`)).toMatch(/ 1$/);
});

test("unknown paths and methods are counted under one label", () => {
  const count = "bursar_request_duration_seconds_count";
  expect(line(`${count}{operation="none",status="404"}`)).toMatch(/ 1$/);
  expect(line(`${count}{operation="none",status="405"}`)).toMatch(/ 1$/);
});

test("what is no operation of the contract is counted under a name of its own", () => {
  const count = "bursar_request_duration_seconds_count";
  expect(line(`${count}{operation="health",status="200"}`)).toMatch(/ 2$/);
  expect(line(`${count}{operation="contract",status="200"}`)).toMatch(/ 1$/);
  expect(line(`${count}{operation="metrics",status="200"}`)).toMatch(/ 1$/);
  expect(text).not.toContain(`{operation="none",status="200"}`);
});

test("refusals are counted by code, else by type", () => {
  expect(line('bursar_refusals_total{code="SYNTAX"}')).toMatch(/ 1$/);
  expect(line('bursar_refusals_total{code="unauthorized"}')).toMatch(/ 1$/);
  expect(text).toMatch(/bursar_refusals_total\{code="[a-z.]*long.term.tax.rate[a-z.]*"\} 1/);
});

test("requests that reach no route are counted by the code of their refusal", async () => {
  const port = await addressOf(service.app);
  const long = `GET /${"x".repeat(8_192)} HTTP/1.1\r\nHost: bursar.test\r\n\r\n`;
  for (const sent of [
    long,
    `GET / HTTP/1.1\r\nX: ${"x".repeat(17_000)}\r\n\r\n`,
    "GARBAGE\r\n\r\n",
  ]) {
    await exchange(port, sent);
  }
  text = (await read()).text;
  for (const code of ["address.too.long", "head.too.large", "request.malformed"]) {
    expect(line(`bursar_refusals_total{code="${code}"}`)).toMatch(/ 1$/);
  }
  expect(line("bursar_body_bytes")).toMatch(/ 0$/);
});

test("the store's connections, audit entries, loads and the process are shown", () => {
  expect(line("bursar_store_reads_in_flight")).toMatch(/ \d+$/);
  expect(line('bursar_store_write_connections{state="most"}')).toMatch(/ 8$/);
  expect(line("bursar_store_writes_waiting")).toMatch(/ 0$/);
  expect(line("bursar_audit_entries_total")).toMatch(/ 1$/);
  // The sample, and a row of each of two firms.
  expect(line("bursar_loads ")).toMatch(/ 3$/);
  expect(line("bursar_last_load_rows")).toMatch(/ 1$/);
  expect(line("process_resident_memory_bytes")).toBeDefined();
});

test("alerts and dashboard read metrics that exist, by labels that they have", () => {
  const labels = new Map<string, string>();
  for (const [, name = "", of = ""] of text.matchAll(/^(\w+)(?:\{(.*)\})? /gm)) {
    labels.set(name, `${labels.get(name) ?? ""},${of}`);
  }
  const dashboard = JSON.parse(readFileSync(join(root, "install/dashboard.json"), "utf8"));
  const panels = dashboard.panels as { targets: { expr: string }[] }[];
  const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  expect(expressions.length).toBeGreaterThan(20);
  expressions.push(readFileSync(join(root, "install/alerts.yml"), "utf8"));
  const used = expressions.flatMap((each) => [
    ...each.matchAll(/\b((?:bursar|process|nodejs)_\w+)(?:\{([^}]*)\})?/g),
  ]);
  for (const [, name = "", of = ""] of used) {
    // Neither an error nor a forged row has occurred.
    const isSilent = /^bursar_(store_errors|forged_rows)_total$/.test(name);
    const known = isSilent
      ? new RegExp(`^# TYPE ${name} counter$`, "m").test(text)
      : labels.has(name);
    expect(known, name).toBe(true);
    for (const [, label = ""] of of.matchAll(/(\w+)(?:=|!=|=~)"/g)) {
      // Prometheus itself adds the job.
      if (label !== "job" && !isSilent) expect(labels.get(name), name).toContain(`${label}="`);
    }
  }
});

test("nothing about a caller or an account is shown", () => {
  expect(text).not.toMatch(/RA\d{8}|987-65-4321|whitfield|harbor|no\/such|bursar_[\w-]{43}/i);
});

test("the metrics are refused without the token, and do not exist where no token is set", async () => {
  for (const authorization of ["", "Bearer wrong-token-of-16", `Basic ${token}`]) {
    const response = await read({ authorization });
    expect([response.status, response.headers["www-authenticate"]]).toEqual([401, "Bearer"]);
    expect(response.text).not.toContain("bursar_");
  }
  const closed = await openTestService();
  expect((await closed.call("operator", "GET", "/metrics")).status).toBe(404);
  await closed.close();
});

test("loopback opens the metrics only where no proxy stands before the service", () => {
  const access = (env: Readonly<Record<string, string>>) => metricsAccess(readConfig(env));
  const publicUrl = { PUBLIC_URL: "https://api.example.com" };
  expect(access({ HOST: "127.0.0.1" })).toBe("open");
  expect(access({ HOST: "127.0.0.1", TRUST_PROXY: "127.0.0.1" })).toBeUndefined();
  expect(access({ HOST: "127.0.0.1", ...publicUrl })).toBeUndefined();
  expect(access({ HOST: "0.0.0.0", ...publicUrl })).toBeUndefined();
  const health = { HEALTH_PORT: "0" };
  expect(access(health)).toBe("open");
  expect(access({ ...health, HEALTH_HOST: "0.0.0.0" })).toBeUndefined();
  expect(access({ ...health, HEALTH_HOST: "0.0.0.0", METRICS_TOKEN: token })).toEqual({ token });
  expect(access({ TRUST_PROXY: "127.0.0.1", METRICS_TOKEN: token })).toEqual({ token });
});

test("guessing the token gets 429 in the end", async () => {
  const statuses = new Set<number>();
  for (let tries = 0; tries < 25; tries += 1) {
    statuses.add((await read({ authorization: "Bearer wrong" })).status);
  }
  expect([...statuses]).toEqual([401, 429]);
  expect((await read()).status).toBe(200);
});
