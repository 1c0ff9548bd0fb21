// A service on a store that is distributed over the nodes of a Citus cluster: callers write, something
// happens to a node, and afterwards the responses are compared with what is there.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { clusterSettings, type Server, startServer } from "../../scripts/postgres-15.ts";
import { type ConnectionSettings, settingsFromUrl } from "../../src/platform/store/connection.ts";
import { joinNodes, onNode, onNodes } from "../citus/nodes.ts";
import { clusterRounds, preparedOnWorkers } from "./cluster-rounds.ts";
import { countsOf, repeatKeyed, until } from "./rounds.ts";
import {
  makeDataFolder,
  removeDataFolder,
  runCommand,
  type ServiceProcess,
  sampleToken,
  startService,
} from "./service-process.ts";
import { faultsOf } from "./store-check.ts";
import {
  type Attempt,
  accounts,
  isAcknowledged,
  type Ledger,
  openLedger,
  randomFrom,
  startWriters,
  type Tokens,
} from "./writers.ts";

/** A node, and the database of the store on it. */
export interface StoreNode {
  readonly server: Server;
  readonly settings: ConnectionSettings;
}

/** The cluster, its callers and its service, as a round takes them. */
export interface ClusterSite {
  readonly coordinator: StoreNode;
  /** Changed by a round that replaces one. */
  readonly workers: StoreNode[];
  readonly service: ServiceProcess;
  readonly tokens: Tokens;
  readonly random: () => number;
  /** Every attempt of the run so far. */
  readonly attempts: readonly Attempt[];
  /** Starts a server that is no node of the cluster yet, or the standby of one. */
  startNode(standbyOf?: StoreNode): Promise<StoreNode>;
  /** Asks the coordinator as its administrator. */
  ask<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  /** The accounts of the callers, by the port of the worker on which they lie. */
  accountsByPort(): Promise<ReadonlyMap<number, readonly string[]>>;
  command(...words: readonly string[]): ReturnType<typeof runCommand>;
}

/** A run of rounds on one cluster. */
export interface ClusterRun {
  /** Starts a coordinator with two workers, distributes a store over them, and serves it. */
  open(): Promise<void>;
  /** Runs a round; returns what happened. */
  round(kind: string): Promise<string>;
  /** Ends and removes everything, also what is being started. */
  close(): Promise<void>;
}

const callers = 12;
const database = "bursar_faults";

/** Prepares a run; nothing is started yet. */
export function beginClusterRun(seed: number): ClusterRun {
  const closers: (() => Promise<void>)[] = [];
  let opened: Promise<{ site: ClusterSite; ledger: Ledger }> | undefined;
  let isClosed = false;
  /** Every process that is started is ended, and none is started once the run is closed. */
  const begin: Begin = async (start, end) => {
    assert(!isClosed, "the run is closed");
    const started = start();
    closers.push(async () => {
      const [outcome] = await Promise.allSettled([started]);
      if (outcome?.status === "fulfilled") await end(outcome.value);
    });
    return started;
  };
  return {
    async open() {
      opened = openSite(seed, begin);
      await opened;
    },
    async round(kind) {
      assert(opened, "the run is not open");
      const { site, ledger } = await opened;
      return runRound(site, ledger, kind).catch((error) => {
        throw new Error(`${error.message}\n${defectsOf(site.service)}`, { cause: error });
      });
    },
    async close() {
      isClosed = true;
      for (let end = closers.pop(); end !== undefined; end = closers.pop()) await end();
    },
  };
}

/** The defects that the service has logged. */
function defectsOf(service: ServiceProcess): string {
  const lines = service.output().split("\n");
  return lines.filter((line) => line.includes('"level":50')).join("\n");
}

type Begin = <Thing>(
  start: () => Promise<Thing>,
  end: (started: Thing) => Promise<unknown>,
) => Promise<Thing>;

