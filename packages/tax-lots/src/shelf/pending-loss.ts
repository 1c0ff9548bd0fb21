// Losses that still wait for replacement shares, in the order of disposal.
import type { Whole } from "../../../values/src/whole.ts";
import type { ClosedRow } from "./row.ts";

/** The shares of a row that no purchase has replaced yet. */
export interface PendingLoss {
  readonly row: ClosedRow;
  readonly day: number;
  /** Shares after the splits since the sale are shares sold × new / old, exactly. */
  ratioNew: Whole;
  ratioOld: Whole;
}

/** A queue: what is before `start` is done. */
export interface Pending {
  losses: PendingLoss[];
  start: number;
}

/** A queue without a loss. */
export function emptyPending(): Pending {
  return { losses: [], start: 0 };
}

/** Lets a loss wait behind the others. */
export function awaitPurchase({ losses }: Pending, loss: PendingLoss): void {
  loss.row.waits = true;
  losses.push(loss);
}

/** The first loss whose window is still open; older ones are dropped. */
export function firstPending(pending: Pending, windowFrom: number): PendingLoss | undefined {
  dropOldLosses(pending, windowFrom);
  return pending.losses[pending.start];
}

/** Drops the losses of sales before the window. */
export function dropOldLosses(pending: Pending, windowFrom: number): void {
  let loss = pending.losses[pending.start];
  while (loss !== undefined && loss.day < windowFrom) {
    dropFirst(pending);
    loss = pending.losses[pending.start];
  }
}

/** Drops the first loss. */
export function dropFirst(pending: Pending): void {
  (pending.losses[pending.start] as PendingLoss).row.waits = false;
  pending.start += 1;
  if (pending.start > 32 && pending.start * 2 > pending.losses.length) {
    pending.losses.splice(0, pending.start);
    pending.start = 0;
  }
}
