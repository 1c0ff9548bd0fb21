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

/** What a page needs of its accounts beside its rows. */
export interface PageBooks {
  readonly cashBehind: (row: ActivityRow) => CashOfFolios | undefined;
  readonly nameOf: (accountNumber: string, folioNumber: string) => string | null;
}

/** What a page has worked out of its accounts: the version at which each is shown, what its transactions move
 * until then, and what a row moves that names its folios. */
export interface ShownBooks {
  versionOf(accountNumber: string): string;
  follow(accountNumber: string): Promise<Followed>;
  movementsOf(row: DayRow): readonly Movement[];
}

/** Whether what is shown has all rows in force of an account's day, from its end on. */
export type HasEndOfDay = (accountNumber: string, on: Day) => boolean;

/** Reads what the rows of a page need, each account's as of the version that the page shows. */
export async function readBooks(
  db: Reader,
  rows: readonly ActivityRow[],
  { versionOf, follow, movementsOf }: ShownBooks,
  hasEndOfDay: HasEndOfDay,
): Promise<PageBooks> {
  const days = daysOfRows(rows, versionOf);
  const isKnown = ({ accountNumber, on }: AccountDay) => hasEndOfDay(accountNumber, on);
  const [otherRows, ends] = await Promise.all([
    selectDayRows(
      db,
      days.filter((day) => !isKnown(day)),
    ),
    selectDayEnds(db, days),
  ]);
  const shown = rows.filter(
    (row) => isOwn(row) && row.tradeOn !== null && hasEndOfDay(row.accountNumber, row.tradeOn),
  );
  const dayRows = [...shown.toReversed(), ...otherRows];
  const received = await selectReceivers(db, days, ends);
  const names = new Map(ends.map((end) => [end.accountNumber, end.names]));
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
    nameOf: (accountNumber, folioNumber) => names.get(accountNumber)?.[folioNumber] ?? null,
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

function daysOfRows(rows: readonly ActivityRow[], versionOf: (accountNumber: string) => string) {
  const days = new Map<string, AccountDay>();
  for (const { accountNumber, tradeOn } of rows) {
    if (tradeOn === null) continue;
    const version = versionOf(accountNumber);
    days.set(`${accountNumber} ${tradeOn}`, { accountNumber, on: tradeOn, version });
  }
  return [...days.values()];
}

/** The cash behind each row of some days, none of which pays whoever holds. */
function countedBack(
  rows: readonly DayRow[],
  ends: readonly DayEnd[],
  movementsOf: ShownBooks["movementsOf"],
): ReadonlyMap<Id, CashOfFolios> {
  const behind = new Map<Id, CashOfFolios>();
  const byDay = Map.groupBy(rows, ({ tradeOn }) => tradeOn);
  for (const { on, cash: atEnd } of ends) {
    const cash = new Map(
      Object.entries(atEnd).map(([folio, amount]) => [folio, unitsOf(amount, places.money)]),
    );
    for (const row of (byDay.get(on) ?? []).toReversed()) {
      behind.set(row.transactionId, new Map(cash));
      for (const { folioNumber, cents } of movementsOf(row)) {
        cash.set(folioNumber, (cash.get(folioNumber) ?? 0n) - cents);
      }
    }
  }
  return behind;
}
