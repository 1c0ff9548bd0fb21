// The one door for changes: no other code opens a read-write transaction.
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { type Problem, Refusal } from "../../values/problem.ts";
import { isRetryable, StoreUnavailable, type Tx, violatedConstraint } from "../store/db.ts";
import { type AuditNote, appendEntries } from "./audit.ts";
import type { EntryShape, NoteOf } from "./audit-entry.ts";
import type { WriteContext } from "./context.ts";
import { requestKey, reserveRequest, storeResponse } from "./idempotency.ts";

/** The value from which a response is made; it is stored as JSON for a repeat of the request. */
export type Storable = null | boolean | string | readonly Storable[] | StorableObject;
interface StorableObject {
  readonly [name: string]: Storable;
}

/** The outcome of a change: what the response needs and one note per subject changed. */
export interface Change<T, Note extends AuditNote = AuditNote> {
  readonly value: T;
  /** A load, which may touch a million subjects, yields its notes in batches. */
  readonly audit: readonly Note[] | AsyncIterable<readonly Note[]>;
  /** Entries under the name of another operation, which the change has made as well. */
  readonly included?: IncludedEntries | undefined;
}

/** Entries of an operation that ran inside another one's change. */
export interface IncludedEntries {
  readonly operation: string;
  readonly notes: readonly AuditNote[];
}

/** Entries of the operation that their notes have the shape of. */
export function includedEntries<E extends EntryShape>(
  { operation }: E,
  notes: readonly NoteOf<E>[],
): IncludedEntries {
  return { operation, notes };
}

/** Refusals by the constraint of the store that was violated although the rules had allowed the
 * change. */
export type ConstraintRefusals = Readonly<Record<string, Problem | Refusal>>;

/** Options of a change. */
export interface WriteOptions {
  readonly refusals?: ConstraintRefusals;
}

const attempts = 5;

/** Runs a change in a transaction together with its audit entries, its events, its used signature and
 * its stored response. A repeated request returns the stored value. A serialization failure or a
 * deadlock is tried again, at most five times in all; the change must therefore have no effect outside
 * `tx`. The name of the operation is that of its entries' shape; a note of another shape does not compile. */
export async function write<T extends Storable, E extends EntryShape>(
  ctx: WriteContext,
  { operation }: E,
  change: (tx: Tx) => Promise<Change<T, NoteOf<E>>>,
  { refusals = {} }: WriteOptions = {},
): Promise<T> {
  const leaveQueue = await ctx.enterQueue?.(requestKey(ctx));
  try {
    const { value, entries } = await withRetries(() =>
      ctx.db.transaction((tx) => changeOnce(tx, ctx, operation, change)),
    );
    ctx.noteAuditEntries?.(entries);
    return value;
  } catch (error) {
    throw refusedByStore(error, refusals);
  } finally {
    leaveQueue?.();
  }
}

/** The work of the transaction between its begin and its commit. */
async function changeOnce<T extends Storable>(
  tx: Tx,
  ctx: WriteContext,
  operation: string,
  change: (tx: Tx) => Promise<Change<T>>,
): Promise<{ readonly value: T; readonly entries: number }> {
  const stored = await reserveRequest(tx, ctx);
  if (stored !== undefined) {
    ctx.replayed = true;
    return { value: stored.value as T, entries: 0 };
  }

  const { value, audit, included } = await change(tx);

  assert(ctx.condition?.isJudged() ?? true, `${operation} judges the request's condition`);

  let entries = 0;
  const append = async (by: string, notes: readonly AuditNote[]) => {
    await appendEntries(tx, ctx, by, notes);
    ctx.noteChange?.(notes);
    entries += notes.length;
  };
  for await (const notes of Symbol.asyncIterator in audit ? audit : [audit]) {
    await append(operation, notes);
  }
  if (included !== undefined) await append(included.operation, included.notes);
  if (ctx.repeat !== undefined) storeResponse(tx, ctx, ctx.repeat, value);
  return { value, entries };
}

async function withRetries<T>(attempt: () => Promise<T>): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!isRetryable(error)) throw error;
      if (failures === attempts) throw new StoreUnavailable(error);
      await sleep(2 ** failures * 5);
    }
  }
}

function refusedByStore(error: unknown, refusals: ConstraintRefusals): unknown {
  const constraint = violatedConstraint(error);
  const known = constraint === undefined ? undefined : refusals[constraint];
  if (known === undefined) return error;
  return known instanceof Refusal ? known : new Refusal(400, [known]);
}
