// The number of settlement days after its trade date on which a trade settles, by the group of its
// security and the date of the trade. (17 CFR 240.15c6-1; docs/performance.md, "Settlement days")
import { type Day, earliestDay } from "@bursar/values/dates";
import type { DateRange } from "../../values/date-range.ts";

/** The groups of securities; what is in no other is `EQ`. */
export const settlementGroups = ["EQ", "MF", "MM", "OP", "GV", "PR"] as const;

export type SettlementGroup = (typeof settlementGroups)[number];

/** From which trade date on a group settles after how many settlement days. */
export interface SettlementPeriod {
  readonly group: string;
  readonly from: Day;
  readonly days: number;
}

const equities: readonly (readonly [from: string, days: number])[] = [
  [earliestDay, 5],
  ["1995-06-07", 3],
  ["2017-09-05", 2],
  ["2024-05-28", 1],
];

/** The periods that need not be loaded. Private placements settle by their trade date, the closing. */
const knownPeriods: readonly SettlementPeriod[] = [
  ...equities.map(([from, days]) => ({ group: "EQ", from: from as Day, days })),
  { group: "MF", from: earliestDay, days: 1 },
  { group: "MM", from: earliestDay, days: 1 },
  { group: "OP", from: earliestDay, days: 1 },
  { group: "GV", from: earliestDay, days: 1 },
  { group: "PR", from: earliestDay, days: 0 },
];

/** The group of a type of instrument. */
export function settlementGroupOf(instrumentType: string): SettlementGroup {
  return settlementGroups.find((group) => group === instrumentType) ?? "EQ";
}

/** The period of a group by trade date; one that was loaded stands in place of a known one of its day. */
export function periodOf(
  group: SettlementGroup,
  tradeOn: Day,
  loaded: readonly SettlementPeriod[],
): number {
  let found: SettlementPeriod | undefined;
  for (const period of [...knownPeriods, ...loaded]) {
    const isOther = period.group !== group || period.from > tradeOn;
    if (!isOther && (found === undefined || period.from >= found.from)) found = period;
  }
  return found?.days ?? 0;
}

/** The most settlement days that a trade of any group has, if it was made on one of some days; or more than
 * these. */
export function mostDaysOfPeriods(
  { from, to }: DateRange,
  loaded: readonly SettlementPeriod[],
): number {
  const periods = [...knownPeriods, ...loaded];
  const isOver = ({ group, from: begun }: SettlementPeriod) =>
    periods.some((later) => later.group === group && later.from > begun && later.from <= from);
  const counting = periods.filter((period) => period.from <= to && !isOver(period));
  return Math.max(...counting.map(({ days }) => days));
}
