// The nodes of the server on which the tests run: one, or a coordinator and the workers of a cluster.
import pg from "pg";
import { type ConnectionSettings, clientConfig } from "../../src/platform/store/connection.ts";

/** Runs statements on one server after the other, outside any store. */
export async function onNodes(
  nodes: readonly ConnectionSettings[],
  statement: string,
): Promise<void> {
  for (const node of nodes) await onNode(node, (client) => client.query(statement));
}

/** Runs work on a server. */
export async function onNode(
  node: ConnectionSettings,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client(clientConfig(node));
  client.on("error", () => {});
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** Makes a database on every node a cluster of its own, with the first node as its coordinator. */
export async function joinNodes(
  nodes: readonly ConnectionSettings[],
  database: string,
): Promise<void> {
  const [coordinator, ...workers] = nodes.map((node) => ({ ...node, database }));
  if (coordinator === undefined || workers.length === 0) return;
  await onNodes([coordinator, ...workers], "create extension citus");
  await onNode(coordinator, async (client) => {
    const { host, port } = coordinator;
    await client.query("select citus_set_coordinator_host($1, $2)", [host, port]);
    for (const worker of workers) {
      await client.query("select citus_add_node($1, $2)", [worker.host, worker.port]);
    }
  });
}

/** Makes a database on every node by copying one that nothing uses. */
export async function cloneDatabase(
  nodes: readonly ConnectionSettings[],
  name: string,
  template: string,
): Promise<void> {
  await onNodes(nodes, `create database ${name} template ${template} strategy file_copy`);
}

/** Lets nobody use a database while it is copied. On a cluster Citus keeps a process and connections
 * in it, and each copy would wait seconds for their end. */
export async function closeTemplate(
  nodes: readonly ConnectionSettings[],
  template: string,
): Promise<void> {
  await onNodes(nodes, `alter database ${template} allow_connections false`);
  await endConnections(nodes, template);
}

async function endConnections(nodes: readonly ConnectionSettings[], name: string): Promise<void> {
  const end = "select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = $1";
  for (const node of nodes) await onNode(node, (client) => client.query(end, [name]));
}

/** Lets it be used again. */
export function reopenTemplate(
  nodes: readonly ConnectionSettings[],
  template: string,
): Promise<void> {
  return onNodes(nodes, `alter database ${template} allow_connections true`);
}

/** Removes a database from every node. It is still in use for a while where a process of Citus has just
 * connected again, which PostgreSQL neither ends nor waits for longer than a few seconds. */
export async function removeDatabase(
  nodes: readonly ConnectionSettings[],
  name: string,
): Promise<void> {
  for (const node of nodes) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await onNodes([node], `drop database if exists ${name} with (force)`);
        break;
      } catch (error) {
        const isInUse = error instanceof pg.DatabaseError && error.code === "55006";
        if (!isInUse || attempt === 10) throw error;
        await endConnections([node], name);
      }
    }
  }
}
