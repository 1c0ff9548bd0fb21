// What happens to the nodes of a cluster while callers write.
import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { onNodes } from "../citus/nodes.ts";
import type { ClusterSite, StoreNode } from "./cluster-run.ts";
import { until } from "./rounds.ts";
import { type Attempt, accounts, isAcknowledged } from "./writers.ts";

/** Each round by its name; it returns a sentence on what happened. */
export const clusterRounds: Readonly<Record<string, (site: ClusterSite) => Promise<string>>> = {
  "worker-killed": workerKilled,
  "coordinator-killed": coordinatorKilled,
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
    const answer = await read(site, number);
    assert.deepEqual([answer.status, answer.headers.get("retry-after")], [503, "1"], number);
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
  const answer = await read(site, accounts[0]?.[0] ?? "");
  assert.deepEqual([answer.status, answer.headers.get("retry-after")], [503, "1"]);
  await delay(200);
  const pauseMs = await untilAllGoOn(site, () => coordinator.server.start());
  assert.equal(service.status(), undefined, "the service has ended");
  return `coordinator killed, all go on ${pauseMs} ms after its start`;
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
    await moveAccount(site, moved, other, added);
    const reached = await read(site, moved);
    assert.equal(reached.status, 200, `${moved} is not read on the new node`);
    const during = await verifyWhile(site, () =>
      site.ask("select citus_drain_node($1, $2, 'force_logical')", [host, port]),
    );
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
  await site.ask(
    `select citus_move_shard_placement(
       get_shard_id_for_distribution_column('public.account', $1), $2, $3, $4, $5,
       'force_logical')`,
    [number, from.settings.host, from.settings.port, to.settings.host, to.settings.port],
  );
  const places = await site.accountsByPort();
  assert(places.get(to.settings.port)?.includes(number), `${number} has not moved`);
}

/** Verifies the audit chains while parts move: right, or refused with the reason. */
async function verifyWhile(site: ClusterSite, work: () => Promise<unknown>): Promise<string> {
  const [verified] = await Promise.all([site.command("audit", "verify"), work()]);
  if (verified.status === 0) return "verified meanwhile";
  assert.match(verified.error, /Parts of the store moved to another node/);
  return "verify refused meanwhile";
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
      new Set(made.map(({ operation }) => operation)).size === 4 &&
      paths.every((number) => made.some(({ path }) => path.includes(number)))
    );
  }, resolvedMs);
  for (const number of paths) assert.equal((await read(site, number)).status, 200, number);
  return Math.round(performance.now() - begun);
}

async function read({ service, tokens }: ClusterSite, number: string): Promise<Response> {
  const answer = await fetch(`${service.url}/restapi/accounts/${number}`, {
    headers: { authorization: `Bearer ${tokens.adviser}` },
  });
  await answer.arrayBuffer();
  return answer;
}
