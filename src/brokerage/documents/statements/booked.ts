// The facts that a statement is made of: an account's facts in force with their columns, followed
// to the ends of the days that it shows. (docs/statements.md)
import {
  type DayEnd,
  type DayEnds,
  dayEndsOf,
  endValueOf,
  flowOf,
  type Move,
  type RawDay,
  type RawSources,
} from "@bursar/performance";
import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { places, unitsOf } from "@bursar/values/units";
import { factsOf, isInForce, type TransactionRow } from "../../books/transactions/reads.ts";

/** A transaction with what statements say of it beyond its figures. */
export interface BookedRow extends TransactionRow {
  readonly incomeKind: string | null;
  readonly method: string | null;
  readonly eventKind: string | null;
  readonly notes: string | null;
}

/** The books of an account as statements need them. */
export interface Books {
  /** All rows in the order of facts, also those that were taken back. */
  readonly rows: readonly BookedRow[];
  /** The days of the account's own series, oldest first. */
  readonly days: readonly RawDay[];
  readonly sources: Pick<RawSources, "promised" | "closes" | "quotationFactors">;
  /** Folios whose performance was loaded: their changes of value are not known one by one. */
  readonly loadedFolios: readonly string[];
}

/** The books followed to the ends of some days. */
export interface FollowedBooks extends Books {
  readonly inForce: readonly BookedRow[];
  readonly moves: readonly Move[];
  /** The end of one of the days that were asked for; of no day, nothing is held. */
  endOf(on: Day | undefined): DayEnd | undefined;
}

/** Follows the books to the ends of days, given in any order. */
export function followBooks(books: Books, days: readonly (Day | undefined)[]): FollowedBooks {
  const asked = [...new Set(days.filter((day) => day !== undefined))].toSorted();
  const { facts } = factsOf(books.rows, asked.at(-1));
  const { ends, moves }: DayEnds = dayEndsOf({ facts, ...books.sources }, asked);
  const byDay = new Map(ends.map((end) => [end.on, end]));
  return {
    ...books,
    inForce: books.rows.filter(isInForce),
    moves,
    endOf: (on) => (on === undefined ? undefined : byDay.get(on)),
  };
}

/** The last valuation on or before a day. */
export function valuationOn(days: readonly RawDay[], on: Day): RawDay | undefined {
  return days.findLast((day) => day.on <= on);
}

/** The value of an account by a valuation, in cents: without what later cash advances of its
 * purchases. */
export function worthOf(day: RawDay | undefined): bigint {
  return day === undefined ? 0n : endValueOf(day) - (day.advances ?? 0n);
}

/** Whether a series begins on a day with a value that did not flow in: a holding brought from elsewhere. */
function isBase(day: RawDay): boolean {
  return flowOf(day) === 0n && worthOf(day) !== 0n;
}

/** The span of a statement: its events are those after the first valuation, up to the last. */
export interface Span {
  /** Undefined where nothing is valued until the period begins. */
  readonly opening: RawDay | undefined;
  /** The base day of a series that begins within the period; its events count from the day after. */
  readonly base: RawDay | undefined;
  readonly closing: RawDay | undefined;
}

/** The span from the end of one day to that of another. */
export function spanOf(days: readonly RawDay[], after: Day, until: Day): Span {
  const opening = valuationOn(days, after);
  const closing = valuationOn(days, until);
  const [first] = days;
  const begins = opening === undefined && first !== undefined && first.on <= until;
  return { opening, base: begins && isBase(first) ? first : undefined, closing };
}

/** Whether a day lies within a span. */
export function isWithin(on: Day, { opening, base, closing }: Span): boolean {
  const after = base?.on ?? opening?.on;
  return closing !== undefined && on <= closing.on && (after === undefined || on > after);
}

/** The taxes withheld of a row, in cents. */
export function withheldOf(row: TransactionRow): bigint {
  const { federalTaxWithholding, stateTaxWithholding, foreignTaxWithholding } = row;
  return (
    centsOf(federalTaxWithholding) + centsOf(stateTaxWithholding) + centsOf(foreignTaxWithholding)
  );
}

/** An amount in cents; 0 where there is none. */
export function centsOf(amount: Decimal | null): bigint {
  return amount === null ? 0n : unitsOf(amount, places.money);
}

/** Moves by the transaction that makes them. */
export function movesById(moves: readonly Move[]): ReadonlyMap<Id, readonly Move[]> {
  return Map.groupBy(moves, ({ fact }) => fact.transactionId);
}
