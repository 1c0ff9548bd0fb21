// The table locks of a distributed store.
import { sql } from "../sql.ts";
import type { Tx } from "../transaction.ts";

/** Begins a change of a firm, or of an offer that there is not yet. On a spread store a lock of one
 * row that every node has makes all changes of its table wait, and of the tables that it refers to:
 * an offer's lock is one of offers, firms and members. Taken one by one and in another order, two
 * changes would wait for each other. */
export function lockOffersOfNodes(tx: Tx): void {
  if (tx.isSpread) tx.send(sql`select from offer where offer_oid = 0 for update`);
}

/** Begins a change of members. On a spread store a lock of one takes that of all members and then that
 * of the firms to which they refer, which a change of offers takes in the other order; taken first,
 * the lock of the firms keeps both from waiting for each other. */
export function lockFirmsOfNodes(tx: Tx): void {
  if (tx.isSpread) tx.send(sql`select from firm where firm_oid = 0 for update`);
}
