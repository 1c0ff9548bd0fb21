// Asking PostgreSQL: one statement at the least cost, several in one call of the system.
import type { Duplex } from "node:stream";
import pg from "pg";
import type { Statement } from "./sql.ts";

/** Asks a statement; the driver's own promise would copy it twice, a twentieth of a request. */
export function ask(
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
