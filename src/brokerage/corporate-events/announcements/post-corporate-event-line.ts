// Booking the line of an account, or taking it back: one transaction an account, exactly once. (docs/corporate-events.md)
import type { Id } from "@bursar/values/ids";
import type { NoteOf } from "../../../platform/change/audit-entry.ts";
import type { WriteContext } from "../../../platform/change/context.ts";
import { type Change, write } from "../../../platform/change/write.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { Refusal, ruleProblem } from "../../../values/problem.ts";
import {
  type Booking,
  bookTransactionsInto,
  type NewTransaction,
} from "../../books/account-books/changes.ts";
import { transactionAsBooked } from "../../books/activity/reads.ts";
import { selectFactsVersion } from "../../books/transactions/reads.ts";
import { lockAccount } from "../../clients-and-accounts/accounts/changes.ts";
import type { Announced } from "./announced.ts";
import {
  type BookedRows,
  refusalSentence,
  replacedFromElsewhere,
  rowsToBook,
  rowsToCancel,
} from "./booked-rows.ts";
import { derivedId } from "./derived-id.ts";
import { lineOf } from "./entitled-lines.ts";
import { postCorporateEventLineEntry } from "./entries.ts";
import { announcementErrors } from "./errors.ts";
import { entitlementPosted, entitlementRefused, entitlementReversed } from "./events.ts";
import {
  type DueLine,
  type LineRow,
  selectBookedByEvent,
  selectLine,
  selectTaken,
  selectTakenIds,
  storeLines,
} from "./line-queries.ts";
import { selectEvent } from "./queries.ts";

type Note = NoteOf<typeof postCorporateEventLineEntry>;

/** Books a line, or takes it back, if that is still due; returns whether it was. What the books refuse is noted on
 * the line, and nothing is booked. */
export async function postCorporateEventLine(ctx: WriteContext, due: DueLine): Promise<boolean> {
  try {
    return await write(ctx, postCorporateEventLineEntry, (tx) => settle(tx, ctx, due));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const reason = error.problems
      .map((problem) => ("message" in problem ? problem.message : undefined))
      .filter((message) => message !== undefined)
      .join(" ");
    return write(ctx, postCorporateEventLineEntry, (tx) => refuse(tx, due, reason));
  }
}

async function settle(tx: Tx, ctx: WriteContext, due: DueLine): Promise<Change<boolean, Note>> {
  const found = await lockDue(tx, due);
  if (found === undefined) return { value: false, audit: [] };
  return found.event.status === "REVERSING" ? reverse(tx, ctx, found.line) : post(tx, ctx, found);
}

interface Due {
  readonly event: Announced;
  readonly line: LineRow;
  /** The version of the account's facts. */
  readonly version: string;
}

/** The line under the lock of its account, as long as it is due. */
async function lockDue(tx: Tx, { accountNumber, eventId }: DueLine): Promise<Due | undefined> {
  lockAccount(tx, accountNumber);
  const [line, event, version] = await Promise.all([
    selectLine(tx, accountNumber, eventId),
    selectEvent(tx, eventId),
    selectFactsVersion(tx, accountNumber),
  ]);
  if (line === undefined || event === undefined) return undefined;
  const isPosted = line.status === "POSTED";
  const isToPost = line.status === "DUE" || (isPosted && line.isDue);
  // A line that the books have refused is tried again once the account has newer facts.
  const isNew = line.reason === null || version !== line.factsVersion;
  const isOpen = ["DUE", "REFUSED", "HELD", "FOUND"].includes(line.status);
  const isToReverse = isOpen || (isPosted && isNew);
  const isDue =
    (event.status === "POSTING" && isToPost) || (event.status === "REVERSING" && isToReverse);
  return isDue ? { event, line, version } : undefined;
}

