// What time brings, done by the leading process at once and then every minute: each change is a
// transaction of its own, judged again under its locks, and a second run changes nothing.
import type { Logger } from "pino";
import { sweepActor, type WriteContext } from "./platform/change/context.ts";
import type { Vault } from "./platform/keys/vault.ts";
import { openRandom } from "./platform/process/random.ts";
import type { Database } from "./platform/store/db.ts";
import type { Term } from "./platform/store/leader.ts";
import { closeDueOffers } from "./resources/offers/close-due-offer.ts";
import { drawId } from "./values/ids.ts";

/** How often it runs, in milliseconds: every minute. */
const intervalMs = 60_000;

/** The store to sweep, and the clock by which things are due. */
export interface SweptStore {
  readonly db: Database;
  readonly vault: Vault;
  readonly clock: () => Date;
}

/** Starts the sweep of a leader; the result stops it, once what runs has ended. */
export function runSweep(
  store: SweptStore,
  term: Pick<Term, "transaction">,
  log: Pick<Logger, "info" | "warn">,
): () => Promise<void> {
  let isOver = false;
  let running: Promise<void> | undefined;
  const run = async () => {
    try {
      const closed = await closeDueOffers(contextOf(store, term));
      if (closed.length > 0) log.info({ offersClosed: closed }, "sweep");
    } catch (error) {
      if (!isOver) log.warn({ err: error }, "the sweep failed; it will be retried");
    }
  };
  // One that takes longer than a minute is not joined by the next.
  const start = () => {
    running ??= run().finally(() => {
      running = undefined;
    });
  };
  start();
  const timer = setInterval(start, intervalMs);
  timer.unref();
  return async () => {
    isOver = true;
    clearInterval(timer);
    await running;
  };
}

/** The context of a run: its changes are stored only while the term lasts. */
function contextOf(
  { db, vault, clock }: SweptStore,
  term: Pick<Term, "transaction">,
): WriteContext {
  const now = clock();
  const random = openRandom();
  return {
    actor: sweepActor,
    now,
    requestId: Buffer.from(random(12)).toString("base64url"),
    address: "local",
    db: { ...db, transaction: (work) => term.transaction(work) },
    vault,
    newId: () => drawId(now, random),
    random,
    subject: "sweep",
    repeat: undefined,
    signature: undefined,
    replayed: false,
  };
}
