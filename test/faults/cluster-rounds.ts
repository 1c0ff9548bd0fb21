// Rounds that add, remove and move nodes of a cluster while callers write.
import assert from "node:assert/strict";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { isRetryable } from "../../src/platform/store/store-error.ts";
import { onNode, onNodes } from "../citus/nodes.ts";
import type { ClusterSite, StoreNode } from "./cluster-run.ts";
import { until } from "./rounds.ts";
import { makeDataFolder, removeDataFolder } from "./service-process.ts";
import { type Attempt, accounts, isAcknowledged, operations } from "./writers.ts";

/** Each round by its name; it returns a sentence on what happened. */
export const clusterRounds: Readonly<Record<string, (site: ClusterSite) => Promise<string>>> = {
  "worker-killed": workerKilled,
  "worker-promoted": workerPromoted,
  "coordinator-killed": coordinatorKilled,
  "left-prepared": leftPrepared,
  "moved-under-writes": movedUnderWrites,
};

/** Longer than the minute in which the coordinator resolves what a crash has left prepared. */
const resolvedMs = 90_000;

/** A worker dies: its accounts are unavailable, the others are as before. */
async function workerKilled(site: ClusterSite): Promise<string> {
  const { workers, attempts, random } = site;
  const worker = workers[Math.floor(random() * workers.length)] as StoreNode;
  const places = await site.accountsByPort();
  const away = places.get(worker.settings.port) ?? [];
  const there = accounts.map(([number]) => number).filter((number) => !away.includes(number));
  assert(away.length > 0 && there.length > 0, "the accounts of the callers lie on one node");

  await worker.server.kill();
  const killedAt = attempts.length;
  for (const number of away) {
    const response = await read(site, number);
    assert.deepEqual([response.status, response.headers.get("retry-after")], [503, "1"], number);
  }
  for (const number of there) assert.equal((await read(site, number)).status, 200, number);
  // These touch the node of their account alone; others take part in names or sums of all nodes.
  const isOneNodes = ({ operation, path }: Attempt) =>
    operation === "createRestriction" && there.some((number) => path.includes(number));
  const meanwhile = () => attempts.slice(killedAt).filter(isOneNodes);
  await until(() => meanwhile().filter(isAcknowledged).length >= 10);
  const failed = meanwhile().filter(({ status }) => status !== undefined && status >= 500);
  assert.deepEqual(failed, [], "accounts of the other node were not left alone");

  const pauseMs = await untilAllGoOn(site, () => worker.server.start());
  return `worker killed, its accounts go on ${pauseMs} ms after its start`;
}

/** The coordinator dies, through which everything goes. */
async function coordinatorKilled(site: ClusterSite): Promise<string> {
  const { coordinator, service } = site;
  await coordinator.server.kill();
  const response = await read(site, accounts[0]?.[0] ?? "");
  assert.deepEqual([response.status, response.headers.get("retry-after")], [503, "1"]);
  await delay(200);
  const pauseMs = await untilAllGoOn(site, () => coordinator.server.start());
  assert.equal(service.status(), undefined, "the service has ended");
  return `coordinator killed, all go on ${pauseMs} ms after its start`;
}

/** The coordinator dies while a change of several nodes is prepared, which it ends when it is back. */
async function leftPrepared(site: ClusterSite): Promise<string> {
  const { coordinator } = site;
  for (let tries = 1; tries <= 20; tries += 1) {
    await untilPrepared(site.workers[0] as StoreNode);
    await coordinator.server.kill();
    const { length: left } = await preparedOnWorkers(site);
    const pauseMs = await untilAllGoOn(site, () => coordinator.server.start());
    if (left > 0) {
      return `coordinator killed (${tries}), ${left} prepared were left, all go on after ${pauseMs} ms`;
    }
  }
  throw new Error("nothing was left prepared");
}

/** Waits on the node itself: a transaction is prepared for a few milliseconds. */
function untilPrepared({ settings }: StoreNode): Promise<void> {
  const wait =
    "do $$ begin loop exit when exists (select from pg_prepared_xacts); end loop; end $$";
  return onNodes([settings], wait);
}

/** The transactions that are prepared on any worker, by their names. */
export async function preparedOnWorkers({ workers }: ClusterSite): Promise<string[]> {
  const names: string[] = [];
  for (const { settings } of workers) {
    await onNode(settings, async (client) => {
      const { rows } = await client.query<{ gid: string }>("select gid from pg_prepared_xacts");
      names.push(...rows.map(({ gid }) => gid));
    });
  }
  return names;
}

/** A worker dies, and its standby, which has confirmed every commit, takes its place. */
async function workerPromoted(site: ClusterSite): Promise<string> {
  const { workers, random } = site;
  const index = Math.floor(random() * workers.length);
  const worker = workers[index] as StoreNode;
  const standby = await site.startNode(worker);
  await confirmByStandby(worker);
  await worker.server.kill();
  const pauseMs = await untilAllGoOn(site, async () => {
    await onNodes([standby.settings], "select pg_promote(true, 60)");
    await site.ask(
      `select citus_update_node(nodeid, $1, $2, force => true)
         from pg_dist_node where nodeport = $3`,
      [standby.settings.host, standby.settings.port, worker.settings.port],
    );
  });
  workers[index] = standby;
  await worker.server.stop();
  return `standby of a worker promoted, all go on after ${pauseMs} ms`;
}

