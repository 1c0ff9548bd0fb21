// Distributes the tables of a store over the nodes of a cluster, in place and in one transaction; run
// again, it places the tables that a migration has added.
import type pg from "pg";
import { StoreFault } from "../../process/store-fault.ts";
import { clientReader } from "../client-reader.ts";
import type { ConnectionSettings } from "../connection.ts";
import { quoted, type RoleNames, selectRoleNames } from "../roles.ts";
import { openConnection } from "../session.ts";
import { storeError } from "../store-error.ts";
import { lockWholeStore, migrationLock } from "../store-lock.ts";
import { hasCitus, selectFoundTables } from "./cluster.ts";
import type { TablePlace } from "./table-places.ts";
import { compareTables, type TableState, type TableStates } from "./table-states.ts";

/** The distribution of a store. */
export interface DistributeOptions {
  /** Into how many parts the tables of accounts are divided; absent: as Citus is set. */
  readonly shards: number | undefined;
  /** How long a change waits for a lock on a worker, in milliseconds; 0 is no limit. */
  readonly lockTimeoutMs: number;
}

/** A table, where it belongs, and how large it is. */
export type PlacedTable = TableState & { readonly bytes: string };

/** The place of each table; changes nothing. */
export async function checkDistribution(settings: ConnectionSettings): Promise<PlacedTable[]> {
  return onCoordinator(settings, async (client) => {
    await selectRoleNames(client);
    return withSizes(client, await knownTableStates(client));
  });
}

/** Places every table that waits, and returns the names of these. */
export async function distribute(
  settings: ConnectionSettings,
  options: DistributeOptions,
): Promise<string[]> {
  return onCoordinator(settings, async (client) => {
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    const roles = await selectRoleNames(client);
    await client.query("begin");
    await lockWholeStore(client);
    const { tables } = await knownTableStates(client);
    const waiting = tables.filter(({ standing }) => standing === "waiting");
    await letRolesReachWorkers(client, roles, options);
    await place(client, waiting, options.shards);
    await client.query("commit");
    for (const { table } of waiting) await client.query(`analyze ${quoted(table)}`);
    return waiting.map(({ table }) => table);
  });
}

async function onCoordinator<T>(
  settings: ConnectionSettings,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  let client: pg.Client | undefined;
  try {
    client = await openConnection(settings, { statement_timeout: "0" });
    await checkCluster(client);
    return await work(client);
  } catch (error) {
    throw storeError(error);
  } finally {
    await client?.end().catch(() => {}); // an open transaction ends with it
  }
}

async function checkCluster(client: pg.Client): Promise<void> {
  if (!(await hasCitus(clientReader(client)))) {
    throw new StoreFault(
      "This database has no Citus: prepare a cluster as docs/citus.md says, or stay with one server.",
    );
  }
  const { rows } = await client.query<{ group: number; knowsItself: boolean; workers: number }>(
    `select (select groupid from pg_dist_local_group) as "group",
            exists (select from pg_dist_node where groupid = 0) as "knowsItself",
            (select count(*)::int from pg_dist_node
              where noderole = 'primary' and isactive and shouldhaveshards) as "workers"`,
  );
  const [found] = rows;
  if (found?.group !== 0) {
    throw new StoreFault("This is a worker of the cluster: use the address of its coordinator.");
  }
  if (!found.knowsItself) {
    throw new StoreFault(
      "The coordinator is no node of its cluster yet: run `select citus_set_coordinator_host(…)`.",
    );
  }
  if (found.workers === 0) {
    throw new StoreFault("No node of the cluster takes shards: run `select citus_add_node(…)`.");
  }
}

/** The states of the tables; refuses a store that has others, lacks some, or has one misplaced. */
async function knownTableStates(client: pg.Client): Promise<TableStates> {
  const states = compareTables(await selectFoundTables(clientReader(client)));
  const [unknown] = states.unknown;
  if (unknown !== undefined) {
    throw new StoreFault(`The store has table ${unknown}, which this version does not know.`);
  }
  const [missing] = states.missing;
  if (missing !== undefined) {
    throw new StoreFault(`The store lacks table ${missing}: run \`bursar migrate\` first.`);
  }
  const misplaced = states.tables.find(({ standing }) => standing === "misplaced");
  if (misplaced !== undefined) {
    throw new StoreFault(
      `Table ${misplaced.table} was distributed otherwise: run ` +
        `\`select undistribute_table('${misplaced.table}')\` first.`,
    );
  }
  return states;
}

/** Citus connects to a worker as the role that a statement runs as, and takes no setting of the
 * session along: its settings there are set for the role. */
async function letRolesReachWorkers(
  client: pg.Client,
  { owner, writer, reader }: RoleNames,
  { lockTimeoutMs }: DistributeOptions,
): Promise<void> {
  const statements = [owner, writer, reader].map(quoted).flatMap((role) => [
    `alter role ${role} login`,
    ...["timezone = 'UTC'", "datestyle = 'ISO'", "bytea_output = 'hex'", "search_path = 'public'"]
      // The format of days and instants must not depend on the node.
      .map((setting) => `alter role ${role} set ${setting}`),
  ]);
  statements.push(`alter role ${quoted(writer)} set lock_timeout = ${lockTimeoutMs}`);
  await client.query(statements.join(";\n"));
}

async function place(
  client: pg.Client,
  tables: readonly TableState[],
  shards: number | undefined,
): Promise<void> {
  // Else a foreign key to reference data makes Citus reject what follows in the same transaction.
  await client.query("set local citus.multi_shard_modify_mode = 'sequential'");
  // Otherwise each table that refers to reference data becomes local to the coordinator, and tables
  // that refer to it cannot be distributed.
  await client.query("set local citus.enable_local_reference_table_foreign_keys = off");
  await client.query("set local client_min_messages = warning");
  if (shards !== undefined) await client.query(`set local citus.shard_count = ${shards}`);
  for (const each of tables) await placeTable(client, each);
  // Rows were copied. Truncating their remains on the coordinator one by one would cascade to the
  // tables that refer to them.
  for (const { table, place } of tables.toReversed()) {
    if (place === "local") continue;
    await client.query("select truncate_local_data_after_distributing_table($1::regclass)", [
      table,
    ]);
  }
}

/** Places a table in a distributed store, colocated with those of accounts if it is one of them. */
export async function placeTable(
  client: pg.ClientBase,
  {
    table,
    place,
    column,
  }: Pick<TablePlace, "table" | "place"> & { readonly column?: string | undefined },
): Promise<void> {
  if (place === "local") return;
  if (place === "reference") {
    await client.query("select create_reference_table($1::regclass)", [table]);
    return;
  }
  const colocation = place === "account" && table !== "account" ? "account" : "none";
  await client.query("select create_distributed_table($1::regclass, $2, colocate_with => $3)", [
    table,
    column,
    colocation,
  ]);
}

async function withSizes(client: pg.Client, { tables }: TableStates): Promise<PlacedTable[]> {
  const { rows } = await client.query<{ table: string; bytes: string }>(
    `select name as "table",
            case when exists (select from pg_dist_partition where logicalrelid = name::regclass)
              then citus_total_relation_size(name::regclass, false)
              else pg_total_relation_size(name::regclass) end as "bytes"
       from unnest($1::text[]) as name`,
    [tables.map(({ table }) => table)],
  );
  const sizes = new Map(rows.map(({ table, bytes }) => [table, bytes]));
  return tables.map((each) => ({ ...each, bytes: sizes.get(each.table) ?? "0" }));
}
