// The service over a clone of the sample firm, with a clock that the test sets.
import { createHash, createHmac, randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, inject } from "vitest";
import { loadOrder } from "../src/loading/load-order.ts";
import { type LoadReport, loadFolder } from "../src/platform/bulk/apply/load-folder.ts";
import { LoadFault } from "../src/platform/bulk/kinds/load-problem.ts";
import { selectAuditEntries } from "../src/platform/change/audit.ts";
import { selectDaysAhead } from "../src/platform/change/sandbox-queries.ts";
import type { App } from "../src/platform/http/frame.ts";
import type { Metrics } from "../src/platform/http/monitoring/metrics.ts";
import { openLog } from "../src/platform/process/log.ts";
import { clientConfig } from "../src/platform/store/connection.ts";
import type { Database, DatabaseOptions } from "../src/platform/store/db.ts";
import { createServer, type ServerOptions } from "../src/server.ts";
import { entryFaults, selectHeads } from "./audit-checks.ts";
import { checkAgainstContract } from "./contract-check.ts";
import { connectAsService, newDatabase } from "./database.ts";
import { type EventView, eventFaults, selectEvents } from "./event-checks.ts";
import {
  type CallerName,
  type TestKeys,
  testContext,
  testIds,
  testNow,
  testVault,
} from "./sample-template.ts";
import { noteReason, noteResponse } from "./seen-codes.ts";

/** A response with its body parsed where it is JSON. */
export interface TestResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects
  readonly body: any;
}

/** The headers of a request. */
export type Headers = Readonly<Record<string, string>>;

/** The service of one test file. */
export interface TestService {
  readonly app: App;
  readonly db: Database;
  readonly keys: Readonly<Record<CallerName, TestKeys>>;
  /** Sends a request with the bearer token of a caller, or without credentials. */
  call(
    caller: CallerName | null,
    method: string,
    path: string,
    body?: unknown,
    headers?: Headers,
  ): Promise<TestResponse>;
  /** Sends a request that a caller signed at the time on the test's clock. */
  signed(
    caller: CallerName,
    method: string,
    path: string,
    options?: SignedOptions,
  ): Promise<TestResponse>;
  /** Loads records through the loader; the keys are file names, the values their content. */
  load(files: Readonly<Record<string, string>>): Promise<LoadReport>;
  /** The audit entries of a subject, caller and detail parsed. */
  auditOf(subject: string): Promise<readonly AuditView[]>;
  eventsOf(subject: string): Promise<readonly EventView[]>;
  /** Queries the database as its owner, bypassing the service; once it is changed in this way, the
   * states recorded by audit entries are no longer compared with the responses. */
  admin(text: string, values?: unknown[]): Promise<pg.QueryResult>;
  now(): Date;
  setNow(instant: string): void;
  /** Keeps the store as it is, and returns what brings it back to that; undefined on a cluster. */
  readonly keep: (() => Promise<() => Promise<void>>) | undefined;
  /** Fails if an audit entry is wrong, or an event. */
  check(): Promise<void>;
  /** Closes the service, and fails if an audit entry is wrong. */
  close(): Promise<void>;
}

/** The parts of a signed request that may differ from the usual one. */
export interface SignedOptions {
  readonly body?: unknown;
  readonly headers?: Headers;
  /** Elements of the Authorization header that the signature does not cover. */
  readonly members?: Headers;
  readonly timestamp?: string;
}

/** An audit entry as tests read it. */
export interface AuditView {
  readonly sequence: string;
  readonly operation: string;
  readonly caller: unknown;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects
  readonly detail: any;
}

/** The address at which tests call the service. */
export const testBase = "http://bursar.test";

/** How a server is set up over a store, at a clock that stands still, where a test says nothing. */
export function serverOptions(db: Database): ServerOptions {
  return {
    db,
    vault: testVault,
    clock: () => testNow,
    daysAhead: () => selectDaysAhead(db),
    // The walk of the contract goes on with the sample that it has; a test gives one that empties
    // it.
    resetSandbox: async () => {},
    threadMs: () => 0,
    random: (bytes) => randomBytes(bytes),
    drawId: testIds,
    publicUrls: [testBase],
    trustProxy: [],
    corsOrigins: [],
    bodyLimit: 1_048_576,
    signatureBodyLimit: 4_194_304,
    bodyMemory: 134_217_728,
    largeReads: { connections: 8, waitingOfSubject: 64, waitingOfFirm: 256, timeoutMs: 30_000 },
    requestTimeoutMs: 30_000,
    connections: 2_000,
    rateLimit: 0,
    eventStreams: 8,
    isReady: () => db.ready(),
    logger: openLog("silent"),
  };
}

/** The service of a test file or a `describe`, with other settings where given: open while its tests run. */
export function useTestService(...options: Parameters<typeof openTestService>): TestService {
  const service = {} as TestService;
  beforeAll(async () => {
    Object.assign(service, await openTestService(...options));
  });
  afterAll(() => service.close());
  return service;
}

