// The one door for changes: no other code opens a read-write transaction.
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { type Problem, Refusal } from "../../values/problem.ts";
import {
  isRetryable,
  NotShared,
  type Sender,
  StoreUnavailable,
  sqlState,
  type Tx,
  violatedConstraint,
} from "../store/db.ts";
import {
  type AuditNote,
  chainEntries,
  foreseeHead,
  insertAuditEntries,
  isOvertaken,
} from "./audit.ts";
import { type AuditHead, beginningOf } from "./audit-chain.ts";
import type { EntryShape, NoteOf } from "./audit-entry.ts";
import type { Sharing, WriteContext } from "./context.ts";
import { claimAhead, claimRequest, lockOfRepeat, Repeated, storeAnswer } from "./retries.ts";

/** What an answer is made from; it is stored as JSON for a repeat of the request. */
export type Storable = null | boolean | string | readonly Storable[] | StorableObject;
interface StorableObject {
  readonly [name: string]: Storable;
}

/** The outcome of a change: what the answer needs and one note per subject changed. */
export interface Change<T, Note extends AuditNote = AuditNote> {
  readonly value: T;
  /** A load, which may touch a million subjects, yields its notes in batches. */
  readonly audit: readonly Note[] | AsyncIterable<readonly Note[]>;
  /** Sends what it stores last; none of it sees what anything else of it changes. */
  readonly store?: (sender: Sender) => void;
}

/** The refusals for named constraints of the store that refuse what a rule has allowed. */
export type ConstraintRefusals = Readonly<Record<string, Problem | Refusal>>;

/** What a change may say of how it is stored. */
export interface WriteOptions {
  readonly refusals?: ConstraintRefusals;
  /** How it may share a transaction with others; undefined where it may not. */
  readonly sharing?: Sharing | undefined;
}

const attempts = 5;

/** Runs a change in a transaction together with its audit entries, its used signature and its
 * stored answer. A repeated request returns the stored value. A serialization failure or a deadlock
 * is tried again, at most five times in all; the change must therefore have no effect outside `tx`.
 * The operation is named by what its entries say; a note of another shape does not compile. */
export async function write<T extends Storable, E extends EntryShape>(
  ctx: WriteContext,
  { operation }: E,
  change: (tx: Tx) => Promise<Change<T, NoteOf<E>>>,
  { refusals = {}, sharing }: WriteOptions = {},
): Promise<T> {
  const named = { operation, change };
  try {
    const made = sharing === undefined ? inTurn(ctx, named) : besideOthers(ctx, named, sharing);
    const { value, entries } = await made;
    ctx.noteAuditEntries?.(entries);
    return value;
  } catch (error) {
    throw refusedByStore(error, refusals);
  }
}

/** Makes a change together with others, and by itself if that fails. */
async function besideOthers<T extends Storable>(
  ctx: WriteContext,
  named: Named<T>,
  sharing: Sharing,
): Promise<Done<T>> {
  const { shared } = ctx.db;
  const { firm: by = "" } = ctx.actor;
  const { takeTurn } = ctx;
  // A condition is judged in a round trip of its own, for which others would wait.
  if (ctx.condition !== undefined) return inTurn(ctx, named);
  if (takeTurn === undefined || !shared?.isOpenTo(by)) return inTurn(ctx, named);
  const endTurn = await takeTurn(keyOf(ctx), sharing);
  let isSuspect = false;
  try {
    const work = (tx: Tx) => changeAhead(tx, ctx, named);
    return await shared.transaction({ by, ...sharing, work, notePosition: ctx.notePosition });
  } catch (error) {
    if (!(error instanceof NotShared)) throw error;
    isSuspect = error.isSuspect;
  } finally {
    endTurn();
  }
  try {
    return await inTurn(ctx, named);
  } catch (error) {
    if (isSuspect && isOfChange(error)) shared.leaveOut(by);
    throw error;
  }
}

/** Whether what was thrown is the change's own: refused by a rule or by the store, and not by the line. */
function isOfChange(error: unknown): boolean {
  return error instanceof Refusal ? error.status === 400 : sqlState(error) !== undefined;
}

async function inTurn<T extends Storable>(ctx: WriteContext, named: Named<T>): Promise<Done<T>> {
  const endTurn = await ctx.takeTurn?.(keyOf(ctx));
  try {
    return await changeWithRetries(ctx, named);
  } finally {
    endTurn?.();
  }
}

/** What a change and its repeats take their turns by; undefined where it is not to be repeated. */
export function keyOf(ctx: WriteContext): string | undefined {
  return ctx.repeat && lockOfRepeat(ctx, ctx.repeat);
}