async function openSite(
  seed: number,
  begin: Begin,
): Promise<{ site: ClusterSite; ledger: Ledger }> {
  const dataDir = await begin(makeDataFolder, removeDataFolder);
  const password = randomBytes(16).toString("hex");
  const startNode = (of?: StoreNode) =>
    begin(
      () => openNode(password, of),
      ({ server }) => server.stop(),
    );
  const coordinator = await startNode();
  const workers = [await startNode(), await startNode()];
  await joinNodes(
    [coordinator, ...workers].map(({ settings }) => settings),
    database,
  );
  const env = {
    DATABASE_URL: coordinator.server.url.replace(/postgres$/, database),
    MASTER_KEY: "07".repeat(32),
    SAMPLE: "on",
    RATE_LIMIT: "100000",
    WRITE_CONNECTIONS: "8",
  };
  for (const words of [["migrate"], ["distribute", "--shards", "8"]]) {
    const { status, error } = await runCommand(dataDir, words, env);
    assert.equal(status, 0, error);
  }
  const service = await begin(
    () => startService(dataDir, env),
    (started) => started.stop(),
  );
  const tokens = {
    adviser: await sampleToken(dataDir, "adviser"),
    operator: await sampleToken(dataDir, "operator"),
  };
  const random = randomFrom(seed);
  const ledger = openLedger(tokens, random);
  const ask = async <Row extends object>(text: string, values: unknown[] = []) => {
    let rows: Row[] = [];
    await onNode(coordinator.settings, async (client) => {
      rows = (await client.query<Row>(text, values)).rows;
    });
    return rows;
  };
  const site: ClusterSite = {
    coordinator,
    workers,
    service,
    tokens,
    random,
    ask,
    startNode,
    attempts: ledger.attempts,
    accountsByPort: () => accountsByPort(ask),
    command: (...words) => runCommand(dataDir, words, env),
  };
  return { site, ledger };
}

async function openNode(password: string, of: StoreNode | undefined): Promise<StoreNode> {
  // Acknowledged changes are on disk, as in service.
  const settings = { ...clusterSettings, fsync: "on", synchronous_commit: "on" };
  const standby = of && { standbyOf: of.server };
  const server = await startServer({ settings, password, isNode: true, ...standby });
  try {
    const admin = settingsFromUrl(server.url);
    if (of === undefined) await onNodes([admin], `create database ${database}`);
    return { server, settings: { ...admin, database } };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function accountsByPort(ask: ClusterSite["ask"]): Promise<ReadonlyMap<number, string[]>> {
  const rows = await ask<{ number: string; port: number }>(
    `select number, nodeport as port from unnest($1::text[]) as number
       join pg_dist_placement
         on shardid = get_shard_id_for_distribution_column('public.account', number)
       join pg_dist_node using (groupid)
      where noderole = 'primary'`,
    [accounts.map(([number]) => number)],
  );
  assert.equal(rows.length, accounts.length);
  const places = new Map<number, string[]>();
  for (const { number, port } of rows) places.set(port, [...(places.get(port) ?? []), number]);
  return places;
}

async function runRound(site: ClusterSite, ledger: Ledger, kind: string): Promise<string> {
  const round = clusterRounds[kind];
  assert(round !== undefined, `there is no round ${kind}`);
  const first = ledger.attempts.length;
  const writers = startWriters(site.service.url, ledger, callers);
  await until(() => ledger.attempts.slice(first).filter(isAcknowledged).length >= 20);
  await delay(site.random() * 400);
  const what = await round(site).finally(() => writers.end());

  const attempts = ledger.attempts.slice(first);
  const { acknowledged, refused, unknown } = countsOf(attempts);
  const resolved = await resolvePrepared(site);
  await checkStore(site);
  const replayed = await repeatKeyed(site.service.url, attempts);
  await checkStore(site);
  const verified = await site.command("audit", "verify");
  assert.equal(verified.status, 0, verified.out + verified.error);
  return (
    `${what}: ${acknowledged} acknowledged, ${refused} refused, ${unknown} without an end ` +
    `(${replayed} of them stood), ${resolved} prepared transactions resolved`
  );
}

/** Lets the coordinator end the transactions that were prepared on a worker when something died, as
 * it does by itself each minute; returns how many it found. The service goes on publishing events
 * meanwhile, whose transactions are prepared for a moment. */
async function resolvePrepared(site: ClusterSite): Promise<number> {
  const [row] = await site.ask<{ resolved: number }>(
    "select recover_prepared_transactions() as resolved",
  );
  let left = await preparedOnWorkers(site);
  const limit = AbortSignal.timeout(10_000);
  while (left.length > 0 && !limit.aborted) {
    await delay(50);
    const still = await preparedOnWorkers(site);
    left = left.filter((gid) => still.includes(gid));
  }
  assert.deepEqual(left, [], "a prepared transaction is left");
  return row?.resolved ?? 0;
}

async function checkStore({ coordinator, attempts }: ClusterSite): Promise<void> {
  assert.deepEqual(await faultsOf(coordinator.settings, attempts), []);
}
