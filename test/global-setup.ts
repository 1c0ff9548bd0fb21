// Starts the database that all tests share and removes what they made.
import { randomBytes } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
import { chmod, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject, Vitest } from "vitest/node";
import { type ConnectionSettings, settingsFromUrl } from "../src/platform/store/connection.ts";
import { distribute } from "../src/platform/store/distributed/distribute.ts";
import { startEmbedded } from "../src/platform/store/embedded/embedded-postgres.ts";
import { folderHolder, lockFolder } from "../src/platform/store/embedded/folder-lock.ts";
import { folderOwner, type StoreLog } from "../src/platform/store/embedded/postgres-account.ts";
import { clearLeftovers } from "../src/platform/store/embedded/postgres-process.ts";
import { migrate } from "../src/platform/store/migrate.ts";
import { chromiumPath } from "./browser/chromium.ts";
import {
  cloneDatabase,
  closeTemplate,
  joinNodes,
  onNode,
  onNodes,
  removeDatabase,
  reopenTemplate,
} from "./citus/nodes.ts";
import { type CallerName, fillSample, type TestKeys, withReader } from "./sample-template.ts";
import { seenVariable, unseenCodes, unseenRefusals } from "./seen-codes.ts";

/** How a test reaches the server, and the template that it clones. */
export interface TestServer {
  readonly admin: ConnectionSettings;
  readonly serving: ConnectionSettings;
  /** The workers of a cluster whose coordinator it is; none where it is one server. */
  readonly workers: readonly ConnectionSettings[];
  readonly template: string;
  /** The same with the sample firm in it. */
  readonly sampleTemplate: string;
}

declare module "vitest" {
  export interface ProvidedContext {
    server: TestServer;
    keys: Record<CallerName, TestKeys>;
  }
}

/** The fixtures that the projects of a run share: making them takes as long as many tests. */
interface Shared {
  users: number;
  readonly made: Promise<Made>;
}
interface Made {
  readonly server: TestServer;
  readonly keys: Record<CallerName, TestKeys>;
  remove(): Promise<void>;
}

// Each project has this module for itself.
const place = globalThis as { bursarTests?: Shared | undefined };

/** Runs once before all tests of a project; the returned function runs once after them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const seen = await openSeenFolder();
  // Here, and not by the first of its files, whose time for that would be short.
  if (project.name === "browser") await chromiumPath();
  place.bursarTests ??= { users: 0, made: makeShared() };
  const shared = place.bursarTests;
  shared.users += 1;
  const { server, keys, remove } = await shared.made;
  project.provide("server", server);
  project.provide("keys", keys);
  return async () => {
    shared.users -= 1;
    if (shared.users === 0) await remove();
    const unseen = isWhole(project) ? await unseenIn(seen) : [];
    // An error here fails the run, like a test that runs after all others.
    if (unseen.length > 0) throw new Error(`No test has seen ${unseen.join(", ")}.`);
  };
}

async function makeShared(): Promise<Made> {
  const server = await openServer();
  const run = `bursar_test_${randomBytes(6).toString("hex")}`;
  const remove = async () => {
    for (const node of nodesOf(server)) await removeRun(node, run);
    await server.stop();
    place.bursarTests = undefined;
  };
  try {
    return { ...(await makeTemplates(server, run)), remove };
  } catch (error) {
    await remove(); // a PostgreSQL that is still running would keep the process alive
    throw error;
  }
}

/** The error codes that no test has seen, and, behind their operations, those that none has
 * seen there. */
async function unseenIn(folder: string): Promise<string[]> {
  // Imported by whole runs alone: a single test starts without the service in the main process.
  const { openWithoutStore } = await import("../src/cli/contract.ts");
  const { buildContract } = await import("../src/platform/http/contract/openapi.ts");
  const app = await openWithoutStore();
  const contract = buildContract(app, []);
  await app.close();
  return [...unseenCodes(folder), ...unseenRefusals(folder, contract)];
}

/** The folder in which workers of every project note the error codes they see; a given folder serves
 * several runs, another is removed once all projects have ended. */
