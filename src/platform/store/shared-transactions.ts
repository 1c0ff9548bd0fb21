// Changes that share a transaction. Those that are asked for while others are under way are made
// together: with one beginning, one commit, and statements that travel together. None of them is
// stored without the others, so that where one cannot be, each is made in a transaction of its own.
import type pg from "pg";
import { type Statement, sql } from "./sql.ts";
import { breaksConnection, type StoreFailures, StoreUnavailable, sqlState } from "./store-error.ts";
import { allTogether } from "./together.ts";
import { inTransaction, type NotePosition, type Tx } from "./transaction.ts";
import type { WaitingLine } from "./waiting-line.ts";
import { NotShared, watch } from "./watched-transaction.ts";

/** A change that can be made beside others: it locks no row but its subject's for itself, and what it
 * reads of others does not matter more than it would in a transaction of its own. */
export interface SharedChange<T> {
  /** Who asks for it. */
  readonly by: string;
  /** The audit subject that it locks, if it locks any; no two of a transaction lock the same. */
  readonly locks: string | undefined;
  readonly work: (tx: Tx) => Promise<T>;
  /** Receives what a transaction says, if the change was made. */
  readonly notePosition?: NotePosition | undefined;
}

/** The transactions of a store that are shared. */
export interface SharedTransactions {
  /** Where changes wait for their turn. */
  readonly line: WaitingLine;
  /** Makes a change in one of them. Rejects with `NotShared` if another change or the store was in
   * the way, and nothing was stored; with what the work has thrown, if it had changed nothing
   * before; and otherwise as a transaction does. */
  transaction<T>(change: SharedChange<T>): Promise<T>;
  /** Whether somebody's changes are made beside others: for a second after one was in the way of the
   * others, they are not. */
  isOpenTo(who: string): boolean;
  /** Has somebody's changes made apart for a second, as if one had been in the way of the others. */
  leaveOut(who: string): void;
  /** How many changes were made together, and how many were to be made apart after all. */
  counts(): { readonly together: number; readonly apart: number };
}

/** The connections of a store, and where its failures are counted that callers are told of. */
export interface SharedConnections {
  readonly pool: pg.Pool;
  readonly failures: StoreFailures;
}

/** What is shared at most. */
export interface SharingLimits {
  /** Transactions at once. */
  readonly atOnce: number;
  /** Changes in each. */
  readonly changes: number;
}

interface Waiting {
  readonly by: string;
  readonly locks: string | undefined;
  readonly asksPosition: boolean;
  readonly run: (tx: Tx, onFailure: () => void) => Promise<Outcome>;
  readonly settle: (ending: Ending) => void;
}

interface Outcome {
  /** What is answered once the transaction is over. */
  readonly answer: (position: bigint | undefined) => void;
  /** Whether the transaction may be committed. */
  readonly isSound: boolean;
  /** What is stored last. */
  readonly last: readonly Statement<unknown>[];
}

/** How a transaction has ended for one of its changes. */
type Ending = (Outcome & { readonly position: bigint | undefined }) | { readonly thrown: unknown };

/** A change that was made, and how far the store's log had come then, if that was asked. */
interface Made<T> {
  readonly value: T;
  readonly position: bigint | undefined;
}

/** Opens what is shared on the connections of a store on one server: on several nodes, the changes of a
 * transaction would be committed in two phases. */
export function shareTransactions(
  on: SharedConnections,
  limits: SharingLimits,
  line: WaitingLine,
): SharedTransactions {
  const waiting = new Set<Waiting>();
  /** What the transactions that are under way lock. */
  const locked = new Set<string>();
  const leftOut = openLeftOut();
  const counted = { together: 0, apart: 0 };
  let running = 0;
  let isDue = false;

  /** Begins a transaction as soon as all that arrived with this turn of the event loop is known. */
  function beginSoon(): void {
    if (isDue || running === limits.atOnce || waiting.size === 0) return;
    isDue = true;
    setImmediate(() => {
      isDue = false;
      const changes = takeNext();
      if (changes.length > 0) void runTogether(changes);
    });
  }

  /** Takes those that came first, and of those that lock the same, one; in the order of what they lock,
   * so that transactions of other processes do not wait for each other. */
  function takeNext(): readonly Waiting[] {
    const taken: Waiting[] = [];
    for (const change of waiting) {
      if (taken.length === limits.changes) break;
      const { locks } = change;
      if (locks !== undefined && locked.has(locks)) continue;
      if (locks !== undefined) locked.add(locks);
      waiting.delete(change);
      taken.push(change);
    }
    return taken.toSorted(({ locks: a = "" }, { locks: b = "" }) => (a < b ? -1 : a > b ? 1 : 0));
  }

  async function runTogether(changes: readonly Waiting[]): Promise<void> {
    running += 1;
    beginSoon();
    const { endings, areApart, inTheWay } = await make(on, changes);
    running -= 1;
    if (inTheWay !== undefined) leftOut.add(inTheWay.by);
    counted[areApart ? "apart" : "together"] += changes.length;
    for (const { locks } of changes) if (locks !== undefined) locked.delete(locks);
    for (const [index, { settle }] of changes.entries()) settle(endings[index] as Ending);
    beginSoon();
  }

  return {
    line,
    async transaction<T>({ notePosition, ...change }: SharedChange<T>) {
      // Again: others of theirs may have been in the way while this one waited for its turn.
      if (leftOut.has(change.by)) throw new NotShared();
      const asksPosition = notePosition !== undefined;
      const { value, position } = await new Promise<Made<T>>((...settled) => {
        waiting.add(waitingFor(change, asksPosition, settled));
        beginSoon();
      });
      if (position !== undefined) notePosition?.(position);
      return value;
    },
    isOpenTo: (who) => !leftOut.has(who),
    leaveOut: leftOut.add,
    counts: () => counted,
  };
}

