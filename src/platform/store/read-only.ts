// The store for requests that only read.
import { AssertionError } from "node:assert/strict";
import type { Database } from "./db.ts";
import type { Statement } from "./sql.ts";

/** The store for a request that only reads: it opens no transaction, so that it cannot write. */
export function readOnly(db: Database): Database {
  const transaction = async () => {
    throw new AssertionError({ message: "a route whose read writes must declare `writes: true`" });
  };
  return { ...db, transaction, forLoads: { ...db.forLoads, transaction } };
}

/** The same store, whose results may have megabytes. */
export function largeReads(db: Database): Database {
  const rows = <Row>(statement: Statement<Row>) => db.rows({ ...statement, isLarge: true });
  return { ...db, rows, first: async (statement) => (await rows(statement))[0] };
}