async function openSeenFolder(): Promise<string> {
  const given = process.env[seenVariable];
  if (given !== undefined) return given;
  const path = await mkdtemp(join(tmpdir(), "bursar-seen-"));
  process.env[seenVariable] = path;
  process.once("exit", () => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Whether nothing on the command line leaves tests out; asked where most of them are. */
function isWhole({ name, vitest }: TestProject): boolean {
  if (name !== "service") return false;
  const { config, filenamePattern }: Vitest & { filenamePattern?: string[] } = vitest;
  const { changed, project, related, shard, testNamePattern, tagsFilter, bail, watch } = config;
  const chosen = [changed, project.length, related?.length, shard, testNamePattern, bail, watch];
  return [...chosen, tagsFilter?.length, filenamePattern?.length].every((each) => !each);
}

async function makeTemplates(server: Server, run: string): Promise<Omit<Made, "remove">> {
  const { admin, serving, workers } = server;
  const nodes = nodesOf(server);
  const template = `${run}_template`;
  await onNodes(nodes, `create database ${template}`);
  await joinNodes(nodes, template);
  const folder = join(import.meta.dirname, "..", "migrations");
  await migrate({ ...admin, database: template }, folder, serving.user);
  const sampleTemplate = `${run}_sample`;
  await closeTemplate(nodes, template);
  await cloneDatabase(nodes, sampleTemplate, template);
  const keys = await fillSample({ ...serving, database: sampleTemplate });
  if (workers.length > 0) {
    await reopenTemplate(nodes, template);
    for (const database of [template, sampleTemplate]) {
      await distribute({ ...admin, database }, { shards: 4, lockTimeoutMs: 5_000 });
      await closeTemplate(nodes, database);
    }
  }
  return { server: { admin, serving, workers, template, sampleTemplate }, keys };
}

function nodesOf({ admin, workers }: Server): ConnectionSettings[] {
  return [admin, ...workers];
}

interface Server {
  readonly admin: ConnectionSettings;
  readonly serving: ConnectionSettings;
  readonly workers: readonly ConnectionSettings[];
  stop(): Promise<void>;
}

async function openServer(): Promise<Server> {
  const url = process.env.TEST_DATABASE_URL;
  if (url === undefined || url === "") return openEmbedded();
  const settings = withReader(settingsFromUrl(url));
  const workers = (process.env.TEST_CITUS_WORKERS ?? "").split(" ").filter((each) => each !== "");
  return {
    admin: settings,
    serving: settings,
    workers: workers.map(settingsFromUrl),
    stop: async () => {},
  };
}

const folderPrefix = "bursar-test-server-";

async function openEmbedded(): Promise<Server> {
  await removeAbandoned();
  const dataDir = await mkdtemp(join(tmpdir(), folderPrefix));
  await lockFolder(dataDir, "test");
  // PostgreSQL's account must pass through when root runs the tests.
  if (process.getuid?.() === 0) await chmod(dataDir, 0o711);
  const { admin, serving, stop } = await startEmbedded({
    dataDir,
    log: quiet,
    settings: { fsync: "off", synchronous_commit: "off", max_connections: "200" },
  });
  return {
    admin: withReader(admin),
    serving: withReader(serving),
    workers: [],
    stop: async () => {
      await stop();
      await removeCluster(dataDir);
    },
  };
}

/** Removes the clusters of killed runs; a folder without a holder yet gets a minute. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const dataDir = join(tmpdir(), name);
    if (!name.startsWith(folderPrefix)) continue;
    const stats = await stat(dataDir).catch(() => undefined);
    if (stats === undefined || stats.uid !== process.getuid?.()) continue;
    if (Date.now() - stats.ctimeMs < 60_000 && !existsSync(join(dataDir, "lock"))) continue;
    if ((await folderHolder(dataDir)) === undefined) await removeCluster(dataDir);
  }
}

async function removeCluster(dataDir: string): Promise<void> {
  const text = await readFile(join(dataDir, "postgres.json"), "utf8").catch(() => undefined);
  if (text !== undefined) {
    const state: { outside?: string; socketFolder: string } = JSON.parse(text);
    const place = state.outside ?? dataDir;
    const folder = join(place, "pg");
    await clearLeftovers(folder, folderOwner(folder), quiet);
    await rm(state.socketFolder, { recursive: true, force: true });
    await rm(place, { recursive: true, force: true });
  }
  await rm(dataDir, { recursive: true, force: true });
}

async function removeRun(admin: ConnectionSettings, run: string): Promise<void> {
  await onNode(admin, async (client) => {
    const databases = await client.query<{ name: string }>(
      "select datname as name from pg_database where starts_with(datname, $1)",
      [run],
    );
    for (const { name } of databases.rows) await removeDatabase([admin], name);
    const roles = await client.query<{ name: string }>(
      "select rolname as name from pg_roles where starts_with(rolname, $1)",
      [run],
    );
    for (const { name } of roles.rows) await client.query(`drop role ${name}`);
  });
}

const quiet: StoreLog = { info: () => {}, warn: () => {} };