const leftOutMs = 1_000;

/** Those whose changes would be in the way of others, each for a while. */
function openLeftOut() {
  const timers = new Map<string, NodeJS.Timeout>();
  return {
    has: (who: string) => timers.has(who),
    add(who: string) {
      clearTimeout(timers.get(who));
      timers.set(who, setTimeout(() => timers.delete(who), leftOutMs).unref());
    },
  };
}

interface Together {
  /** How it has ended for each of the changes. */
  readonly endings: readonly Ending[];
  /** Whether none was stored, and each is to be made apart. */
  readonly areApart: boolean;
  /** The change because of which, if it is known. */
  readonly inTheWay?: Waiting | undefined;
}

/** Makes changes in one transaction. */
async function make(
  { pool, failures }: SharedConnections,
  changes: readonly Waiting[],
): Promise<Together> {
  // Those of the statement that fails first; what fails behind it does so because of it.
  let failed: readonly Waiting[] | undefined;
  let position: bigint | undefined;
  const asksPosition = changes.some((change) => change.asksPosition);
  const notePosition = (at: bigint) => {
    position = at;
  };
  const run = async (change: Waiting, tx: Tx): Promise<Outcome> => {
    const onFailure = () => {
      failed ??= [change];
    };
    const outcome = await change.run(tx, onFailure);
    if (!outcome.isSound) onFailure();
    return outcome;
  };
  try {
    const outcomes = await inTransaction(
      { pool, isSpread: false },
      async (tx) => {
        tx.send(waitBriefly);
        const all = await Promise.all(changes.map((change) => run(change, tx)));
        if (failed !== undefined) throw new NotShared();
        for (const { statement, of } of allTogether(all.map(({ last }) => last))) {
          tx.execute(statement).catch(() => {
            failed ??= changes.filter((_, index) => of.includes(index));
          });
        }
        return all;
      },
      asksPosition ? notePosition : undefined,
    );
    return { endings: outcomes.map((outcome) => ({ ...outcome, position })), areApart: false };
  } catch (error) {
    // Where none has failed, it may be stored: the server may have failed behind the commit.
    if (failed === undefined || !isRolledBack(error)) {
      failures.note(error);
      return { endings: changes.map(() => ({ thrown: error })), areApart: false };
    }
    // What several have stored together does not tell one's part from another's.
    const blamed = failed;
    const inTheWay = blamed.length === 1 ? blamed[0] : undefined;
    const endings = changes.map((change) => ({
      thrown: new NotShared({ isSuspect: blamed.length > 1 && blamed.includes(change) }),
    }));
    return { endings, areApart: true, inTheWay };
  }
}

/** Those that others hold for longer are to hold up one change, and not all. */
const waitBriefly = sql`set local lock_timeout = '20ms'`;

/** Whether nothing can have been stored: the server has said so, on a connection that stands. */
function isRolledBack(error: unknown): boolean {
  if (error instanceof NotShared) return true;
  const cause = error instanceof StoreUnavailable ? error.cause : error;
  return sqlState(cause) !== undefined && !breaksConnection(cause);
}

type Settled<T> = readonly [resolve: (made: Made<T>) => void, reject: (error: unknown) => void];

function waitingFor<T>(
  { work, ...change }: Pick<SharedChange<T>, "by" | "locks" | "work">,
  asksPosition: boolean,
  [resolve, reject]: Settled<T>,
): Waiting {
  return {
    ...change,
    asksPosition,
    settle: (ending) =>
      "thrown" in ending ? reject(ending.thrown) : ending.answer(ending.position),
    async run(tx, onFailure) {
      const watched = watch(tx, change.locks, onFailure);
      try {
        const value = await work(watched.tx);
        const answer: Outcome["answer"] = (position) => resolve({ value, position });
        return { isSound: true, answer, last: watched.last() };
      } catch (error) {
        // What it has only read is not to be undone: where a statement has failed, nobody can commit.
        const isSound = !watched.hasChanged() && !(error instanceof NotShared);
        return { isSound, answer: () => reject(error), last: [] };
      }
    },
  };
}
