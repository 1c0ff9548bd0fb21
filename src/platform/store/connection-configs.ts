// The configuration of an open store's connections: whose they are, and how long they may take.
import pg from "pg";
import { type ConnectionSettings, clientConfig, type SessionParameters } from "./connection.ts";
import { readerSettings } from "./reader-login.ts";
import type { RoleNames } from "./roles.ts";

/** The owner of the connections, and their time limits; 0 is none. */
export interface ConnectionOptions {
  readonly settings: ConnectionSettings;
  readonly statementTimeoutMs: number;
  readonly lockTimeoutMs: number;
}

/** The driver's configuration of the store's connections. */
export function configOf({ settings, statementTimeoutMs }: ConnectionOptions): pg.ClientConfig {
  const config = clientConfig(settings);
  // The driver's own limit is for a server that no longer responds at all.
  return statementTimeoutMs > 0
    ? { ...config, query_timeout: statementTimeoutMs * 2 + 5_000 }
    : config;
}

/** The same for the login for reads. */
export function readerConfig(options: ConnectionOptions, { reader }: RoleNames): pg.ClientConfig {
  return configOf({ ...options, settings: readerSettings(options.settings, reader) });
}

/** The time limits of a session. */
export function sessionLimits({
  statementTimeoutMs,
  lockTimeoutMs,
}: ConnectionOptions): SessionParameters {
  return {
    statement_timeout: String(statementTimeoutMs),
    lock_timeout: String(lockTimeoutMs),
    idle_in_transaction_session_timeout: String(statementTimeoutMs * 2),
  };
}

/** Opens a pool of connections for transactions. */
export function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...config, idleTimeoutMillis: 60_000 });
  pool.on("error", () => {}); // an idle connection that breaks is replaced by the pool
  // The pool no longer listens to a connection that it is closing, which may break as well.
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}
