// A change made of ordinary ones: each runs in the transaction of the whole, with entries and events of
// its own, and the request's key and signature are those of the whole.
import type { Tx } from "../store/db.ts";
import type { WriteContext } from "./context.ts";

/** The context of an operation that is a part of an open change. */
export function within<Context extends WriteContext>(ctx: Context, tx: Tx): Context {
  const { enterQueue: _, access: __, ...rest } = ctx;
  return {
    ...(rest as Context),
    db: { ...ctx.db, rows: tx.rows, first: tx.first, transaction: (work) => work(tx) },
    repeat: undefined,
    signature: undefined,
  };
}
