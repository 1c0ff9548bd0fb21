// Health and metrics have a port of their own, which a flood of callers' connections does not reach.
import { once } from "node:events";
import type { Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openMetrics } from "../src/platform/http/monitoring/metrics.ts";
import { listenForHealth } from "../src/platform/http/pipeline/health-listener.ts";
import { openTestService, type TestService } from "./harness.ts";
import { addressOf, exchange, openSocket } from "./raw-http.ts";

const token = "a-token-of-the-monitor";
let service: TestService;
let port: number;
let isReady = true;
beforeAll(async () => {
  const state = { isReady: async () => isReady };
  service = await openTestService(state, (db) => openMetrics(db, { token }));
  await addressOf(service.app);
  port = await listenForHealth(service.app, 0);
});
afterAll(() => service.close());

function get(path: string, more = "", at = port): Promise<string> {
  const head = `GET ${path} HTTP/1.1\r\nHost: localhost:${at}\r\nConnection: close\r\n${more}\r\n`;
  return exchange(at, head);
}

test("it reports whether the process runs and whether it can serve", async () => {
  expect(await get("/health/live")).toMatch(/^HTTP\/1\.1 200 [\s\S]*\{"status":"live"\}$/);
  expect(await get("/health/ready")).toMatch(/^HTTP\/1\.1 200 /);
  isReady = false;
  expect(await get("/health/ready")).toMatch(/^HTTP\/1\.1 503 /);
  isReady = true;
});

test("it sends the metrics to a caller with the token, as the main port does", async () => {
  expect(await get("/metrics")).toMatch(/^HTTP\/1\.1 401 /);
  const authorization = `Authorization: Bearer ${token}\r\n`;
  expect(await get("/metrics", authorization)).toContain("bursar_request_duration_seconds");
  const main = await addressOf(service.app);
  expect(await get("/metrics", authorization, main)).toContain("bursar_request_duration_seconds");
  expect(await get("/health/live", "", main)).toMatch(/^HTTP\/1\.1 200 /);
});

test("it serves nothing else to any caller", async () => {
  const authorization = `Authorization: Bearer ${service.keys.adviser.token}\r\n`;
  const paths = [
    "/restapi/accounts/RA00000001",
    "/openapi.json",
    "/health/../restapi",
    "/metricsx",
  ];
  for (const path of [...paths, "http://other.test/health/live"]) {
    const response = await get(path, authorization);
    expect(response, path).toMatch(/^HTTP\/1\.1 404 [\s\S]*route\.not\.found/);
    expect(response.toLowerCase()).toContain("x-request-id: ");
  }
});

test("silent connections do not use it up", async () => {
  const sockets: Socket[] = [];
  for (let place = 0; place < 80; place += 1) {
    const socket = await openSocket(port);
    socket.on("error", () => {}).resume();
    sockets.push(socket);
  }
  expect(await get("/health/live")).toMatch(/^HTTP\/1\.1 200 /);
  for (const socket of sockets) socket.destroy();
});

test("it is reached from this machine alone, and ends with the service", async () => {
  const own = await openTestService();
  await addressOf(own.app);
  const ownPort = await listenForHealth(own.app, 0);
  const socket = await openSocket(ownPort);
  const closed = once(socket.on("error", () => {}).resume(), "close");
  await own.close();
  await closed;
  await expect(openSocket(ownPort)).rejects.toThrow("ECONNREFUSED");
});

test("another address reaches it where one is named", async () => {
  const own = await openTestService();
  await addressOf(own.app);
  const apart = process.platform === "linux" ? "127.0.0.2" : "::1";
  const ownPort = await listenForHealth(own.app, 0, apart);
  const response = await fetch(
    `http://${apart.includes(":") ? `[${apart}]` : apart}:${ownPort}/health/live`,
  );
  expect(await response.json()).toEqual({ status: "live" });
  await expect(openSocket(ownPort)).rejects.toThrow("ECONNREFUSED");
  await own.close();
});

test("a port that is taken is a fault", async () => {
  await expect(listenForHealth(service.app, port)).rejects.toThrow("EADDRINUSE");
});
