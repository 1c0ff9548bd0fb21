// The SQL statement of rehearsals.
import { sql, type Tx } from "../store/db.ts";

/** Checks the deferred constraints now instead of at the commit, once every statement before has
 * succeeded. */
export async function checkDeferred(tx: Tx): Promise<void> {
  await tx.execute(sql`set constraints all immediate`);
}
