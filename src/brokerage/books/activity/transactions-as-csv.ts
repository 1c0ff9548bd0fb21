// Transactions as the file that loads them back unchanged: every row of a range, the oldest first, as it is
// stored. It is read in pieces, so that memory stays flat. (docs/activity.md, "CSV")
import type { Reader } from "../../../platform/store/db.ts";
import type { DateRange } from "../../../values/date-range.ts";
import { refuseFor, ruleProblem } from "../../../values/problem.ts";
import {
  type CsvPlace,
  columnsOfFile,
  selectCount,
  selectLines,
  selectTakenOutside,
  selectVersions,
} from "./csv-queries.ts";
import { activityErrors } from "./errors.ts";
import type { NextAccounts } from "./read-page.ts";

/** The days and the version of the rows to write. */
export interface CsvRange extends DateRange {
  readonly folioNumber?: string | undefined;
  /** Of a single account: as of which version; by default now. */
  readonly version?: string | undefined;
}

const usualPiece = 5_000;

/** Writes the file, header first, in pieces of a given number of rows. */
export async function* transactionsAsCsv(
  db: Reader,
  next: NextAccounts,
  { from, to, folioNumber, version }: CsvRange,
  rowsAtOnce = usualPiece,
): AsyncGenerator<string> {
  yield `${columnsOfFile.join(",")}\n`;
  const range = { from, to, folioNumber };
  for (let numbers = await next(""); numbers.length > 0; numbers = await next(lastOf(numbers))) {
    const present = await selectVersions(db, numbers);
    const versions = new Map([...present].map(([number, now]) => [number, version ?? now]));
    const taken = await selectTakenOutside(db, versions, range);
    for (let after: CsvPlace | undefined, isLast = false; !isLast; ) {
      const page = { after, limit: rowsAtOnce };
      const piece = await selectLines(db, versions, range, taken, page);
      if (piece === undefined) break;
      after = piece;
      isLast = piece.rows < rowsAtOnce;
      yield piece.lines;
    }
  }
}

function lastOf(numbers: readonly string[]): string {
  return numbers.at(-1) ?? "";
}

const mostRows = 1_000_000;

/** Refuses a range in which accounts have more rows than one file has, so many unless another limit is given. */
export async function refuseTooMany(
  db: Reader,
  next: NextAccounts,
  { from, to, folioNumber }: CsvRange,
  most = mostRows,
): Promise<void> {
  let left = most;
  for (let numbers = await next(""); numbers.length > 0; numbers = await next(lastOf(numbers))) {
    left -= await selectCount(db, numbers, { from, to, folioNumber }, left + 1);
    if (left < 0) refuseFor([ruleProblem(activityErrors.size)]);
  }
}
