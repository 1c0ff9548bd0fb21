// A page of transactions: rows of one account after the other, the newest first, each in the folios that it
// moves. All pages of an account show the version of its books at which the first one was read, and rows are
// never changed: so they are a snapshot, without a lock and for as long as one likes. (docs/activity.md, "Pages")
import assert from "node:assert/strict";
import { newYorkDay } from "@bursar/values/dates";
import type { Context } from "../../../platform/change/context.ts";
import { selectCalendar } from "../../../reference/settlement/queries.ts";
import { isOfPositions, selectTransactions, withReceivedAt } from "../transactions/reads.ts";
import { categoryOf } from "./categories.ts";
import type { DayRow } from "./day-queries.ts";
import { categorizedOf, type Entry, encodeEntry, needsCalendar } from "./encode-entry.ts";
import { type Followed, followRows, type Movement, movementsOfRow, rowsAt } from "./movements.ts";
import type { PagePlace } from "./page-place.ts";
import { selectRows } from "./page-queries.ts";
import { type ActivityRow, type PageRow, type RowFilter, selectFactors } from "./queries.ts";
import { readBooks, type Sequence, type ShownBooks } from "./running-cash.ts";
import type { TransactionEntry } from "./schema.ts";

/** The next accounts of a list, by number; none where there are no more. */
export type NextAccounts = (after: string) => Promise<readonly string[]>;

/** The filters and the size of a page. */
export interface Wanted {
  readonly filter: RowFilter;
  /** Codes of sub categories; undefined for all. */
  readonly categories: ReadonlySet<string> | undefined;
  /** The version that is asked for, of a list of one account. */
  readonly version: string | undefined;
  readonly limit: number;
  /** How many rows a page reads at most to find its entries; then it ends, and the next one goes on. */
  readonly mostRead?: number;
}

/** A page, and the place of its last entry if others follow. */
export interface Page {
  readonly entries: readonly TransactionEntry[];
  readonly last: Omit<PagePlace, "from" | "to"> | undefined;
  /** The versions that are shown, by account, and those that the accounts have now. */
  readonly versions: ReadonlyMap<string, string>;
  readonly present: ReadonlyMap<string, string>;
}

/** Reads the page that begins at a place, or the first one. */
export async function readPage(
  ctx: Pick<Context, "db" | "now">,
  next: NextAccounts,
  wanted: Wanted,
  from?: Omit<PagePlace, "from" | "to">,
): Promise<Page> {
  const books = openBooks(ctx);
  const entries: Entry[] = [];
  // Of the rows that are read, a category may want few: only these are kept.
  const ranks: Ranks = new WeakMap();
  const { mostRead = 20_000 } = wanted;
  let read = 0;
  let stopped: ActivityRow | undefined;
  let accounts = await next(from?.accountNumber ?? "");
  if (from !== undefined) accounts = [from.accountNumber, ...accounts];
  let start: Start = from ?? { accountNumber: accounts[0], version: wanted.version };
  let atOnce = wanted.limit + 2;
  while (accounts.length > 0 && entries.length <= wanted.limit) {
    const rows = await selectRows(ctx.db, accounts, wanted.filter, start, atOnce);
    for (const [at, row] of rows.entries()) {
      const { ofAccount, factsVersion } = row;
      books.note(ofAccount, factsVersion, ofAccount === start.accountNumber && start.version);
      if (row.transactionId === null) continue;
      const rank = rankBehind(row, rows[at - 1], ranks);
      ranks.set(row, rank);
      // Few rows have to wait for what their account has done before.
      const movements = isFollowed(row)
        ? await followedMovements(row, books)
        : books.movementsOf(row);
      entries.push(...entriesFrom({ row, rank, movements }, start, wanted));
    }
    const last = rows.at(-1);
    const isPart = rows.length === atOnce;
    // Few of many rows may be of a category; and all that were read may have one key.
    atOnce = Math.min(atOnce + atOnce, mostAtOnce);
    if (last === undefined || !isPart) {
      accounts = await next(accounts.at(-1) ?? "");
      start = {};
      continue;
    }
    const { ofAccount } = last;
    read += rows.length;
    if (read >= mostRead && entries.length <= wanted.limit && last.transactionId !== null) {
      stopped = last;
      break;
    }
    // The next rows are of this account again, behind its last one.
    const rest = accounts.filter((number) => number >= ofAccount);
    const isDone = last.transactionId === null;
    accounts = isDone ? rest.slice(1) : rest;
    if (accounts.length === 0) accounts = await next(ofAccount);
    const version = books.versionOf(ofAccount);
    start = isDone ? {} : { ...cursorKey(last, ranks), version, folioNumber: all };
  }
  const shown = entries.slice(0, wanted.limit);
  const last = entries.length > wanted.limit ? shown.at(-1) : undefined;
  const end = last?.row ?? stopped;
  return {
    entries: await encodeAll(ctx, shown, sequenceOf(wanted, from), books),
    last: end && {
      ...cursorKey(end, ranks),
      version: books.versionOf(end.accountNumber),
      folioNumber: last === undefined ? all : placeOf(last),
    },
    versions: books.versions,
    present: books.present,
  };
}

