// Runs statements on PostgreSQL: one at the least cost, several in one system call.
import type { Duplex } from "node:stream";
import pg from "pg";
import type { Statement } from "./sql.ts";

/** Runs a statement; the driver's own promise would copy the result twice, which costs a twentieth
 * of a request. */
export function runQuery(
  client: pg.ClientBase,
  { name, text, values }: Statement<unknown>,
): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const query = new pg.Query(text, values as unknown[], (error, result) =>
      error ? reject(error) : resolve(result as unknown as pg.QueryResult),
    );
    client.query(Object.assign(query, { name }));
  });
}

/** Buffers what is written until the sockets that are ready now are served, then sends it all. */
export function gather(stream: Duplex): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  setImmediate(() => stream.uncork());
}
