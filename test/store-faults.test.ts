// The responses to callers when the store is unavailable, too slow, or gone at the moment of a commit.
// (docs/faults.md)
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { selectAuditEntries } from "../src/platform/change/audit.ts";
import type { App } from "../src/platform/http/frame.ts";
import { clientConfig } from "../src/platform/store/connection.ts";
import { type Database, openDatabase } from "../src/platform/store/db.ts";
import { createServer } from "../src/server.ts";
import { newDatabase, type TestDatabase } from "./database.ts";
import { openStoreProxy, type StoreProxy } from "./faults/store-proxy.ts";
import { type Headers, send, serverOptions } from "./harness.ts";

const statementTimeoutMs = 400;
const account = "/restapi/accounts/RA00000001";
const away = [
  {
    type: "REQUEST",
    errorCode: "service.unavailable",
    message: "The service is not available; try again.",
  },
];

let store: TestDatabase;
let proxy: StoreProxy;
let db: Database;
let app: App;
beforeAll(async () => {
  store = await newDatabase("sample");
  proxy = await openStoreProxy(store.settings);
  const limits = { readConnections: 2, writeConnections: 3, statementTimeoutMs };
  db = await openDatabase({ settings: proxy.settings, ...limits, lockTimeoutMs: 5_000 });
  app = await createServer(serverOptions(db));
});
afterEach(() => proxy.setFate("passes"));
afterAll(async () => {
  await app.close();
  await db.close();
  await proxy.close();
  await store.drop();
});

function call(method: string, path: string, body?: unknown, headers: Headers = {}) {
  const authorization = `Bearer ${inject("keys").adviser.token}`;
  return send(app, method, path, body, { authorization, ...headers });
}

const rename = (accountName: string, headers?: Headers) =>
  call("PUT", account, { accountName }, headers);

async function namesInAudit(): Promise<unknown[]> {
  const entries = await selectAuditEntries(store.database, "RA00000001");
  const updates = entries.filter(({ operation }) => operation === "updateAccount");
  return updates.map(({ detail }) => JSON.parse(detail).after.accountName);
}

async function whileLocked<T>(lock: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client(clientConfig(store.admin));
  await client.connect();
  try {
    await client.query("begin");
    await client.query(lock);
    return await work();
  } finally {
    await client.end();
  }
}

test("a commit whose response is lost gets 503, and a repeat with the key shows that it was made", async () => {
  proxy.setFate("loses its response");
  const key = { "Idempotency-Key": "lost" };
  const first = await rename("Lost response", key);
  expect([first.status, first.body, first.headers["retry-after"]]).toEqual([503, away, "1"]);
  proxy.setFate("passes");
  expect(await namesInAudit()).toEqual(["Lost response"]);
  const again = await rename("Lost response", key);
  expect([again.status, again.headers["idempotency-replayed"]]).toEqual([200, "true"]);
  expect(await namesInAudit()).toEqual(["Lost response"]);
});

test("without a key a caller cannot tell, and the repeat is a second change", async () => {
  proxy.setFate("loses its response");
  expect((await rename("No key")).status).toBe(503);
  proxy.setFate("passes");
  expect((await rename("No key")).status).toBe(200);
  expect(await namesInAudit()).toEqual(["Lost response", "No key", "No key"]);
});

test("a connection cut before the commit gets 503, and the repeat makes the change once", async () => {
  proxy.setFate("is cut off before");
  const key = { "Idempotency-Key": "cut" };
  expect((await rename("Cut off", key)).status).toBe(503);
  proxy.setFate("passes");
  expect(await namesInAudit()).not.toContain("Cut off");
  const again = await rename("Cut off", key);
  expect([again.status, again.headers["idempotency-replayed"]]).toEqual([200, undefined]);
  expect((await namesInAudit()).filter((name) => name === "Cut off")).toHaveLength(1);
});

test("while the store refuses connections requests get 503, and afterwards all works as before", async () => {
  const ready = () => send(app, "GET", "/health/ready", undefined, {});
  expect((await ready()).status).toBe(200);
  await proxy.refuse();
  for (const response of [await call("GET", account), await rename("Refused")]) {
    expect([response.status, response.body, response.headers["retry-after"]]).toEqual([
      503,
      away,
      "1",
    ]);
  }
  expect((await ready()).status).toBe(503);
  expect((await send(app, "GET", "/health/live", undefined, {})).status).toBe(200);
  await proxy.accept();
  expect((await ready()).status).toBe(200);
  expect((await call("GET", account)).status).toBe(200);
  expect((await rename("Back again")).status).toBe(200);
  expect(await namesInAudit()).not.toContain("Refused");
});

test("a store that never answers is given up after a time limit", async () => {
  proxy.setFate("is never answered");
  const begun = performance.now();
  const responses = await Promise.all([call("GET", account), rename("Silence")]);
  expect(responses.map(({ status }) => status)).toEqual([503, 503]);
  // Twice the statement's timeout and 5 s on an open connection, 5 s for a new one; the rest is for a busy machine.
  expect(performance.now() - begun).toBeLessThan(25_000);
  proxy.setFate("passes");
  expect((await rename("Heard again")).status).toBe(200);
  expect(await namesInAudit()).not.toContain("Silence");
});

test("a read that runs into the statement's timeout gets 503", async () => {
  const lock = "lock table beneficiary in access exclusive mode";
  const response = await whileLocked(lock, () => call("GET", account));
  expect([response.status, response.body]).toEqual([503, away]);
  expect((await call("GET", account)).status).toBe(200);
});

test("more waiting changes than connections get 503 in time, and none is left behind", async () => {
  const lock = "select from account where account_number = 'RA00000001' for update";
  const begun = performance.now();
  const responses = await whileLocked(lock, () =>
    Promise.all(Array.from({ length: 20 }, (_, place) => rename(`Waiting ${place}`))),
  );
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 503));
  // Three at a time for 400 ms each; a request that waits 5 s for a connection gives up; the rest is for a busy machine.
  expect(performance.now() - begun).toBeLessThan(25_000);
  expect((await rename("Free again")).status).toBe(200);
  expect((await namesInAudit()).at(-1)).toBe("Free again");
});
