// Classifies failures of the store: unavailable for now (503), worth another attempt, or a
// constraint that a rule names (interface 7).
import pg from "pg";
import {
  constraintWithoutShard,
  saysNodeIsLost,
  saysNodeRefused,
} from "./distributed/differences.ts";

/** The store cannot serve now: unreachable, full, restarting, or past a lock or statement
 * timeout. */
export class StoreUnavailable extends Error {
  constructor(cause: unknown) {
    super(`the store is unavailable: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
    this.name = "StoreUnavailable";
  }
}

/** Whether the store was unavailable or too slow, so that the same request may succeed later. */
export function isUnavailable(error: unknown): error is StoreUnavailable {
  return error instanceof StoreUnavailable;
}

/** The rows by which a change chose its locks have changed before it held them: it lost against
 * another change, as in a serialization failure. */
export class SerializationFailure extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "SerializationFailure";
  }
}

/** Whether the transaction lost against another one and may simply run again. */
export function isRetryable(error: unknown): boolean {
  if (error instanceof SerializationFailure) return true;
  const code = sqlState(error);
  return code === "40001" || code === "40P01";
}

/** The name of the constraint that the error says was violated, if it says so. */
export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined;
  const isRefused = error.code?.startsWith("23") || saysNodeRefused(error.code, error.message);
  if (!isRefused) return undefined;
  // A rejection by another node may come with its message alone.
  const name = error.constraint ?? /constraint "([^"]+)"/.exec(error.message)?.[1];
  return name && constraintWithoutShard(name);
}

/** The SQLSTATE of an error that PostgreSQL reported; undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** A failure of the store in figures and words that quote nothing of a caller's. */
export interface StoreFailure {
  /** As PostgreSQL reported it; `none` if it did not respond, or the connection was lost. */
  readonly sqlstate: string;
  readonly reason: string;
}

/** Why the store could not serve; undefined for any other error. */
export function storeFailure(error: unknown): StoreFailure | undefined {
  if (!isUnavailable(error)) return undefined;
  const { cause } = error;
  return {
    sqlstate: sqlState(cause) ?? "none",
    reason: cause instanceof Error ? cause.message : String(cause),
  };
}

/** Counts failures of the store by SQLSTATE. */
export interface StoreFailures {
  note(error: unknown): void;
  counts(): ReadonlyMap<string, number>;
}

/** Begins to count; a broken constraint is a refusal and no failure. */
export function countStoreFailures(): StoreFailures {
  const counts = new Map<string, number>();
  return {
    note(error) {
      const state = storeFailure(storeError(error))?.sqlstate ?? sqlState(error);
      if (state === undefined || state.startsWith("23")) return;
      counts.set(state, (counts.get(state) ?? 0) + 1);
    },
    counts: () => counts,
  };
}

/** The error as callers of the store see it: StoreUnavailable if it is one, otherwise unchanged. */
export function storeError(error: unknown): unknown {
  if (error instanceof StoreUnavailable) return error;
  return meansUnavailable(error) ? new StoreUnavailable(error) : error;
}

/** The same error with the place that awaited it, instead of the driver's. */
export function placed(error: unknown): unknown {
  if (error instanceof Error) Error.captureStackTrace(error);
  return error;
}

/** Whether the connection that raised the error is gone, or can no longer be trusted. */
export function breaksConnection(error: unknown): boolean {
  const code = sqlState(error);
  if (code === undefined) return true;
  if (code.startsWith("08") || code.startsWith("57P")) return true;
  // A server that takes no changes may have been replaced behind its address.
  if (code === "25006") return true;
  // A prepared statement that the server no longer knows, or whose table changed its shape.
  return code === "26000" || (code === "0A000" && /cached plan/.test(String(error)));
}

// A primary that takes no writes; a lock or statement that took too long; a disk that cannot be
// read or written. All of class 53 (disk full, out of memory, too many connections), 08 and 57P are
// decided by their class.
const unavailableStates = new Set(["25006", "55P03", "57014", "58030"]);
const unavailableClasses = /^(08|53|57P)/;

const unavailableSystemCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "EACCES",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);

// The driver reports these only by message.
const unavailableMessages =
  /^(Connection terminated|timeout exceeded|timeout expired|Query read timeout|Client (has|was) |Cannot use a pool after)/;

function meansUnavailable(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== undefined) {
    if (state === "08P01") return false; // a protocol error of our own
    if (saysNodeIsLost(state, (error as Error).message)) return true;
    return unavailableStates.has(state) || unavailableClasses.test(state);
  }
  if (!(error instanceof Error)) return false;
  if ("code" in error && unavailableSystemCodes.has(String(error.code))) return true;
  return unavailableMessages.test(error.message);
}