async function post(tx: Tx, ctx: WriteContext, due: Due): Promise<Change<boolean, Note>> {
  const { event, line } = due;
  const { eventId } = event;
  const wanted = await wantedOf(tx, due);
  if (isFoundSince(line, wanted)) return leaveFound(tx, due, wanted);
  const booked = await bookedOf(tx, line);
  const places = Math.max(booked.ids.length, wanted.entitlement.rows.length);
  const newId = await idsFor(tx, line, { version: event.version, places });
  const { rows, ids } = rowsToBook(booked, wanted.entitlement.rows, { eventId, newId });
  const isNothing = ids.length === 0 && booked.ids.length === 0;
  const is: LineRow = {
    ...line,
    entitlement: wanted.entitlement,
    shares: wanted.shares,
    status: isNothing ? "NONE" : "POSTED",
    version: event.version,
    // A booking increases it by one.
    factsVersion: rows.length === 0 ? due.version : String(BigInt(due.version) + 1n),
    transactionIds: ids,
    foundIds: [],
    reason: null,
    differs: null,
    isDue: false,
  };
  // Stored first: what takes the place of the accrual is computed with the rows.
  storeLines(tx, [is]);
  const booking = await bookInto(tx, ctx, line.accountNumber, rows);
  const posted = entitlementPosted({ eventId, transactionIds: [...ids] });
  return settled(line, is, {
    ...booking,
    events: [...booking.events, ...(isNothing ? [] : [posted])],
  });
}

type Wanted = Pick<LineRow, "entitlement" | "shares" | "foundIds">;

/** Whether the books have got the rows of a line since it was worked out. */
function isFoundSince({ transactionIds, foundIds }: LineRow, wanted: Wanted): boolean {
  return transactionIds.length === 0 && foundIds.length === 0 && wanted.foundIds.length > 0;
}

/** Leaves what is in the books already to the operator. */
async function leaveFound(
  tx: Tx,
  { line, version }: Due,
  wanted: Wanted,
): Promise<Change<boolean, Note>> {
  const { entitlement, shares, foundIds } = wanted;
  const found = { entitlement, shares, foundIds, factsVersion: version };
  const is: LineRow = { ...line, ...found, status: "FOUND" };
  storeLines(tx, [is]);
  return settled(line, is, { transactionIds: [], foliosComputed: [], events: [] });
}

/** The entitlement that the line shall have: worked out again where the facts of its account have
 * changed since. */
async function wantedOf(tx: Tx, { event, line, version }: Due): Promise<Wanted> {
  const { shares, entitlement, foundIds, differs } = line;
  if (!line.isDue && version === line.factsVersion) return { entitlement, shares, foundIds };
  const fresh = await lineOf(tx, event, line.accountNumber);
  return fresh ?? { entitlement: differs ?? entitlement, shares, foundIds };
}

const nothingBooked: BookedRows = { rows: [], ids: [], inForce: new Set() };

/** The rows of a line in the books: those that it has booked, or those that were found there. */
async function bookedOf(tx: Tx, line: LineRow): Promise<BookedRows> {
  const { accountNumber, foundIds, transactionIds, entitlement } = line;
  const isFound = transactionIds.length === 0 && foundIds.length > 0;
  const ids = isFound ? foundIds : transactionIds;
  const taken = ids.length === 0 ? [] : await selectTaken(tx, accountNumber, ids);
  const inForce = taken.filter(({ takenBackBy }) => takenBackBy === null);
  return {
    rows: isFound ? [] : entitlement.rows,
    ids,
    inForce: new Set(inForce.map(({ transactionId }) => transactionId)),
  };
}

