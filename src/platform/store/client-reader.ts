// A single connection as a reader.
import type pg from "pg";
import type { Reader, Statement } from "./sql.ts";

/** A connection as a reader. */
export function readerOf(client: pg.ClientBase): Reader {
  const rows = async <Row>({ text, values }: Statement<Row>) =>
    (await client.query({ text, values: [...values] })).rows as Row[];
  return { rows, first: async (statement) => (await rows(statement))[0] };
}
