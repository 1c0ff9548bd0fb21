// Rows of several accounts by account and folio.

/** A row of a series; without a folio number it is the account's own. */
export interface OfSeries {
  readonly accountNumber: string;
  readonly folioNumber: string;
}

/** Something of each series, by account and folio number. */
export type BySeries<T> = ReadonlyMap<string, ReadonlyMap<string, T>>;

/** The result for each series of its rows, which keep their order. */
export function bySeries<Row extends OfSeries, T>(
  rows: readonly Row[],
  of: (rows: readonly Row[]) => T,
): BySeries<T> {
  const accounts = Map.groupBy(rows, ({ accountNumber }) => accountNumber);
  return new Map(
    [...accounts].map(([number, own]) => {
      const folios = Map.groupBy(own, ({ folioNumber }) => folioNumber);
      return [number, new Map([...folios].map(([folio, each]) => [folio, of(each)]))];
    }),
  );
}