/** Ids of new rows and of cancellations, one for each place; one that the account has already is hashed again. */
async function idsFor(
  tx: Tx,
  { accountNumber, eventId }: LineRow,
  { version, places }: { readonly version: number; readonly places: number },
) {
  const parts = (place: string) => ["event", eventId, accountNumber, String(version), place];
  const all = Array.from({ length: places }, (_, at) => [`${at + 1}`, `${at + 1}/cancel`]).flat();
  let tried = new Map(all.map((place) => [place, derivedId(parts(place), new Set())]));
  const taken = new Set<string>();
  // Few have any: each round finds those that are taken, until none is.
  for (;;) {
    const found = await selectTakenIds(tx, accountNumber, [...tried.values()]);
    if (found.size === 0) break;
    for (const id of found) taken.add(id);
    tried = new Map(all.map((place) => [place, derivedId(parts(place), taken)]));
  }
  return (place: string): Id => tried.get(place) ?? derivedId(parts(place), taken);
}

async function bookInto(
  tx: Tx,
  ctx: WriteContext,
  accountNumber: string,
  rows: readonly NewTransaction[],
): Promise<Omit<Booking, "receivers">> {
  if (rows.length === 0) return { transactionIds: [], foliosComputed: [], events: [] };
  return bookTransactionsInto(tx, ctx, {
    accountNumber,
    rows,
    problemOf: ({ reason, column, row }) => {
      const type = row === undefined ? undefined : rows[row]?.transactionType;
      const sentence = refusalSentence({ type, column, reason });
      return ruleProblem({ ...announcementErrors.lineStatus, sentence });
    },
  });
}

async function reverse(tx: Tx, ctx: WriteContext, line: LineRow): Promise<Change<boolean, Note>> {
  const isBooked = line.status === "POSTED";
  const booked = isBooked ? await bookedOf(tx, line) : nothingBooked;
  const { version } = line;
  const newId = await idsFor(tx, line, { version, places: booked.ids.length });
  const rows = rowsToCancel(booked, await replacedRows(tx, line, booked), newId);
  const booking = await bookInto(tx, ctx, line.accountNumber, rows);
  const is: LineRow = { ...line, status: "REVERSED", differs: null, isDue: false, reason: null };
  storeLines(tx, [is]);
  const reversed = entitlementReversed({
    eventId: line.eventId,
    transactionIds: [...booking.transactionIds],
  });
  return settled(line, is, { ...booking, events: [...booking.events, reversed] });
}

/** The rows from elsewhere that those in force of a line have replaced, as they were booked. */
async function replacedRows(
  tx: Tx,
  { accountNumber, eventId }: LineRow,
  { ids, inForce }: BookedRows,
): Promise<ReadonlyMap<string, NewTransaction>> {
  if (inForce.size === 0) return new Map();
  const replaced = replacedFromElsewhere(await selectBookedByEvent(tx, accountNumber, eventId));
  const rows = new Map<string, NewTransaction>();
  for (const id of ids) {
    const before = replaced.get(id);
    if (before === undefined || !inForce.has(id)) continue;
    rows.set(id, await transactionAsBooked(tx, accountNumber, before));
  }
  return rows;
}

/** Notes the books' words: a due line is refused; what is booked stays as it is. */
async function refuse(tx: Tx, due: DueLine, reason: string): Promise<Change<boolean, Note>> {
  const found = await lockDue(tx, due);
  if (found === undefined) return { value: false, audit: [] };
  const { line, version } = found;
  const status = line.status === "POSTED" ? "POSTED" : "REFUSED";
  const is: LineRow = {
    ...line,
    status,
    factsVersion: version,
    reason: reason || "The books refuse it.",
    isDue: false,
  };
  storeLines(tx, [is]);
  const events = [entitlementRefused({ eventId: line.eventId, transactionIds: [] })];
  return settled(line, is, { transactionIds: [], foliosComputed: [], events });
}

function settled(
  was: LineRow,
  is: LineRow,
  { transactionIds, foliosComputed, events }: Omit<Booking, "receivers">,
): Change<boolean, Note> {
  const { eventId, accountNumber } = was;
  const note: Note = {
    subject: accountNumber,
    before: { eventId, status: was.status },
    after: { eventId, status: is.status },
    detail: { transactionIds, reason: is.reason, foliosComputed },
    events,
  };
  return { value: true, audit: [note] };
}
