// Gives events their positions, in one process at a time: the leader. An event gets one only after
// its change was committed, so a reader at a position has missed nothing before it. The events of a
// subject get theirs in the order of its changes. (docs/adr/0020-events.md)
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type { Database } from "../store/db.ts";
import { type MayBeDistributed, pausesOfPublisher } from "../store/distributed/differences.ts";
import type { Term } from "../store/leader.ts";
import {
  advancePosition,
  deleteExpiredPositions,
  deletePending,
  hasPending,
  insertPositions,
  selectPending,
  updateMissingEpoch,
} from "./queries.ts";

/** After how many looks without an event it takes its time. */
const quietLooks = 50;

/** How often old events leave the feed, in milliseconds: every ten minutes. */
const expiryMs = 10 * 60 * 1_000;

const dayMs = 24 * 60 * 60 * 1_000;

/** How many events get positions in one transaction. */
const atOnce = 5_000;

/**
 * How far positions jump when a term begins. What an earlier leader gave may be lost with its server,
 * where a fail-over loses what was not replicated; a position that a reader has seen must not be given
 * to another event.
 */
const positionsOfTerm = 1_000_000;

type Publishing = Pick<Term, "transaction">;

/** Begins the positions of a term. */
export async function beginPositions(term: Publishing): Promise<void> {
  await term.transaction(async (tx) => {
    updateMissingEpoch(tx);
    await advancePosition(tx, positionsOfTerm);
  });
}

/** Gives the next pending events their positions, from a subject on; returns how many, and from where
 * to go on, so that a subject with very many does not hold up the others. */
export async function publishPending(
  term: Publishing,
  now: Date,
  from = "",
  most = atOnce,
): Promise<{ readonly count: number; readonly next: string }> {
  return term.transaction(async (tx) => {
    const events = await selectPending(tx, from, most);
    if (events.length === 0) return { count: 0, next: "" };
    const last = await advancePosition(tx, events.length);
    insertPositions(tx, events, { last: last - BigInt(events.length), now });
    deletePending(tx, events);
    const isFull = events.length === most;
    return { count: events.length, next: isFull ? (events.at(-1)?.subject ?? "") : "" };
  });
}

/** The store to publish, and the number of days that its events stay in the feed. */
export interface Published {
  readonly db: Pick<Database, "first"> & MayBeDistributed;
  readonly clock: () => Date;
  readonly days: number;
}

/** Lets events leave the feed that are older than the given days; returns how many have left it. */
export async function expireEvents(term: Publishing, now: Date, days: number): Promise<number> {
  const before = new Date(+now - days * dayMs);
  let all = 0;
  for (;;) {
    const expired = await term.transaction((tx) => deleteExpiredPositions(tx, before));
    all += expired;
    if (expired === 0) return all;
  }
}

/** Publishes from now on, until the returned function is called. */
export function runPublisher(
  { db, clock, days }: Published,
  term: Publishing,
  log: Pick<FastifyBaseLogger, "warn">,
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const { busyMs, idleMs } = pausesOfPublisher(db);
  const publish = async () => {
    let hasBegun = false;
    let isKnownToFail = false;
    let looks = 0;
    let from = "";
    let expiredAt = 0;
    while (!signal.aborted) {
      try {
        if (!hasBegun) await beginPositions(term);
        hasBegun = true;
        looks += 1;
        if (from !== "" || (await hasPending(db))) {
          const { count, next } = await publishPending(term, clock(), from);
          if (count > 0) looks = 0;
          from = next;
        }
        if (+clock() - expiredAt >= expiryMs) {
          await expireEvents(term, clock(), days);
          expiredAt = +clock();
        }
        isKnownToFail = false;
      } catch (error) {
        if (!isKnownToFail) log.warn({ err: error }, "events cannot be published; it is retried");
        isKnownToFail = true;
      }
      const pauseMs = from !== "" && !isKnownToFail ? 0 : looks < quietLooks ? busyMs : idleMs;
      await delay(pauseMs, undefined, { signal }).catch(() => {});
    }
  };
  const publishing = publish();
  return async () => {
    stopping.abort();
    await publishing;
  };
}
