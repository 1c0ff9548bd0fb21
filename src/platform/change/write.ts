// The one door for changes: no other code opens a read-write transaction.
import { setTimeout as sleep } from "node:timers/promises";
import { type Problem, Refusal } from "../../values/problem.ts";
import { isRetryable, StoreUnavailable, type Tx, violatedConstraint } from "../store/db.ts";
import { type AuditNote, insertAuditEntries } from "./audit.ts";
import type { EntryShape, NoteOf } from "./audit-entry.ts";
import type { WriteContext } from "./context.ts";
import { claimRequest, lockOfRepeat, storeAnswer } from "./retries.ts";

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
}

/** The refusals for named constraints of the store that refuse what a rule has allowed. */
export type ConstraintRefusals = Readonly<Record<string, Problem | Refusal>>;

const attempts = 5;

/** Runs a change in a transaction together with its audit entries, its used signature and its
 * stored answer. A repeated request returns the stored value. A serialization failure or a deadlock
 * is tried again, at most five times in all; the change must therefore have no effect outside `tx`.
 * The operation is named by what its entries say; a note of another shape does not compile. */
export async function write<T extends Storable, E extends EntryShape>(
  ctx: WriteContext,
  { operation }: E,
  change: (tx: Tx) => Promise<Change<T, NoteOf<E>>>,
  refusals: ConstraintRefusals = {},
): Promise<T> {
  const endTurn = await ctx.takeTurn?.(ctx.repeat && lockOfRepeat(ctx, ctx.repeat));
  try {
    return await changeWithRetries(ctx, operation, change);
  } catch (error) {
    throw refusedByStore(error, refusals);
  } finally {
    endTurn?.();
  }
}

async function changeWithRetries<T extends Storable>(
  ctx: WriteContext,
  operation: string,
  change: (tx: Tx) => Promise<Change<T>>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const done = await ctx.db.transaction(
        (tx) => changeOnce(tx, ctx, operation, change),
        ctx.notePosition,
      );
      ctx.noteAuditEntries?.(done.entries);
      return done.value;
    } catch (error) {
      if (!isRetryable(error)) throw error;
      if (attempt === attempts) throw new StoreUnavailable(error);
      await sleep(2 ** attempt * 5);
    }
  }
}

async function changeOnce<T extends Storable>(
  tx: Tx,
  ctx: WriteContext,
  operation: string,
  change: (tx: Tx) => Promise<Change<T>>,
): Promise<{ value: T; entries: number }> {
  const stored = await claimRequest(tx, ctx);
  if (stored !== undefined) {
    ctx.replayed = true;
    return { value: stored.value as T, entries: 0 };
  }
  const { value, audit } = await change(tx);
  const batches = Symbol.asyncIterator in audit ? audit : [audit];
  let entries = 0;
  for await (const notes of batches) {
    await insertAuditEntries(tx, ctx, operation, notes);
    ctx.noteChange?.(notes);
    entries += notes.length;
  }
  storeAnswer(tx, ctx, value);
  return { value, entries };
}

function refusedByStore(error: unknown, refusals: ConstraintRefusals): unknown {
  const constraint = violatedConstraint(error);
  const known = constraint === undefined ? undefined : refusals[constraint];
  if (known === undefined) return error;
  return known instanceof Refusal ? known : new Refusal(400, [known]);
}
