// A query that is given to a connection before the last one has ended fails the run, unless the
// connection is pipelined. The driver still queues such queries, with one warning per process, and
// will stop doing so.
import pg from "pg";

interface Line {
  readonly pipeline?: boolean;
  readonly _queryQueue: readonly unknown[];
  _getActiveQuery(): unknown;
}

type Query = (this: Line, ...words: unknown[]) => unknown;

const marked = Symbol.for("bursar.oneQueryAtATime");
const client = pg.Client.prototype as unknown as { query: Query & { [marked]?: true } };

/** Nobody can catch it, not even who sends a statement without waiting for its response. */
function report(error: Error): void {
  process.nextTick(() => {
    throw error;
  });
}

// Files of one worker share the driver.
if (!client.query[marked]) {
  const { query } = client;
  const guarded: Query = function (...words) {
    const isBusy = this._queryQueue.length > 0 || Boolean(this._getActiveQuery());
    if (isBusy && !this.pipeline) report(new Error("two queries at once on one connection"));
    return query.apply(this, words);
  };
  client.query = Object.assign(guarded, { [marked]: true as const });
}
