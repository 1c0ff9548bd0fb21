// Reading a store as of one moment, as far as a distributed store has a common snapshot.
import type pg from "pg";
import { StoreFault } from "../../process/store-fault.ts";
import type { ConnectionSettings } from "../connection.ts";
import { openConnection } from "../session.ts";

/** A reader as of one moment. */
export interface NodesSnapshot {
  /** Refuses the result if shards have moved meanwhile: rows may be missing. */
  refuseIfMoved(): Promise<void>;
}

const beginSnapshot = "begin isolation level repeatable read read only";

/** Begins a snapshot. */
export async function openNodesSnapshot(
  client: pg.Client,
  settings: ConnectionSettings,
  isDistributed: boolean,
): Promise<NodesSnapshot> {
  if (isDistributed) return openSnapshotOfNodes(client, settings);
  await client.query(beginSnapshot);
  return { refuseIfMoved: async () => {} };
}

/**
 * Begins a snapshot on every node, one right after the other: a node has its own from the first
 * statement that reaches it, and all later ones go through the same connection.
 */
async function openSnapshotOfNodes(
  client: pg.Client,
  settings: ConnectionSettings,
): Promise<NodesSnapshot> {
  const before = await selectPlacements(settings);
  await client.query("set citus.max_adaptive_executor_pool_size = 1");
  await client.query(beginSnapshot);
  // In the audit log every node has a part.
  await client.query("select count(*) from (select subject from audit_head limit 1) as one");
  return {
    async refuseIfMoved() {
      if ((await selectPlacements(settings)) === before) return;
      throw new StoreFault(
        "Parts of the store moved to another node while it was read, so that rows may be lacking: " +
          "try again once `bursar nodes` shows no move.",
      );
    },
  };
}

/** A digest of the node of each shard, on a connection of its own: a snapshot would not show
 * changes. */
async function selectPlacements(settings: ConnectionSettings): Promise<string> {
  const client = await openConnection(settings);
  try {
    const { rows } = await client.query<{ digest: string }>(
      `select md5(string_agg(placementid || ' ' || shardid || ' ' || groupid, ','
          order by placementid)) as digest from pg_dist_placement`,
    );
    return rows[0]?.digest ?? "";
  } finally {
    await client.end().catch(() => {});
  }
}
