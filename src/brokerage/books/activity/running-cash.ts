// The cash of folios behind the rows of a page: counted back from the end of each of its days, which is stored
// with the books; as of the past it is followed from the first row. (docs/activity.md)
import type { Day } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import { places, unitsOf } from "@bursar/values/units";
import type { Reader } from "../../../platform/store/db.ts";
import { mergeReceived } from "../transactions/reads.ts";
import {
  type AccountDay,
  type DayEnd,
  type DayRow,
  selectDayEnds,
  selectDayRows,
  selectReceivedSince,
} from "./day-queries.ts";
import { type CashOfFolios, type Followed, type Movement, paysHolders } from "./movements.ts";
import type { ActivityRow } from "./queries.ts";

/** The data of its accounts that a page needs besides its rows. */
export interface PageBooks {
  readonly cashBehind: (row: ActivityRow) => CashOfFolios | undefined;
  readonly nameOf: (accountNumber: string, folioNumber: string) => string | null;
}

/** The data that a page has worked out for its accounts: the version at which each is shown, the
 * movements by its transactions until then, and those by a row that names its folios. */
export interface ShownBooks {
  versionOf(accountNumber: string): string;
  follow(accountNumber: string): Promise<Followed>;
  movementsOf(row: DayRow): readonly Movement[];
}

/** How the rows that are shown of an account follow each other. */
export interface Sequence {
  /** Whether they have every row in force between the first one and the last. */
  readonly isGapless: boolean;
  /** The account and the day in which they begin behind other rows, if they do. */
  readonly begun: Pick<AccountDay, "accountNumber" | "on"> | undefined;
}

/** Reads what rows need, the newest of each account first, as of the version that is shown. Where they are
 * gapless, the cash behind all of an account follows from the end of its newest day. */
export async function readBooks(
  db: Reader,
  rows: readonly ActivityRow[],
  { isGapless, begun }: Sequence,
  { versionOf, follow, movementsOf }: ShownBooks,
): Promise<PageBooks> {
  const days = daysOfRows(rows, isGapless, versionOf);
  const isCut = (accountNumber: string, on: Day | null) =>
    !isGapless || (accountNumber === begun?.accountNumber && on === begun.on);
  const cutDays = days.filter(({ accountNumber, on }) => isCut(accountNumber, on));
  const [cutRows, ends] = await Promise.all([selectDayRows(db, cutDays), selectDayEnds(db, days)]);
  const known = rows.filter((row) => isOwn(row) && !isCut(row.accountNumber, row.tradeOn));
  const dayRows = [...known.toReversed(), ...cutRows];
  const received = await selectReceivers(db, days, ends);
  const names = new Map(ends.map((end) => [end.accountNumber, namesOf(end)]));
  const behind = new Map<string, ReadonlyMap<Id, CashOfFolios>>();
  const rowsOfDays = Map.groupBy(dayRows, ({ accountNumber }) => accountNumber);
  for (const [number, ownEnds] of Map.groupBy(ends, ({ accountNumber }) => accountNumber)) {
    const own = rowsOfDays.get(number) ?? [];
    const isFollowed =
      ownEnds.some(({ isPast }) => isPast) || received.has(number) || own.some(paysHolders);
    const asked = rows.filter(({ accountNumber }) => accountNumber === number);
    const cash = isFollowed
      ? (await follow(number)).cashBehind(new Set(asked.map(({ transactionId }) => transactionId)))
      : countedBack(mergeReceived<DayRow>(own, asked.filter(isReceived)), ownEnds, movementsOf);
    behind.set(number, cash);
  }
  return {
    cashBehind: ({ accountNumber, transactionId }) => behind.get(accountNumber)?.get(transactionId),
    nameOf: (accountNumber, folioNumber) => names.get(accountNumber)?.get(folioNumber) ?? null,
  };
}

/** Of accounts that are shown as of the past, those to which others moved lots since. */
async function selectReceivers(db: Reader, days: readonly AccountDay[], ends: readonly DayEnd[]) {
  const older = new Set(
    ends.filter(({ isOlder }) => isOlder).map(({ accountNumber }) => accountNumber),
  );
  if (older.size === 0) return older;
  return selectReceivedSince(
    db,
    days.filter(({ accountNumber }) => older.has(accountNumber)),
  );
}

/** Whether a row is one of a day in force that its account has itself. */
function isOwn({ receivedFrom, isTakenBack }: ActivityRow): boolean {
  return receivedFrom === undefined && !isTakenBack;
}

/** Whether a row moves lots from another account; it is stored there, and is no row of a day here. */
function isReceived({ receivedFrom, isTakenBack }: ActivityRow): boolean {
  return receivedFrom !== undefined && !isTakenBack;
}

/** The days of rows, or the newest day of each account. */
function daysOfRows(
  rows: readonly ActivityRow[],
  isNewestOnly: boolean,
  versionOf: ShownBooks["versionOf"],
): AccountDay[] {
  const days = new Map<string, AccountDay>();
  for (const { accountNumber, tradeOn: on } of rows) {
    const key = isNewestOnly ? accountNumber : `${accountNumber} ${on}`;
    if (on === null || days.has(key)) continue;
    days.set(key, { accountNumber, on, version: versionOf(accountNumber) });
  }
  return [...days.values()];
}

function namesOf({ folios }: DayEnd): ReadonlyMap<string, string> {
  return new Map(folios.map(({ number, name }) => [number, name]));
}

/** The cash behind each row of an account, none of which pays whoever holds: from the end of the newest day,
 * and of each other one that has an end. */
function countedBack(
  rows: readonly DayRow[],
  ends: readonly DayEnd[],
  movementsOf: ShownBooks["movementsOf"],
): ReadonlyMap<Id, CashOfFolios> {
  const behind = new Map<Id, CashOfFolios>();
  const endOf = new Map<Day | null, DayEnd>(ends.map((end) => [end.on, end]));
  const [newest] = ends;
  let cash = cashOf(newest);
  let day: Day | null | undefined;
  for (const row of rows.toReversed()) {
    const end = row.tradeOn === day ? undefined : endOf.get(row.tradeOn);
    if (end !== undefined) cash = cashOf(end);
    day = row.tradeOn;
    behind.set(row.transactionId, new Map(cash));
    for (const { folioNumber, cents } of movementsOf(row)) {
      cash.set(folioNumber, (cash.get(folioNumber) ?? 0n) - cents);
    }
  }
  return behind;
}

function cashOf(end: DayEnd | undefined): Map<string, bigint> {
  const folios = end?.folios ?? [];
  return new Map(
    folios.map(({ number, cash }) => [number, cash ? unitsOf(cash, places.money) : 0n]),
  );
}
