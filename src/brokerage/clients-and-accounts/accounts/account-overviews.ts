// The figures of accounts in a list: value, returns, cash, what waits, and a year of month ends.

import { type Day, encodeDay } from "@bursar/values/dates";
import { type Decimal, fixed } from "@bursar/values/decimal";
import type { Reader } from "../../../platform/store/db.ts";
import type { AccountOverview } from "./index-schema.ts";
import type { Viewer } from "./queries.ts";
import { type OverviewRow, selectMonthEnds, selectOverviews } from "./search-accounts-queries.ts";

/** The viewer of figures, and the day. */
interface Asked {
  readonly viewer: Viewer;
  readonly today: Day;
}

/** The figures of some accounts by number, as a viewer sees them. */
export async function overviewsOf(
  db: Reader,
  numbers: readonly string[],
  { viewer, today }: Asked,
): Promise<ReadonlyMap<string, AccountOverview>> {
  const [rows, ends] = await Promise.all([
    selectOverviews(db, numbers, viewer, today),
    selectMonthEnds(db, numbers),
  ]);
  const monthEnds = Map.groupBy(ends, ({ number }) => number);
  return new Map(
    rows.map((row) => {
      const monthEndValues = (monthEnds.get(row.number) ?? []).map(({ on, value }) => ({
        date: encodeDay(on),
        value: fixed(value, 2),
      }));
      return [row.number, { ...encodeOverview(row), monthEndValues }];
    }),
  );
}

function encodeOverview(row: OverviewRow) {
  const rounded = (value: Decimal | null, places: number) =>
    value === null ? null : fixed(value, places);
  return {
    valueDate: row.valuedOn === null ? null : encodeDay(row.valuedOn),
    value: rounded(row.value, 2),
    dayReturn: rounded(row.dayReturn, 5),
    yearToDateReturn: rounded(row.yearReturn, 5),
    cash: rounded(row.cash, 2),
    openItems: row.openItems,
    ownerNames: row.ownerNames,
  };
}
