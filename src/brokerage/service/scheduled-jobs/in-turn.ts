// Sweeps of a process take turns. Two at once would take the same records one after the other, so that both would draw
// each statement and bill, and one of the drawings would be thrown away.

/** The last sweep of each store; it never rejects. */
const lastOf = new WeakMap<object, Promise<unknown>>();

/** Runs a sweep of a store once those that this process has begun before are over, however they ended. */
export function inTurn<T>(db: object, sweep: () => Promise<T>): Promise<T> {
  const before = lastOf.get(db) ?? Promise.resolve();
  const own = before.then(sweep);
  lastOf.set(
    db,
    own.catch(() => {}),
  );
  return own;
}
