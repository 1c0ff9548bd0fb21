// A single connection as a reader.
import type pg from "pg";
import type { Reader, Statement } from "./sql.ts";

/** A connection as a reader. Concurrent queries run one after the other: the driver's own queue is
 * going to be removed, and a pipelining connection could not COPY. */
export function clientReader(client: pg.ClientBase): Reader {
  let before: Promise<unknown> = Promise.resolve();
  const rows = <Row>({ text, values }: Statement<Row>): Promise<Row[]> => {
    const result = before.then(async () => {
      return (await client.query({ text, values: [...values] })).rows as Row[];
    });
    before = result.catch(() => {});
    return result;
  };
  return { rows, first: async (statement) => (await rows(statement))[0] };
}
