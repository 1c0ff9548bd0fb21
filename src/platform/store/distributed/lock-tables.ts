// The table locks of a distributed store.
import { sql } from "../sql.ts";
import type { Tx } from "../transaction.ts";

/** Begins a change of a firm, or of an offer that there is not yet. On a distributed store a lock
 * of one row that every node has blocks all changes of its table and of the tables to which it
 * refers. An offer's lock thus locks offers, firms and members. If two changes took these locks in
 * different orders, each would wait for the other. */
export function lockOffersOfNodes(tx: Tx): void {
  if (tx.isDistributed) tx.send(sql`select from offer where offer_oid = 0 for update`);
}

/** Begins a change of members. On a distributed store a lock of one member locks all members and
 * then the firms to which they refer. A change of offers locks in the other order. Locking the
 * firms first avoids a deadlock. */
export function lockFirmsOfNodes(tx: Tx): void {
  if (tx.isDistributed) tx.send(sql`select from firm where firm_oid = 0 for update`);
}
