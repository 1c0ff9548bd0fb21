// `npm run bench -- peers`: the service next to what its users would build instead, in turns, on the
// same PostgreSQL and rows. bench/README.md says how.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as delay } from "node:timers/promises";
import { embeddedSettings } from "../../src/platform/store/embedded/embedded-postgres.ts";
import { type Bench, openBench } from "../service/bench.ts";
import { startChild } from "../service/child.ts";
import { readOptions } from "../service/options.ts";
import { type Row, rowOf } from "../service/pair.ts";
import { machineOf, markdownOf, tableOf } from "../service/table.ts";
import { beancountRows } from "./beancount.ts";
import { installPeers, type Peer } from "./install-peers.ts";
import { openPeerStore, type PeerStore } from "./peer-store.ts";
import { peerSubjects, type RunningPeer } from "./subjects.ts";

/** Measures the requested subjects next to each peer; returns 0 if every response was expected. */
export async function runBench(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  if (typeof options === "string") {
    process.stderr.write(`${options}\n`);
    return 2;
  }
  const { peers, missing } = installPeers();
  for (const line of missing) process.stderr.write(`${line}\n`);
  const bench = await openBench(options);
  const closing: (() => Promise<unknown>)[] = [bench.close];
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end();
  };
  const end = () => void close().finally(() => process.exit(130));
  process.once("SIGINT", end).once("SIGTERM", end);
  try {
    const store = await openStore(bench);
    closing.push(store.close);
    const running = await Promise.all(peers.map((peer) => start(peer, store)));
    closing.push(...running.map(({ stop }) => stop));
    const rows = [...(await rowsOf(bench, store, running)), ...beancountRows(options)];
    process.stdout.write(tableOf(rows));
    const machine = await machineOf(bench);
    process.stdout.write(`${JSON.stringify(machine)}\n`);
    if (options.json !== undefined) {
      writeFileSync(options.json, `${JSON.stringify({ machine, options, rows }, null, 2)}\n`);
    }
    if (options.markdown !== undefined) writeFileSync(options.markdown, markdownOf(rows));
    return rows.some(({ errors }) => errors > 0) ? 1 : 0;
  } finally {
    await close();
  }
}

/** After this time, in milliseconds, a peer's pool has closed its idle connections: by default `pg` does so after
 * ten seconds. */
const idlePeerMs = 11_000;

async function openStore({ environment, callers }: Bench): Promise<PeerStore> {
  const settings = await embeddedSettings(environment.DATA_DIR ?? "");
  const { bearer } = callers.adviser;
  if (settings === undefined || !("token" in bearer)) throw new Error("the service is not there");
  return openPeerStore(settings.admin, bearer.token);
}

async function start({ name, script }: Peer, { config }: PeerStore) {
  const child = startChild(join("..", "peers", script), [JSON.stringify(config)]);
  const { port } = await child.receive<{ port: number }>();
  return { name, port, pid: child.pid, stop: child.stop };
}

async function rowsOf(
  bench: Bench,
  store: PeerStore,
  peers: readonly RunningPeer[],
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, prepare } of peerSubjects) {
    if (!name.includes(bench.options.only)) continue;
    process.stderr.write(`${name}\n`);
    const pairOf = await prepare(bench, store);
    for (const peer of peers) {
      const row = await pairBeside(bench, peer, pairOf, name);
      // PostgreSQL has connections for one peer besides the service's: they end when idle.
      if (peers.length > 1) await delay(idlePeerMs);
      if (row.errors > 0) process.stderr.write(`  ${row.note}\n`);
      rows.push(row);
    }
  }
  return rows;
}

async function pairBeside(
  bench: Bench,
  peer: RunningPeer,
  pairOf: Awaited<ReturnType<(typeof peerSubjects)[number]["prepare"]>>,
  subject: string,
): Promise<Row> {
  try {
    return await rowOf(bench, await pairOf(peer));
  } catch (error) {
    // A peer that cannot be measured must not cost the figures of the others.
    const note = error instanceof Error ? error.message : String(error);
    return { subject, against: peer.name, errors: 1, note };
  }
}
