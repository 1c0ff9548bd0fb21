// How series would differ once what is staged of them is stored.
import { endValueOf, published } from "@bursar/performance";
import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Tx } from "../../../platform/store/db.ts";
import { fivePlacesOf, moneyOf } from "./day-columns.ts";
import { readDays, type SeriesDay } from "./day-lines.ts";
import type { SeriesKey } from "./queries.ts";
import {
  createDayStages,
  type QuarterBeforeAndAfter,
  selectStagedQuarters,
} from "./staged-queries.ts";

/** How a staged series differs from the stored one; a series without a folio number is the account's
 * own, and a value is null where there is no day. */
export interface SeriesDifference extends SeriesKey {
  /** The first and last day that is added, changed or removed. */
  readonly from: Day;
  readonly to: Day;
  readonly daysBefore: string;
  readonly daysAfter: string;
  /** The last value with what has accrued, and the last gross unit as it is published. */
  readonly valueBefore: Decimal | null;
  readonly valueAfter: Decimal | null;
  readonly unitBefore: string | null;
  readonly unitAfter: string | null;
}

/** How the staged series of some accounts differ from the stored ones. */
export async function stagedDifferences(
  tx: Tx,
  accountNumbers: readonly string[],
): Promise<SeriesDifference[]> {
  await createDayStages(tx);
  const quarters = await selectStagedQuarters(tx, accountNumbers);
  const nameOf = ({ accountNumber, folioNumber }: SeriesKey) =>
    JSON.stringify([accountNumber, folioNumber]);
  return [...Map.groupBy(quarters, nameOf).values()].flatMap(differenceOf);
}

/** None where only what is served of the series differs. */
function differenceOf(quarters: readonly QuarterBeforeAndAfter[]): SeriesDifference[] {
  const [first] = quarters;
  const isSame = quarters.every(({ before, after }) => before !== null && before === after);
  if (first === undefined || isSame) return [];
  const { accountNumber, folioNumber, from } = first;
  const daysOf = (state: "before" | "after") =>
    quarters
      .flatMap((quarter) => readDays(quarter[state] ?? ""))
      .filter(({ raw }) => raw.on >= from);
  const before = daysOf("before");
  const after = daysOf("after");
  const lastOf = (days: readonly SeriesDay[]) => days.at(-1)?.raw.on ?? from;
  const [valueBefore, unitBefore] = endOf(before);
  const [valueAfter, unitAfter] = endOf(after);
  return [
    {
      accountNumber,
      folioNumber,
      from,
      to: [lastOf(before), lastOf(after)].toSorted()[1] as Day,
      daysBefore: String(before.length),
      daysAfter: String(after.length),
      valueBefore,
      valueAfter,
      unitBefore,
      unitAfter,
    },
  ];
}

function endOf(days: readonly SeriesDay[]): [Decimal | null, string | null] {
  const last = days.at(-1);
  if (last === undefined) return [null, null];
  const { gross } = last.unit;
  const unit = gross === undefined ? null : fivePlacesOf(published(gross));
  return [moneyOf(endValueOf(last.raw)), unit];
}
