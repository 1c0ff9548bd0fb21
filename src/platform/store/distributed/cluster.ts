// The nodes of a PostgreSQL with Citus, and the shards on them.
import { StoreFault } from "../../process/store-fault.ts";
import { clientReader } from "../client-reader.ts";
import type { ConnectionSettings } from "../connection.ts";
import { quoted, selectRoleNames } from "../roles.ts";
import { openConnection } from "../session.ts";
import { type Reader, sql } from "../sql.ts";
import { storeError } from "../store-error.ts";
import { compareTables, type FoundTable, isDistributed, placementFault } from "./table-states.ts";

/** Whether this database has Citus. */
export async function hasCitus(db: Reader): Promise<boolean> {
  const row = await db.first(sql<{ has: boolean }>`
    select to_regclass('pg_catalog.pg_dist_partition') is not null as "has"`);
  return row?.has ?? false;
}

/** Every table of the store with its place; without Citus all are local. */
export async function selectFoundTables(db: Reader): Promise<FoundTable[]> {
  return db.rows(sql<FoundTable>`
    select relname as "table",
      case when logicalrelid is null or (partmethod = 'n' and repmodel = 's') then 'local'
        when partmethod = 'h' then 'hash'
        when partmethod = 'n' and repmodel = 't' then 'reference'
        else 'other' end as "kind",
      case when partkey is not null then column_to_column_name(logicalrelid, partkey) end
        as "column",
      colocationid as "group"
    from pg_class left join pg_dist_partition on logicalrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not relispartition
      and relowner = (select relowner from pg_class where oid = 'public.migration'::regclass)
    order by relname`);
}

/** Whether a migrated store lies on several nodes; refuses one of which some tables do not. */
export async function refusePartlyDistributed(db: Reader): Promise<boolean> {
  if (!(await hasCitus(db))) return false;
  const states = compareTables(await selectFoundTables(db));
  const fault = placementFault(states);
  if (fault !== undefined) throw new StoreFault(fault);
  return isDistributed(states);
}

/** A server of the cluster. */
export interface ClusterNode {
  readonly node: string;
  readonly role: "coordinator" | "worker";
  readonly state: "active" | "inactive" | "unreachable";
  /** The parts of tables that it has. */
  readonly shards: number;
  /** Bytes of these, with their indexes; null where a node cannot be asked. */
  readonly bytes: string | null;
}

/** A part of a table that is being moved. */
export interface ShardMove {
  readonly table: string;
  readonly from: string;
  readonly to: string;
  readonly bytes: string;
}

/** The cluster at this moment. */
export interface Cluster {
  readonly nodes: readonly ClusterNode[];
  readonly moves: readonly ShardMove[];
}

/** How long a node may take to respond before it counts as unreachable, in milliseconds. */
const reachableMs = "3000";

/** Asks every node as the reader does; undefined if the store is on one PostgreSQL without Citus.
 * On a connection of its own, since a node that is gone keeps it waiting. */
export async function selectCluster(settings: ConnectionSettings): Promise<Cluster | undefined> {
  const client = await openConnection(settings, { statement_timeout: "20000" });
  try {
    const db = clientReader(client);
    if (!(await hasCitus(db))) return undefined;
    // Only a distributed store lets its roles reach the workers.
    if (isDistributed(compareTables(await selectFoundTables(db)))) {
      const { reader } = await selectRoleNames(client);
      await client.query(`set role ${quoted(reader)}`);
    }
    await client.query(`set citus.node_connection_timeout = ${reachableMs}`);
    const nodes = await selectNodes(db);
    // Sizes are asked of every node, so that one that is gone leaves all of them unknown.
    const isWhole = nodes.every(({ state }) => state === "active");
    const sizes = isWhole ? await selectBytes(db) : undefined;
    return {
      // A node that was just added has no part of any table yet, and so no size.
      nodes: nodes.map((each) => ({
        ...each,
        bytes: sizes ? (sizes.get(each.node) ?? "0") : null,
      })),
      moves: await selectMoves(db),
    };
  } catch (error) {
    throw storeError(error);
  } finally {
    await client.end().catch(() => {});
  }
}

function selectNodes(db: Reader): Promise<Omit<ClusterNode, "bytes">[]> {
  return db.rows(sql<Omit<ClusterNode, "bytes">>`
    select nodename || ':' || nodeport as "node",
      case groupid when 0 then 'coordinator' else 'worker' end as "role",
      case when not isactive then 'inactive'
        when citus_check_connection_to_node(nodename, nodeport) then 'active'
        else 'unreachable' end as "state",
      (select count(*)::int from pg_dist_placement
        where pg_dist_placement.groupid = pg_dist_node.groupid) as "shards"
    from pg_dist_node
    where noderole = 'primary'
    order by groupid`);
}

async function selectBytes(db: Reader): Promise<Map<string, string>> {
  const rows = await db.rows(sql<{ node: string; bytes: string }>`
    select nodename || ':' || nodeport as "node", sum(shard_size)::bigint as "bytes"
    from citus_shards group by 1`);
  return new Map(rows.map(({ node, bytes }) => [node, bytes]));
}

/** The moves under way. */
function selectMoves(db: Reader): Promise<ShardMove[]> {
  return db.rows(sql<ShardMove>`
    select table_name::text as "table", sourcename || ':' || sourceport as "from",
      targetname || ':' || targetport as "to", shard_size as "bytes"
    from get_rebalance_progress() where status <> 'Completed' order by table_name, shardid`);
}