async function confirmByStandby({ settings }: StoreNode): Promise<void> {
  await onNode(settings, async (client) => {
    await client.query("alter system set synchronous_standby_names = '*'");
    await client.query("select pg_reload_conf()");
    const limit = AbortSignal.timeout(60_000);
    const isConfirmed = async () => {
      const state = "select from pg_stat_replication where sync_state = 'sync'";
      return (await client.query(state)).rowCount === 1;
    };
    while (!(await isConfirmed())) {
      limit.throwIfAborted();
      await delay(50);
    }
  });
}

/** Accounts move to another node, then to a new one, and back when that is drained. */
async function movedUnderWrites(site: ClusterSite): Promise<string> {
  const { workers, attempts } = site;
  const begunAt = attempts.length;
  const [one, other] = workers as [StoreNode, StoreNode];
  const places = await site.accountsByPort();
  const [moved = ""] = places.get(one.settings.port) ?? [];
  await moveAccount(site, moved, one, other);

  const added = await site.startNode();
  const { host, port } = added.settings;
  try {
    await onNodes([added.settings], "create extension citus");
    await site.ask("select citus_add_node($1, $2)", [host, port]);
    // To rebalance begins with the tables that each node has; to move a single part does not.
    await site.ask("select replicate_reference_tables('force_logical')");
    await moveAccount(site, moved, other, added);
    const reached = await read(site, moved);
    assert.equal(reached.status, 200, `${moved} is not read on the new node`);
    const during = await readWhile(site, () =>
      moveParts(site, () =>
        site.ask("select citus_drain_node($1, $2, 'force_logical')", [host, port]),
      ),
    );
    // Parts left on a node that is removed would stand in the way of these parts for good.
    await removeRemains(site);
    await site.ask("select citus_remove_node($1, $2)", [host, port]);
    const last = attempts.length;
    await until(() => attempts.slice(last).filter(isAcknowledged).length >= 20);
    const made = attempts.slice(begunAt).filter(isAcknowledged).length;
    return `${moved} moved, a node added and drained during ${made} changes, ${during}`;
  } finally {
    await added.server.stop();
  }
}

async function moveAccount(
  site: ClusterSite,
  number: string,
  from: StoreNode,
  to: StoreNode,
): Promise<void> {
  await moveParts(site, () =>
    site.ask(
      `select citus_move_shard_placement(
         get_shard_id_for_distribution_column('public.account', $1::text), $2, $3, $4, $5,
         'force_logical')`,
      [number, from.settings.host, from.settings.port, to.settings.host, to.settings.port],
    ),
  );
  const places = await site.accountsByPort();
  assert(places.get(to.settings.port)?.includes(number), `${number} has not moved`);
}

/** Moves parts once nothing is left of earlier moves, since Citus refuses to move to a node that has
 * the remains of the same part; again if it was chosen to give way to changes in a deadlock. */
async function moveParts(site: ClusterSite, move: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await removeRemains(site);
    try {
      await move();
      return;
    } catch (error) {
      if (!isRetryable(error) || attempt === 5) throw error;
    }
  }
}

/** Citus does so by itself now and then; what changes still lock is left for the next time. */
async function removeRemains(site: ClusterSite): Promise<void> {
  const end = performance.now() + resolvedMs;
  for (;;) {
    await site.ask("call citus_cleanup_orphaned_resources()");
    const left = await site.ask("select object_name from pg_dist_cleanup");
    if (left.length === 0) return;
    assert(performance.now() < end, `remains of moves: ${JSON.stringify(left)}`);
    await delay(200);
  }
}

/** Verifies the audit chains and writes a back-up while parts move: right, or refused with the
 * reason. */
async function readWhile(site: ClusterSite, work: () => Promise<unknown>): Promise<string> {
  const moving = work();
  moving.catch(() => {}); // reported below
  const folder = await makeDataFolder();
  try {
    const file = join(folder, "backup");
    const outcomes: string[] = [];
    for (const words of [
      ["audit", "verify"],
      ["backup", file],
    ]) {
      const { status, error } = await site.command(...words);
      if (status !== 0) assert.match(error, /Parts of the store moved to another node/);
      outcomes.push(`${words[0]} ${status === 0 ? "passed" : "refused"}`);
    }
    await moving;
    return `${outcomes.join(", ")} meanwhile`;
  } finally {
    await removeDataFolder(folder);
  }
}

/** Starts a server again, and waits until each kind of change and each account is served; returns
 * how long after the start that was, in milliseconds. */
async function untilAllGoOn(site: ClusterSite, start: () => Promise<void>): Promise<number> {
  await start();
  const begun = performance.now();
  const startedAt = site.attempts.length;
  const paths = accounts.map(([number]) => number);
  await until(() => {
    const made = site.attempts.slice(startedAt).filter(isAcknowledged);
    return (
      new Set(made.map(({ operation }) => operation)).size === operations.length &&
      paths.every((number) => made.some(({ path }) => path.includes(number)))
    );
  }, resolvedMs);
  for (const number of paths) assert.equal((await read(site, number)).status, 200, number);
  return Math.round(performance.now() - begun);
}

async function read({ service, tokens }: ClusterSite, number: string): Promise<Response> {
  const response = await fetch(`${service.url}/restapi/accounts/${number}`, {
    headers: { authorization: `Bearer ${tokens.adviser}` },
  });
  await response.arrayBuffer();
  return response;
}
