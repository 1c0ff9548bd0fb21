// Leader election among all processes on a store, for jobs that must run once. The leader holds an
// advisory lock on a connection of its own and sends heartbeats. PostgreSQL ends a silent session,
// so that a process that has died, frozen or lost its network is succeeded within ten seconds. Each
// term has a number, which the leader's transactions check: a leader that wakes after its term
// changes nothing. (docs/adr/0040-several-serves.md)
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type pg from "pg";
import type { ConnectionSettings } from "./connection.ts";
import type { Database } from "./db.ts";
import { openConnection } from "./session.ts";
import { sql } from "./sql.ts";
import { leaderLock } from "./store-lock.ts";
import type { Tx } from "./transaction.ts";

/** The time for which one process leads. */
export interface Term {
  /** Runs `work` and commits it unless the term is over; then it throws TermOver and nothing was
   * stored. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Throws TermOver unless the term lasts, for work that the store does not see. */
  confirm(): Promise<void>;
}

/** The term is over: another process leads, or may at any moment. */
export class TermOver extends Error {
  constructor() {
    super("the term is over: another process leads");
    this.name = "TermOver";
  }
}

/** A process that leads whenever no other does. */
export interface Candidacy {
  isLeading(): boolean;
  /** Ends the term, if there is one, and leaves the lead to others at once. */
  stop(): Promise<void>;
}

/** Starts the leader's jobs; called at the start of each term, and its result at the end. */
export type Lead = (term: Term) => () => Promise<void>;

/** How often a leader shows that it lives and others ask for the lead, and after what silence
 * PostgreSQL ends a leader's session, in milliseconds. The sum is how long nobody may lead. */
export interface Pace {
  readonly everyMs: number;
  readonly silentMs: number;
}

/** The pace of the service. */
export const usualPace: Pace = { everyMs: 2_000, silentMs: 6_000 };

/** The store that is led. */
export interface LedStore {
  readonly settings: ConnectionSettings;
  readonly db: Pick<Database, "roles" | "first" | "transaction">;
}

/** Campaigns for leadership from now on, and runs `lead` for as long as this process is the leader. */
export function standForLeader(
  store: LedStore,
  lead: Lead,
  log: Pick<FastifyBaseLogger, "info" | "warn">,
  pace: Pace = usualPace,
): Candidacy {
  const stopping = new AbortController();
  const { signal } = stopping;
  let isLeading = false;
  let hasLed = false;
  const begin: Lead = (term) => {
    const end = lead(term);
    [isLeading, hasLed] = [true, true];
    return async () => {
      isLeading = false;
      await end();
    };
  };
  const stand = async () => {
    let failures = 0;
    while (!signal.aborted) {
      try {
        await serveTerm(store, begin, { signal, pace, log });
        failures = 0;
      } catch (error) {
        // Once is enough: without a store everything else fails as well. At a first start the store
        // may not be ready when it is first asked.
        if (hasLed) log.warn({ err: error }, "the lead was lost");
        else if (failures === 1) log.warn({ err: error }, "the lead cannot be asked for");
        failures = hasLed ? 2 : failures + 1;
        hasLed = false;
      }
      await pause(pace, signal);
    }
  };
  const standing = stand();
  return {
    isLeading: () => isLeading,
    stop() {
      stopping.abort();
      return standing;
    },
  };
}

interface Surroundings {
  readonly signal: AbortSignal;
  readonly pace: Pace;
  readonly log: Pick<FastifyBaseLogger, "info">;
}

/** Waits for the lead and keeps it until its connection ends or the process stops. */
async function serveTerm({ settings, db }: LedStore, lead: Lead, around: Surroundings) {
  const { signal, pace, log } = around;
  const client = await openConnection(settings, {
    role: db.roles.writer,
    idle_session_timeout: String(pace.silentMs),
    statement_timeout: String(pace.silentMs),
  });
  try {
    while (!signal.aborted && !(await isElected(client, pace))) await pause(pace, signal);
    if (signal.aborted) return;
    const number = await beginTerm(client, pace);
    log.info({ term: number }, "this process leads");
    const end = lead(makeTerm(db, number, pace));
    try {
      for (; !signal.aborted; await pause(pace, signal)) await ask(client, "select 1", pace);
    } finally {
      await end();
    }
  } finally {
    await client.end().catch(() => {}); // and with it the lock
  }
}

function pause({ everyMs }: Pace, signal: AbortSignal): Promise<void> {
  return delay(everyMs, undefined, { signal }).catch(() => {});
}

async function isElected(client: pg.Client, pace: Pace): Promise<boolean> {
  const [row] = await ask<{ has: boolean }>(
    client,
    `select pg_try_advisory_lock(${leaderLock}) as has`,
    pace,
  );
  return row?.has === true;
}

/** Begins a term, by which every earlier one ends, and returns its number. */
async function beginTerm(client: pg.Client, pace: Pace): Promise<string> {
  const [row] = await ask<{ number: string }>(
    client,
    `insert into store_property (name, value) values ('leader_epoch', '1')
     on conflict (name) do update set value = (store_property.value::bigint + 1)::text
     returning value as number`,
    pace,
  );
  if (row === undefined) throw new Error("a term without a number");
  return row.number;
}

/** Asks no longer than the server would keep the session: a server may be gone without a word. */
async function ask<Row extends object>(
  client: pg.Client,
  text: string,
  { silentMs }: Pace,
): Promise<Row[]> {
  const query: pg.QueryConfig & { query_timeout: number } = { text, query_timeout: silentMs };
  return (await client.query<Row>(query)).rows;
}

function makeTerm(db: LedStore["db"], number: string, { silentMs }: Pace): Term {
  const selectNumber = () =>
    db.first(sql<{ value: string }>`
    select value from store_property where name = 'leader_epoch'`);
  return {
    transaction: (work) =>
      db.transaction(async (tx) => {
        await beginWithin(tx, number, silentMs);
        const value = await work(tx);
        await holdTerm(tx, number);
        return value;
      }),
    async confirm() {
      if ((await selectNumber())?.value !== number) throw new TermOver();
    },
  };
}

/** Checks the term before the work, and lets no transaction of a frozen leader hold up the next. */
async function beginWithin(tx: Tx, number: string, silentMs: number): Promise<void> {
  const row = await tx.first(sql<{ value: string }>`
    select value, set_config('idle_in_transaction_session_timeout', ${String(silentMs)}, true)
    from store_property where name = 'leader_epoch'`);
  if (row?.value !== number) throw new TermOver();
}

/** Checks the term after the work; nobody can end it between this and the commit. */
async function holdTerm(tx: Tx, number: string): Promise<void> {
  const row = await tx.first(sql<{ value: string }>`
    select value from store_property where name = 'leader_epoch' for share`);
  if (row?.value !== number) throw new TermOver();
}
