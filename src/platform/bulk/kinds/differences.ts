// The report of `load --check`: changed rows, and how the books of accounts would differ.

/** A column of a changed row; null where there is no value. */
export interface ColumnChange {
  readonly column: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** A stored row that a load changes or withdraws. */
export interface RowChange {
  readonly key: Readonly<Record<string, string | null>>;
  readonly withdrawn: boolean;
  readonly columns: readonly ColumnChange[];
}

/** The days of a series that would differ; without a folio number it is the account's own. */
export interface SeriesDifference {
  readonly folioNumber: string;
  readonly from: string;
  readonly to: string;
  readonly daysBefore: string;
  readonly daysAfter: string;
  /** The last value and the last published gross unit; null where there is none. */
  readonly valueBefore: string | null;
  readonly valueAfter: string | null;
  readonly unitBefore: string | null;
  readonly unitAfter: string | null;
}

/** The lots of one side that would differ: their number, and their basis if open, their gain if
 * closed. */
export interface LotDifference {
  readonly side: "open" | "closed";
  readonly added: string;
  readonly changed: string;
  readonly removed: string;
  readonly before: string;
  readonly after: string;
}

/** The rows of a reported year that would differ. */
export interface YearDifference {
  readonly taxYear: string;
  /** Whether the load brings the rows; otherwise the transactions give other ones than were
   * reported, which stay. */
  readonly isLoaded: boolean;
  readonly rows: string;
  readonly gainBefore: string;
  readonly gainAfter: string;
}

/** The parts of an account's books that would differ. */
export interface AccountDifference {
  readonly accountNumber: string;
  readonly series: readonly SeriesDifference[];
  readonly lots: readonly LotDifference[];
  readonly reportedYears: readonly YearDifference[];
}

/** The first accounts whose books would differ, and how many there are. */
export interface BookDifferences {
  readonly count: number;
  readonly accounts: readonly AccountDifference[];
}

/** The most changed rows of a file, and the most accounts, that are shown. */
export const maxChangesShown = 100;
