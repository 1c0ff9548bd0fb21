// Runs statements on PostgreSQL: one at the least cost, several in one system call.
import type { Duplex } from "node:stream";
import type pg from "pg";
import { PreparedQuery } from "./prepared-query.ts";
import type { Statement } from "./sql.ts";

/** Runs a statement; the driver's own promise would copy the result twice, which costs a twentieth
 * of a request. */
export function runQuery(
  client: pg.ClientBase,
  { name, text, values }: Statement<unknown>,
): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const query = new PreparedQuery(text, values, (error, result) =>
      error ? reject(error) : resolve(result as pg.QueryResult),
    );
    client.query(Object.assign(query, { name }) as unknown as pg.Submittable);
  });
}

/** Buffers what is written until the sockets that are ready now are served, then sends it all. */
export function gather(stream: Duplex): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  setImmediate(() => stream.uncork());
}