async function changeWithRetries<T extends Storable>(
  ctx: WriteContext,
  named: Named<T>,
): Promise<Done<T>> {
  // What comes by request is mostly new, and its chain goes on with nobody else: that is found out
  // without waiting. A part of another change, which takes no turn, would fail with the whole.
  let sendsAhead = ctx.takeTurn !== undefined;
  let lost = 0;
  for (;;) {
    const changeOnce = sendsAhead ? changeAhead : changeInOrder;
    try {
      return await ctx.db.transaction((tx) => changeOnce(tx, ctx, named), ctx.notePosition);
    } catch (error) {
      if (sendsAhead && (error instanceof Repeated || isOvertaken(error))) {
        sendsAhead = false;
        continue;
      }
      if (!isRetryable(error)) throw error;
      lost += 1;
      if (lost === attempts) throw new StoreUnavailable(error);
      await sleep(2 ** lost * 5);
    }
  }
}

interface Named<T extends Storable> {
  readonly operation: string;
  readonly change: (tx: Tx) => Promise<Change<T>>;
}

interface Done<T> {
  readonly value: T;
  readonly entries: number;
}

/** Claims the request, changes, and locks the chains, one after the other. */
async function changeInOrder<T extends Storable>(
  tx: Tx,
  ctx: WriteContext,
  { operation, change }: Named<T>,
): Promise<Done<T>> {
  const stored = await claimRequest(tx, ctx);
  if (stored !== undefined) {
    ctx.replayed = true;
    return { value: stored.value as T, entries: 0 };
  }
  return record(tx, ctx, { operation, ...(await change(tx)) });
}

/** The same in two round trips: the claim, the first statements of the change and the head of its
 * chain are sent together, and so is all that is stored. */
async function changeAhead<T extends Storable>(
  tx: Tx,
  ctx: WriteContext,
  { operation, change }: Named<T>,
): Promise<Done<T>> {
  if (tx.mayCopy) return changeInOrder(tx, ctx, { operation, change });
  const claimed = claimAhead(tx, ctx);
  let head: Promise<AuditHead> | undefined;
  // Behind the lock of the account nobody else goes on with its chain; where the change locks nothing
  // of it, the head is locked in its turn.
  const foresee = (subject: string) => {
    if (subject !== ctx.subject) return;
    head ??= foreseeHead(tx, subject);
    head.catch(() => {}); // nobody asks for it where the change is refused
  };
  const made = change(behind(tx, claimed, foresee));
  made.catch(() => {}); // the claim is the first to refuse
  await claimed;
  const changed = await made;
  return record(tx, ctx, { operation, ...changed }, beginningBy(changed) ?? (await head));
}

function beginningBy({ audit }: Change<Storable>): AuditHead | undefined {
  const [first] = Symbol.asyncIterator in audit ? [] : audit;
  return first?.begins ? beginningOf(first.subject) : undefined;
}

/** The same transaction, whose answers wait for the claim; `onLocked` is called behind each lock of a
 * subject. */
function behind(tx: Tx, claimed: Promise<void>, onLocked: (subject: string) => void): Tx {
  const after = async <T>(asked: Promise<T>): Promise<T> => {
    const answer = await asked;
    await claimed;
    return answer;
  };
  return {
    ...tx,
    rows: (statement) => after(tx.rows(statement)),
    first: (statement) => after(tx.first(statement)),
    execute: (statement) => after(tx.execute(statement)),
    lock: (subject, statement) => {
      tx.lock(subject, statement);
      onLocked(subject);
    },
  };
}

/** Stores what a change says of its subjects, the answer of a repeat, and what the change left for
 * the end. */
async function record<T extends Storable>(
  tx: Tx,
  ctx: WriteContext,
  { operation, value, audit, store }: Change<T> & { readonly operation: string },
  head?: AuditHead,
): Promise<Done<T>> {
  assert(ctx.condition?.isJudged() ?? true, `${operation} judges the request's condition`);
  const batches = Symbol.asyncIterator in audit ? audit : [audit];
  let entries = 0;
  let isStored = false;
  const storeOnce = (sender: Sender) => {
    if (isStored) return;
    isStored = true;
    store?.(sender);
    storeAnswer(sender, ctx, value);
  };
  for await (const notes of batches) {
    const chained = await chainEntries(tx, ctx, { operation, notes }, head);
    // The head comes first: a change may have locked it for which this one would wait otherwise.
    tx.sendLast((sender) => {
      insertAuditEntries(sender, ctx, chained);
      storeOnce(sender);
    });
    ctx.noteChange?.(notes);
    entries += notes.length;
  }
  tx.sendLast(storeOnce);
  return { value, entries };
}

function refusedByStore(error: unknown, refusals: ConstraintRefusals): unknown {
  const constraint = violatedConstraint(error);
  const known = constraint === undefined ? undefined : refusals[constraint];
  if (known === undefined) return error;
  return known instanceof Refusal ? known : new Refusal(400, [known]);
}
