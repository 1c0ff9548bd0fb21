// The bookings and cancellations that bring the booked rows of a line to what they shall be: those that differ, and
// no others. Pure. (docs/corporate-events.md)
import { isDeepStrictEqual } from "node:util";
import type { Id } from "@bursar/values/ids";
import type { NewTransaction } from "../../books/account-books/changes.ts";
import type { EventRow } from "../entitlements/reads.ts";

/** The booked rows of a line with their ids, and those of them that are in force. */
export interface BookedRows {
  readonly rows: readonly EventRow[];
  readonly ids: readonly Id[];
  readonly inForce: ReadonlySet<string>;
}

/** The rows that are to be booked, and the ids of the rows of the line afterwards, by place. */
export interface RowsToBook {
  readonly rows: readonly NewTransaction[];
  readonly ids: readonly Id[];
}

/**
 * Rows that replace those of the same place that differ, cancel those in whose place there is none, and are new where
 * there was none in force. `newId` gives the id of a place; a cancellation has one of its own.
 */
export function rowsToBook(
  booked: BookedRows,
  wanted: readonly EventRow[],
  { eventId, newId }: { readonly eventId: Id; readonly newId: (place: string) => Id },
): RowsToBook {
  const rows: NewTransaction[] = [];
  const ids: Id[] = [];
  const places = Math.max(booked.ids.length, wanted.length);
  for (let at = 0; at < places; at += 1) {
    const own = booked.ids[at];
    const id = own !== undefined && booked.inForce.has(own) ? own : undefined;
    const row = wanted[at];
    if (row === undefined) {
      if (id !== undefined) rows.push(cancellation(id, newId(`${at + 1}/cancel`)));
    } else if (id !== undefined && isDeepStrictEqual(booked.rows[at], row)) {
      ids.push(id);
    } else {
      const transactionId = newId(String(at + 1));
      rows.push({ ...row, eventId, transactionId, ...(id !== undefined && { replaces: id }) });
      ids.push(transactionId);
    }
  }
  return { rows, ids };
}

/** Takes back every row in force. In the place of one that has replaced a row from elsewhere, that is booked again. */
export function rowsToCancel(
  { ids, inForce }: BookedRows,
  replaced: ReadonlyMap<string, NewTransaction>,
  newId: (place: string) => Id,
): readonly NewTransaction[] {
  return ids
    .filter((id) => inForce.has(id))
    .map((id, at) => {
      const transactionId = newId(`${at + 1}/cancel`);
      const row = replaced.get(id);
      return row === undefined
        ? cancellation(id, transactionId)
        : { ...row, transactionId, replaces: id };
    })
    .toReversed();
}

/** The row from elsewhere in whose place an event has booked each of its own, over all of its versions. */
export function replacedFromElsewhere(
  booked: readonly { readonly transactionId: Id; readonly takesBack: Id | null }[],
): ReadonlyMap<string, Id> {
  const takesBack = new Map(booked.map((row) => [row.transactionId, row.takesBack]));
  const replaced = new Map<string, Id>();
  for (const { transactionId } of booked) {
    let before: Id | null | undefined = transactionId;
    while (before && takesBack.has(before)) before = takesBack.get(before);
    if (before) replaced.set(transactionId, before);
  }
  return replaced;
}

function cancellation(cancels: Id, transactionId: Id): NewTransaction {
  return { transactionType: "CXL", cancels, transactionId };
}

/** Why the books refuse a line: the row and column that they name, if they name one, and their words. */
export function refusalSentence(of: {
  readonly type: string | undefined;
  readonly column: string | undefined;
  readonly reason: string;
}): string {
  const where = [of.type, of.column].filter((each) => each !== undefined).join(", ");
  return where === "" ? of.reason : `${where}: ${of.reason}`;
}
