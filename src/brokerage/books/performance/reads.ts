// What other resources may read of performance: the values of accounts at the ends of months.

import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Reader } from "../../../platform/store/db.ts";
import { moneyOf } from "./day-columns.ts";
import { selectLastYears } from "./day-queries.ts";
import { decodeEndValues } from "./packed-days.ts";

/** The last valuation of a month. */
export interface MonthEnd {
  readonly on: Day;
  readonly value: Decimal;
}

/** The last value of each month of some accounts by number, from the twelfth before that of their last
 * one. */
export async function monthEndsOf(
  db: Reader,
  accountNumbers: readonly string[],
): Promise<ReadonlyMap<string, readonly MonthEnd[]>> {
  const quarters = await selectLastYears(db, accountNumbers);
  const accounts = Map.groupBy(quarters, ({ accountNumber }) => accountNumber);
  return new Map(
    [...accounts].map(([number, own]) => {
      const days = own
        .flatMap(({ quarterOn, packed }) => decodeEndValues(quarterOn, packed))
        .filter(({ on }) => on >= (own[0]?.firstOn ?? on));
      const months = Map.groupBy(days, ({ on }) => on.slice(0, 7));
      const ends = [...months.values()].flatMap((month) => month.slice(-1));
      return [number, ends.map(({ on, value }) => ({ on, value: moneyOf(value) }))];
    }),
  );
}
