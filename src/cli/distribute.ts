// `bursar distribute` and `bursar nodes`: a store that is distributed over the nodes of a cluster.
import { readConfig } from "../config/config.ts";
import { openLog } from "../platform/process/log.ts";
import { StoreFault } from "../platform/process/store-fault.ts";
import { type Cluster, selectCluster } from "../platform/store/distributed/cluster.ts";
import { checkDistribution, distribute } from "../platform/store/distributed/distribute.ts";
import { openStore, type Store } from "../platform/store/store.ts";
import { counted, tableLines } from "../values/readable.ts";
import { CommandFault } from "./faults.ts";
import { printJson, printLines } from "./output.ts";

interface DistributeOptions {
  readonly check?: boolean;
  readonly shards?: number;
  readonly json?: boolean;
}

/** Places the tables that wait; then, or with `--check` only, prints what lies where. */
export async function distributeCommand(options: DistributeOptions): Promise<void> {
  const { check = false, json = false } = options;
  const { lockTimeoutMs } = readConfig(process.env);
  const { placed, tables } = await withCluster("distribute", async ({ migrating }) => {
    const { shards } = options;
    const placed = check ? [] : await distribute(migrating, { shards, lockTimeoutMs });
    return { placed, tables: await checkDistribution(migrating) };
  });
  if (json) printJson({ placed, tables });
  else {
    const rows = tables.map(({ table, place, column, standing, bytes }) => {
      const note = standing === "placed" ? "" : "waits to be placed";
      return [table, whereOf[place], column ?? "-", bytes, note];
    });
    printLines(...tableLines(["table", "lies", "by", "bytes", ""], rows));
    printLines(`${placed.length} placed`);
  }
  const waiting = tables.filter(({ standing }) => standing === "waiting").length;
  if (waiting > 0) throw new CommandFault(`Not placed yet: ${counted(waiting, "table")}.`);
}

const whereOf = {
  account: "with its account",
  login: "with its login",
  reference: "on every node",
  local: "on the coordinator",
} as const;

/** Prints the nodes of the store and what is being moved between them. */
export async function nodesCommand({ json = false }: { json?: boolean }): Promise<void> {
  const cluster = await withCluster("nodes", ({ serving }) => selectCluster(serving));
  if (json) printJson(cluster ?? null);
  else printLines(...(cluster === undefined ? [onOneServer] : clusterLines(cluster)));
  const away = cluster?.nodes.filter(({ state }) => state !== "active") ?? [];
  if (away.length === 0) return;
  throw new CommandFault(`${away.map(({ node }) => node).join(", ")}: not reached.`);
}

const onOneServer = "The store is on one server: its database has no Citus.";

function clusterLines({ nodes, moves }: Cluster): string[] {
  const rows = nodes.map(({ node, role, state, shards, bytes }) => {
    return [node, role, state, String(shards), bytes ?? "unknown"];
  });
  return [
    ...tableLines(["node", "role", "state", "shards", "bytes"], rows),
    ...moves.map(
      ({ table, from, to, bytes }) => `moves ${table} (${bytes} bytes): ${from} to ${to}`,
    ),
  ];
}

async function withCluster<T>(purpose: string, work: (store: Store) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  if (config.databaseUrl === undefined) {
    throw new StoreFault("The embedded PostgreSQL is one server: set DATABASE_URL to a cluster.");
  }
  const store = await openStore(config, purpose, openLog(config.logLevel));
  return work(store).finally(store.stop);
}