const mostAtOnce = 2_000;

/** How the rows of a page follow each other: without a gap, unless it leaves rows in force out. */
function sequenceOf(
  { filter, categories }: Wanted,
  from: Pick<PagePlace, "accountNumber" | "tradeOn"> | undefined,
): Sequence {
  const { types, securityIds, eventId, folioNumber, status } = filter;
  const isFiltered = [types, securityIds, eventId, folioNumber, categories].some(
    (named) => named !== undefined,
  );
  return {
    isGapless: !isFiltered && (status === "inforce" || status === "all"),
    begun: from && { accountNumber: from.accountNumber, on: from.tradeOn },
  };
}

/** Where rows begin, and the last folio that was shown of the first one. */
type Start = {
  readonly [Name in Exclude<keyof PagePlace, "from" | "to">]?: PagePlace[Name] | undefined;
};

/** Stands for every folio of a row. */
const all = "all";

/** How many rows before a row have its key. */
type Ranks = WeakMap<ActivityRow, number>;

function cursorKey(row: ActivityRow, ranks: Ranks) {
  const { accountNumber, tradeOn, isBehindEvents, entryOrder, transactionId } = row;
  assert(tradeOn !== null && entryOrder !== null, "a row of a page has a place");
  const rank = ranks.get(row) ?? 0;
  return { accountNumber, tradeOn, isBehindEvents, entryOrder, transactionId, rank };
}

/** How many rows before a row have its key: all of them are read with it. */
function rankBehind(row: ActivityRow, before: PageRow | undefined, ranks: Ranks): number {
  if (before === undefined || before.transactionId === null || !isSameKey(row, before)) return 0;
  return (ranks.get(before) ?? 0) + 1;
}

function isSameKey(row: ActivityRow, other: Start | ActivityRow): boolean {
  return (
    row.accountNumber === other.accountNumber &&
    row.tradeOn === other.tradeOn &&
    row.isBehindEvents === other.isBehindEvents &&
    row.entryOrder === other.entryOrder &&
    row.transactionId === other.transactionId
  );
}

function placeOf({ folioNumber, isCancellation }: Entry): string {
  return isCancellation ? "CXL" : (folioNumber ?? "");
}

/** A row of a page, how many before it have its key, and what it moves. */
interface ReadRow {
  readonly row: ActivityRow;
  readonly rank: number;
  readonly movements: readonly Movement[];
}

/** The entries of a row that are wanted and were not shown yet. */
function entriesFrom(
  { row, rank, movements }: ReadRow,
  start: Start,
  { filter, categories }: Wanted,
): readonly Entry[] {
  const isOfKey = isSameKey(row, start);
  const isFirst = isOfKey && rank === start.rank;
  if (isOfKey && rank < (start.rank ?? 0)) return [];
  if (isFirst && start.folioNumber === all) return [];
  const own = entriesOf(row, filter.status, movements);
  const shown = isFirst ? own.findIndex((entry) => placeOf(entry) === start.folioNumber) + 1 : 0;
  const { folioNumber } = filter;
  return own.filter(
    (entry, at) =>
      at >= shown &&
      (folioNumber === undefined || entry.folioNumber === folioNumber) &&
      (categories?.has(categoryOf(categorizedOf(entry)).code) ?? true),
  );
}

