// How many connections a process needs, and whether PostgreSQL allows its login as many.
import { StoreFault } from "../process/store-fault.ts";
import { type Database, type DatabaseOptions, loadConnections } from "./db.ts";
import { sql } from "./sql.ts";

/** For the snapshot of a checkpoint. */
const snapshotConnections = 1;

/** For the lead: to hold it, or to ask for it. */
const leadConnections = 1;

/** The connections for commands next to the service, each with a few of its own. */
const forCommands = 50;

/** How many connections there are for reads and for changes. */
export type ConnectionNumbers = Pick<DatabaseOptions, "readConnections" | "writeConnections">;

/** The most connections that `serve` opens. */
export function connectionCount({ readConnections, writeConnections }: ConnectionNumbers): number {
  const own = readConnections + writeConnections;
  return own + loadConnections + snapshotConnections + leadConnections;
}

/** The setting `max_connections` with which the embedded PostgreSQL serves such a process. */
export function embeddedConnections(needed: number): string {
  return String(Math.max(100, needed + forCommands));
}

/** Refuses a store that allows its login fewer connections than this process may open. */
export async function checkConnections(
  db: Database,
  needed: number,
  servingLogin: string,
): Promise<void> {
  const row = await db.first(sql<{ most: number }>`
    select least(
        current_setting('max_connections')::int
          - current_setting('superuser_reserved_connections')::int
          - coalesce(current_setting('reserved_connections', true), '0')::int,
        nullif(rolconnlimit, -1), nullif(datconnlimit, -1)) as most
      from pg_roles, pg_database
     where rolname = ${servingLogin} and datname = current_database()`);
  if (row === undefined || needed <= row.most) return;
  throw new StoreFault(
    `READ_CONNECTIONS and WRITE_CONNECTIONS make up to ${needed} connections, with those of loads, ` +
      `checkpoints and the lead, and PostgreSQL allows this login ${row.most}: lower them, or raise its limit.`,
  );
}