/** Opens the service over a fresh clone of the sample firm, with other settings where given. */
export async function openTestService(
  settings: Partial<ServerOptions> = {},
  metricsOf?: (db: Database) => Metrics,
  limits: Partial<DatabaseOptions> = {},
): Promise<TestService> {
  const { database: db, drop, admin, keep, settings: login } = await newDatabase("sample", limits);
  const owner = new pg.Pool({ ...clientConfig(admin), max: 2 });
  // Its connections may still be closing when the database is dropped.
  owner.on("error", () => {});
  owner.on("connect", (client) => client.on("error", () => {}));
  const clock = { now: testNow };
  const heads = await selectHeads(db);
  let isDamaged = false;
  const serverOf = (served: Database): ServerOptions => ({
    ...serverOptions(served),
    clock: () => clock.now,
    ...(metricsOf && { metrics: metricsOf(served) }),
    ...settings,
  });
  const app = await createServer(serverOf(db));
  const second = hasTwo ? await connectAsService(login, limits) : undefined;
  if (second) twins.set(app, { app: await createServer(serverOf(second)), isNext: false });
  const keys = inject("keys");
  const check = async () => {
    const faults = [
      ...(await entryFaults(db, heads, { comparesStates: !isDamaged })),
      ...(await eventFaults(db)),
    ];
    if (faults.length > 0) throw new Error(`Audit entries:\n${faults.join("\n")}`);
  };
  return {
    app,
    db,
    keys,
    call: (caller, method, path, body, headers = {}) => {
      const authorization = caller && { authorization: `Bearer ${keys[caller].token}` };
      return send(app, method, path, body, { ...authorization, ...headers });
    },
    signed: (caller, method, path, { body, headers = {}, members = {}, ...rest } = {}) => {
      const text = textOf(body);
      const timestamp = rest.timestamp ?? clock.now.toISOString();
      const signing = { method, url: testBase + path, timestamp, members };
      const authorization = signedHeader(keys[caller], {
        ...signing,
        ...(text !== undefined && { body: text }),
      });
      return send(app, method, path, text, { authorization, ...headers });
    },
    load: (files) => loadFiles(db, clock.now, files),
    auditOf: async (subject) => {
      const entries = await selectAuditEntries(db, subject);
      return entries.map(({ sequence, operation, caller, detail }) => ({
        sequence,
        operation,
        caller: JSON.parse(caller),
        detail: JSON.parse(detail),
      }));
    },
    eventsOf: (subject) => selectEvents(db, subject),
    admin: (text, values) => {
      isDamaged ||= !/^\s*(select|with|explain)\b/i.test(text);
      return owner.query(text, values);
    },
    now: () => clock.now,
    setNow: (instant) => {
      clock.now = new Date(instant);
    },
    keep:
      keep &&
      (async () => {
        const kept = await keep();
        return async () => {
          if (!(await kept.bringBack())) throw new Error("The schema was changed.");
          isDamaged = false;
        };
      }),
    check,
    close: async () => {
      try {
        await twins.get(app)?.app.close();
        await second?.close();
        await app.close();
        await check();
      } finally {
        await owner.end();
        await drop();
      }
    },
  };
}

/** Whether requests are answered in turn by two services that share only the store, as two
 * processes do (npm run test:two-processes). */
const hasTwo = process.env.TWO_PROCESSES !== undefined;

const twins = new WeakMap<App, { readonly app: App; isNext: boolean }>();

function nextOfTwo(app: App): App {
  const twin = twins.get(app);
  if (twin === undefined) return app;
  twin.isNext = !twin.isNext;
  return twin.isNext ? app : twin.app;
}

/** Sends a request as given; a body that is neither text nor bytes is sent as JSON. */
export async function send(
  app: App,
  method: string,
  path: string,
  body: unknown,
  headers: Headers,
): Promise<TestResponse> {
  const payload = Buffer.isBuffer(body) ? body : textOf(body);
  const type = payload === undefined ? {} : { "content-type": "application/json" };
  const response = await nextOfTwo(app).inject({
    method: method as "GET",
    url: path,
    headers: { host: "bursar.test", ...type, ...lowerCase(headers) },
    ...(payload !== undefined && { payload }),
  });
  const isJson = String(response.headers["content-type"] ?? "").startsWith("application/json");
  const parsed = isJson && response.body !== "" ? JSON.parse(response.body) : undefined;
  expect(response.statusCode, response.body).not.toBe(500);
  noteResponse(response.body);
  const received = {
    status: response.statusCode,
    headers: response.headers as TestResponse["headers"],
    text: response.body,
  };
  checkAgainstContract(app, { method, path }, received);
  return { ...received, body: parsed };
}

function textOf(body: unknown): string | undefined {
  return body === undefined || typeof body === "string" ? body : JSON.stringify(body);
}

function lowerCase(headers: Headers): Headers {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

async function loadFiles(
  db: Database,
  now: Date,
  files: Readonly<Record<string, string>>,
): Promise<LoadReport> {
  const folder = await mkdtemp(join(tmpdir(), "bursar-test-load-"));
  try {
    for (const [name, content] of Object.entries(files)) {
      await writeFile(join(folder, name), content);
    }
    return await loadFolder(testContext(db, now), loadOrder, folder, {
      allowPrivileges: true,
    });
  } catch (error) {
    if (error instanceof LoadFault) for (const { reason } of error.problems) noteReason(reason);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The Authorization header of a signed request, written from the description alone. */
export function signedHeader(
  keys: Pick<TestKeys, "apiKey" | "sharedSecret">,
  request: { method: string; url: string; timestamp: string; body?: string; members?: Headers },
): string {
  const md5 = createHash("md5")
    .update(request.body ?? "")
    .digest("hex");
  const text = `${request.method}\n${request.url}\n${request.timestamp}\n${md5}`;
  const signature = createHmac("sha256", keys.sharedSecret).update(text).digest("base64");
  const elements = {
    FOLIOWS_API_KEY: keys.apiKey,
    ...request.members,
    FOLIOWS_SIGNATURE: signature,
    FOLIOWS_TIMESTAMP: request.timestamp,
  };
  const parts = Object.entries(elements).map(([name, of]) => `${name}=${encodeURIComponent(of)}`);
  return `FOLIOWS ${parts.join(",")}`;
}
