// Changes that share a transaction. Those that are asked for while others are under way are made
// together: with one beginning, one commit, and statements that travel together. None of them is
// stored without the others, so that where one cannot be, each is made in a transaction of its own.
import type pg from "pg";
import { type Statement, sql } from "./sql.ts";
import { breaksConnection, StoreUnavailable, sqlState } from "./store-error.ts";
import { inTransaction, type NotePosition, type Tx } from "./transaction.ts";
import type { WaitingLine } from "./waiting-line.ts";

/** Thrown where nothing of a change was stored: it is to be made in a transaction of its own. */
export class NotShared extends Error {}

/** A change that can be made beside others: it locks no row but its subject's for itself, and what it
 * reads of others does not matter more than it would in a transaction of its own. */
export interface SharedChange<T> {
  /** The audit subject that it locks, if it locks any; no two of a transaction lock the same. */
  readonly locks: string | undefined;
  readonly work: (tx: Tx) => Promise<T>;
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
  /** Makes nothing of somebody's beside others for a while, whose changes would be in their way. */
  leaveOut(who: string, now: Date): void;
  isOpenTo(who: string, now: Date): boolean;
  /** How many changes were made beside others, and how many had to be made alone after all. */
  counts(): { readonly together: number; readonly apart: number };
}

/** What is shared at most. */
export interface SharingLimits {
  /** Transactions at once. */
  readonly atOnce: number;
  /** Changes in each. */
  readonly changes: number;
}

interface Waiting {
  readonly locks: string | undefined;
  readonly run: (tx: Tx) => Promise<Outcome>;
  readonly notePosition: NotePosition | undefined;
  readonly settle: (outcome: Outcome | { readonly thrown: unknown }) => void;
}

interface Outcome {
  /** What is answered once the transaction is over. */
  readonly answer: () => void;
  /** Whether the transaction may be committed. */
  readonly isSound: boolean;
}

/** Opens what is shared on the connections of a store on one server: on several nodes, the changes of a
 * transaction would be committed in two phases. */
export function shareTransactions(
  pool: pg.Pool,
  limits: SharingLimits,
  line: WaitingLine,
): SharedTransactions {
  const waiting = new Set<Waiting>();
  /** What the transactions that are under way lock. */
  const locked = new Set<string>();
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

  /** Takes those that came first, and of those that lock the same, one. */
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
    return taken;
  }

  async function runTogether(changes: readonly Waiting[]): Promise<void> {
    running += 1;
    beginSoon();
    const settle = await made(pool, changes);
    running -= 1;
    for (const { locks } of changes) if (locks !== undefined) locked.delete(locks);
    changes.forEach(settle);
    beginSoon();
  }

  return {
    line,
    transaction: <T>({ locks, work, notePosition }: SharedChange<T>) =>
      new Promise<T>((resolve, reject) => {
        waiting.add({
          locks,
          notePosition,
          run: (tx) => outcomeOf(tx, { locks, work }, { resolve, reject }),
          settle: (outcome) => {
            counted["thrown" in outcome ? "apart" : "together"] += 1;
            if ("thrown" in outcome) reject(outcome.thrown);
            else outcome.answer();
          },
        });
        beginSoon();
      }),
    ...leaveOutForAWhile(),
    counts: () => counted,
  };
}

const leftOutMs = 1_000;

function leaveOutForAWhile(): Pick<SharedTransactions, "leaveOut" | "isOpenTo"> {
  /** Until when, in milliseconds. */
  const leftOut = new Map<string, number>();
  return {
    leaveOut: (who, now) => {
      leftOut.set(who, +now + leftOutMs);
    },
    isOpenTo(who, now) {
      const isOpen = !(+now < (leftOut.get(who) ?? 0));
      if (isOpen) leftOut.delete(who);
      return isOpen;
    },
  };
}

/** Makes changes in one transaction; returns what settles each of them. */
async function made(
  pool: pg.Pool,
  changes: readonly Waiting[],
): Promise<(change: Waiting, index: number) => void> {
  const notes = changes.flatMap(({ notePosition: note }) => note ?? []);
  const notePosition: NotePosition | undefined =
    notes.length === 0 ? undefined : (position) => notes.forEach((note) => void note(position));
  try {
    const outcomes = await inTransaction(
      { pool, isSpread: false },
      async (tx) => {
        tx.send(waitBriefly);
        const all = await Promise.all(changes.map(({ run }) => run(tx)));
        if (all.every(({ isSound }) => isSound)) return all;
        throw new NotShared();
      },
      notePosition,
    );
    return (change, index) => change.settle(outcomes[index] as Outcome);
  } catch (error) {
    const thrown = isRolledBack(error) ? new NotShared() : error;
    return (change) => change.settle({ thrown });
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

interface Settled<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

async function outcomeOf<T>(
  tx: Tx,
  { locks, work }: SharedChange<T>,
  { resolve, reject }: Settled<T>,
): Promise<Outcome> {
  const watched = watch(tx, locks);
  try {
    const value = await work(watched.tx);
    return { isSound: true, answer: () => resolve(value) };
  } catch (error) {
    // What it has only read is not to be undone: where a statement has failed, nobody can commit.
    const isSound = !watched.hasChanged() && !(error instanceof NotShared);
    return { isSound, answer: () => reject(error) };
  }
}

/** The transaction as one of its changes sees it, which may lock nothing but its own subject: within a
 * transaction no lock keeps changes apart. */
function watch(tx: Tx, locks: string | undefined): { tx: Tx; hasChanged: () => boolean } {
  let hasChanged = false;
  const seen = <Row>(statement: Statement<Row>): Statement<Row> => {
    const kind = kindOf(statement);
    if (kind === "locks") throw new NotShared();
    if (kind === "changes") hasChanged = true;
    return statement;
  };
  return {
    hasChanged: () => hasChanged,
    tx: {
      ...tx,
      rows: (statement) => tx.rows(seen(statement)),
      first: (statement) => tx.first(seen(statement)),
      execute: (statement) => tx.execute(seen(statement)),
      send: (statement) => tx.send(seen(statement)),
      lock: (subject, statement) => {
        if (subject !== locks) throw new NotShared();
        tx.lock(subject, statement);
      },
    },
  };
}

type Kind = "reads" | "changes" | "locks";

// As many as there are statements in the code.
const kinds = new Map<string, Kind>();

function kindOf({ name, text }: Statement<unknown>): Kind {
  const known = kinds.get(name);
  if (known !== undefined) return known;
  // Rows that are locked in order to stay as they are may be locked by several changes.
  const locks = /\bfor (no key )?update\b|\bpg_advisory_/i.test(text);
  const reads =
    /^\s*(select|with)\b/i.test(text) && !/\b(insert|update|delete|merge)\b/i.test(text);
  const kind = locks ? "locks" : reads ? "reads" : "changes";
  kinds.set(name, kind);
  return kind;
}
