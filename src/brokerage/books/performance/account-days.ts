// The values of accounts on each day, and their flows, without the advances of purchases: flows
// stand on the day on which they were paid. (docs/billing.md, 1)
import { endValueOf, flowOf } from "@bursar/performance";
import type { Day } from "@bursar/values/dates";
import type { Reader } from "../../../platform/store/db.ts";
import { readDays } from "./day-lines.ts";
import { selectQuartersBetween } from "./day-queries.ts";
import type { DateRange } from "./schema.ts";

/** A day of an account or a folio, in cents. */
export interface AccountDay {
  readonly on: Day;
  /** Market value and accrued, without advances. */
  readonly value: bigint;
  /** Cash by trade date, a part of the value. */
  readonly cash: bigint;
  readonly flow: bigint;
  /** Whether a price of it is no close of the day. */
  readonly isEstimated: boolean;
}

/** The days of some accounts by account and folio number, empty for the account as a whole: those of a range, oldest
 * first, and some before it, of which the last is the last before the range. */
export async function selectAccountDays(
  db: Reader,
  accountNumbers: readonly string[],
  range: DateRange,
): Promise<ReadonlyMap<string, ReadonlyMap<string, readonly AccountDay[]>>> {
  const rows = await selectQuartersBetween(db, accountNumbers, range);
  const byAccount = Map.groupBy(rows, ({ accountNumber }) => accountNumber);
  return new Map(
    [...byAccount].map(([number, own]) => {
      const byFolio = Map.groupBy(own, ({ folioNumber }) => folioNumber);
      const days = [...byFolio].map(([folio, quarters]) => {
        const all = quarters.flatMap((quarter) => readDays(quarter.days));
        return [folio, withoutAdvances(all).filter(({ on }) => on <= range.lastOn)] as const;
      });
      return [number, new Map(days)];
    }),
  );
}

function withoutAdvances(days: ReturnType<typeof readDays>): AccountDay[] {
  let before = 0n;
  return days.map(({ raw }) => {
    const { on, cash = 0n, advances = 0n, isEstimated } = raw;
    // An advance has flowed on paper, and flows back when it is paid.
    const advanced = advances - before;
    before = advances;
    return {
      on,
      value: endValueOf(raw) - advances,
      cash,
      flow: flowOf(raw) - advanced,
      isEstimated,
    };
  });
}
