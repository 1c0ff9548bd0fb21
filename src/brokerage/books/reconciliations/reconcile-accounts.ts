// Keeps the breaks that a statement shows, by day. (docs/reconciliation.md)

import type { Day } from "@bursar/values/dates";
import type { NoteOf } from "../../../platform/change/audit-entry.ts";
import type { WriteContext } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { lockAccount } from "../../clients-and-accounts/accounts/changes.ts";
import { breakOf, rowOf } from "./break-rows.ts";
import { carry } from "./carry.ts";
import { reconcileAccountsEntry } from "./entries.ts";
import type { FoundBreaks } from "./found-breaks.ts";
import type { BreakKind } from "./match.ts";
import {
  type BreakRow,
  replaceBreaks,
  selectAccountsWithBreaks,
  selectBreaksUpTo,
  selectLastDay,
} from "./queries.ts";

/** How many breaks are new and gone; or, if the statement came too late, the later day up to which
 * one of its accounts is reconciled. */
export type Reconciled = {
  readonly opened: string;
  readonly closed: string;
  readonly laterDay: Day | null;
};

/** The audit note of an account's breaks, or of a run. */
type Note = NoteOf<typeof reconcileAccountsEntry>;

/** Keeps the breaks of a day: what persists keeps its age, what is gone is closed. The same again
 * changes nothing; a day before the last one of any of the accounts changes nothing either. */
export async function reconcileAccounts(
  ctx: WriteContext,
  found: FoundBreaks,
): Promise<Reconciled> {
  return write(ctx, reconcileAccountsEntry, async (tx) => {
    const { notes, ...value } = await keepBreaks(tx, ctx, found);
    return { value, audit: notes };
  });
}

/** The same in a transaction of the caller, which adds the notes to the log as entries of `reconcileAccounts`. */
async function keepBreaks(
  tx: Tx,
  ctx: WriteContext,
  { on, accounts, compared }: FoundBreaks,
): Promise<Reconciled & { readonly notes: readonly Note[] }> {
  const numbers = [...accounts.keys()];
  const withFound = numbers.filter((number) => accounts.get(number)?.length);
  const touched = new Set([...withFound, ...(await selectAccountsWithBreaks(tx, numbers))]);
  const affected = [...touched].toSorted();
  // One statement each, which a store that is distributed over nodes can run as well.
  for (const number of affected) lockAccount(tx, number);
  const last = await selectLastDay(tx, affected);
  if (last !== undefined && last > on) {
    return { opened: "0", closed: "0", laterDay: last, notes: [] };
  }

  const changed = await changesOf(tx, ctx, { on, accounts, compared, affected });
  const rows = changed.flatMap(({ breaks }) => breaks);
  const changedNumbers = changed.map(({ accountNumber }) => accountNumber);
  if (changed.length > 0) await replaceBreaks(tx, { accountNumbers: changedNumbers, on }, rows);
  const notes = changed.map(
    ({ accountNumber, opened, closed, breaks }): Note => ({
      subject: accountNumber,
      detail: { date: on, opened, closed, standing: String(breaks.length) },
    }),
  );
  const count = (of: "opened" | "closed") =>
    String(changed.reduce((sum, each) => sum + each[of].length, 0));
  const run: Note = { subject: "store", detail: { date: on, accounts: String(accounts.size) } };
  const counts = { opened: count("opened"), closed: count("closed") };
  return { ...counts, laterDay: null, notes: [...notes, run] };
}

interface Found extends Pick<FoundBreaks, "on" | "accounts" | "compared"> {
  readonly affected: readonly string[];
}

interface AccountChange {
  readonly accountNumber: string;
  readonly breaks: readonly BreakRow[];
  readonly opened: readonly string[];
  readonly closed: readonly string[];
}

async function changesOf(
  tx: Tx,
  ctx: WriteContext,
  { on, accounts, compared, affected }: Found,
): Promise<AccountChange[]> {
  const stored = await selectBreaksUpTo(tx, affected, on);
  const byAccount = Map.groupBy(stored, ({ accountNumber }) => accountNumber);
  return affected.flatMap((accountNumber) => {
    const rows = byAccount.get(accountNumber) ?? [];
    const same = rows.filter(({ reconciledOn }) => reconciledOn === on);
    const earlier = rows.filter(({ reconciledOn }) => reconciledOn !== on);
    const found = accounts.get(accountNumber) ?? [];
    const isAgain = same.length > 0 || earlier.some(({ closedOn }) => closedOn === on);
    const kinds = compared(accountNumber);
    const before = {
      on,
      isCompared: (kind: BreakKind) => kinds.has(kind),
      earlier: earlier.map(breakOf),
      same: isAgain ? same.map(breakOf) : undefined,
    };
    const { breaks, closed } = carry(found, before, ctx.newId);
    const next = breaks.map((each) => rowOf({ accountNumber, reconciledOn: on }, each));
    const isClosed = new Set<string>(closed);
    const isKept = earlier.every(
      ({ breakId, closedOn }) => isClosed.has(breakId) === (closedOn === on),
    );
    if (isKept && sameRows(same, next)) return [];
    const known = new Set<string>([...earlier, ...same].map(({ breakId }) => breakId));
    const opened = next.map(({ breakId }) => breakId).filter((id) => !known.has(id));
    return [{ accountNumber, breaks: next, opened, closed }];
  });
}

function sameRows(stored: readonly BreakRow[], next: readonly BreakRow[]): boolean {
  const texts = (rows: readonly BreakRow[]) =>
    rows.map((row) => JSON.stringify(rowOf(row, breakOf(row)))).toSorted();
  return JSON.stringify(texts(stored)) === JSON.stringify(texts(next));
}

/** Keeps the breaks of several days, the earliest first. A day before the last one of any of its accounts is left
 * out; these days are returned. */
export async function reconcileDays(
  ctx: WriteContext,
  days: readonly FoundBreaks[],
): Promise<readonly string[]> {
  return write(ctx, reconcileAccountsEntry, async (tx) => {
    const { lateDays, notes } = await keepDays(tx, ctx, days);
    return { value: lateDays, audit: notes };
  });
}

/** The same in a transaction of the caller, with the notes of what has changed. */
export async function keepDays(tx: Tx, ctx: WriteContext, days: readonly FoundBreaks[]) {
  const lateDays: string[] = [];
  const notes: Note[] = [];
  for (const found of days.toSorted((a, b) => (a.on < b.on ? -1 : 1))) {
    const kept = await keepBreaks(tx, ctx, found);
    if (kept.laterDay !== null) lateDays.push(found.on);
    notes.push(...kept.notes);
  }
  return { lateDays, notes };
}