/** Whether what a row moves follows from what its account held before. */
function isFollowed(row: ActivityRow): boolean {
  return isOfPositions(row) && !row.isTakenBack;
}

async function followedMovements(row: ActivityRow, books: Books): Promise<readonly Movement[]> {
  return (await books.follow(row.accountNumber)).movementsOf(row.transactionId);
}

/** The movements by a row of any type. */
export async function movementsIn(row: ActivityRow, books: Books): Promise<readonly Movement[]> {
  return isFollowed(row) ? followedMovements(row, books) : books.movementsOf(row);
}

/** A row in every folio that it moves, behind the cancellation that stands with it. */
export function entriesOf(
  row: ActivityRow,
  status: RowFilter["status"],
  movements: readonly Movement[],
): Entry[] {
  const { folioNumber } = row;
  const moved = movements.map((movement) => {
    return { row, folioNumber: movement.folioNumber, movement, isCancellation: false };
  });
  const unmoved = { row, folioNumber, movement: undefined, isCancellation: false };
  const entries = moved.length > 0 ? moved : [unmoved];
  const showsCancellations = status === "all" || status === "cancelled";
  if (!showsCancellations || row.takenBackType !== "CXL") return entries;
  return [{ row, folioNumber, movement: undefined, isCancellation: true }, ...entries];
}

/** The accounts of a page, each at the version that it was noted with. */
export interface Books extends ShownBooks {
  note(accountNumber: string, present: string, pinned: string | false | undefined): void;
  readonly versions: ReadonlyMap<string, string>;
  readonly present: ReadonlyMap<string, string>;
}

/** Opens the books of a page, which follows an account once, and only where that is needed; and finds once
 * what a row moves. */
export function openBooks({ db, now }: Pick<Context, "db" | "now">): Books {
  const versions = new Map<string, string>();
  const present = new Map<string, string>();
  const followed = new Map<string, Promise<Followed>>();
  const moved = new WeakMap<DayRow, readonly Movement[]>();
  const versionOf = (accountNumber: string) => versions.get(accountNumber) ?? "0";
  return {
    versions,
    present,
    versionOf,
    note(accountNumber, factsVersion, pinned) {
      if (versions.has(accountNumber)) return;
      versions.set(accountNumber, pinned || factsVersion);
      present.set(accountNumber, factsVersion);
    },
    follow(accountNumber) {
      const follow = async () => {
        const [rows, factors] = await Promise.all([
          selectTransactions(db, [accountNumber]),
          selectFactors(db, accountNumber),
        ]);
        const version = versionOf(accountNumber);
        const own = rowsAt(rows, version);
        const all = await withReceivedAt(db, accountNumber, version, own);
        return followRows(all, factors, newYorkDay(now));
      };
      const known = followed.get(accountNumber) ?? follow();
      followed.set(accountNumber, known);
      return known;
    },
    movementsOf(row) {
      const known = moved.get(row) ?? movementsOfRow(row);
      moved.set(row, known);
      return known;
    },
  };
}

/** Entries as they are returned, with the cash behind each. */
export async function encodeAll(
  { db, now }: Pick<Context, "db" | "now">,
  entries: readonly Entry[],
  sequence: Sequence,
  books: Books,
): Promise<TransactionEntry[]> {
  if (entries.length === 0) return [];
  const shown = [...new Set(entries.map(({ row }) => row))];
  const [pageFacts, calendar] = await Promise.all([
    readBooks(db, shown, sequence, books),
    shown.some(needsCalendar) ? selectCalendar(db) : undefined,
  ]);
  const showing = { ...pageFacts, calendar, today: newYorkDay(now) };
  return entries.map((entry) => encodeEntry(entry, showing));
}
