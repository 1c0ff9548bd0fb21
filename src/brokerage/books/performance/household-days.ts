// The raw data of a household: the sum over its accounts on the days on which they are in it, as that of an
// account is the sum over its folios. (docs/households.md)
import { endValueOf, type FolioDay, type RawDay, sumOfFolios } from "@bursar/performance";
import { type Day, earliestDay } from "@bursar/values/dates";
import type { Reader } from "../../../platform/store/db.ts";
import type { HouseholdInView } from "../../clients-and-accounts/households/reads.ts";
import { daysAfter } from "./compute-series.ts";
import type { SeriesValuation } from "./day-columns.ts";
import { valuationOf } from "./day-lines.ts";
import { selectValuedDays } from "./day-queries.ts";

/** An account on the days on which it is in a household, with all of its own days. */
export interface HouseholdPart {
  readonly from: Day;
  readonly to: Day | null;
  /** Oldest first, also those before it joined. */
  readonly days: readonly RawDay[];
}

/** The days of a household's series until a day, oldest first. They begin with the first that the caller may
 * see. */
export async function selectHouseholdDays(
  db: Reader,
  { memberships, since }: Pick<HouseholdInView, "memberships" | "since">,
  lastOn: Day,
): Promise<SeriesValuation[]> {
  const parts: HouseholdPart[] = [];
  for (const { accountNumber, from, to } of memberships) {
    if (to !== null && to < since) continue;
    const key = { accountNumber, folioNumber: "" };
    const days = await selectValuedDays(db, key, { firstOn: earliestDay, lastOn });
    parts.push({
      from: from < since ? since : from,
      to,
      days: days.flatMap(({ raw }) => raw ?? []),
    });
  }
  return householdDays(parts, lastOn);
}

/** The same from the days of its accounts. */
export function householdDays(parts: readonly HouseholdPart[], lastOn: Day): SeriesValuation[] {
  const raw = sumOfFolios(parts.map((part) => daysInHousehold(part, lastOn)));
  return daysAfter(undefined, raw).map(valuationOf);
}

/** The days of an account in a household. Who joins with a value enters with it, and who leaves goes with the
 * last one at the end of that day. */
function daysInHousehold({ from, to, days }: HouseholdPart, lastOn: Day): FolioDay[] {
  const own = days.filter(({ on }) => on >= from && (to === null || on <= to));
  const hasJoined = days.some(({ on }) => on < from);
  const hasLeft = to !== null && to < lastOn;
  // What enters and leaves on one day flows in and out at the same value.
  if (hasJoined && hasLeft && own.length === 1) return [];
  return own.map((day, at) => {
    const entered = at === 0 && hasJoined ? withoutFlows(day) : asFolioDay(day);
    return hasLeft && at === own.length - 1 ? leaving(entered, day) : entered;
  });
}

function asFolioDay({ on, cashFlows, securityFlows, fees, ...valuation }: RawDay): FolioDay {
  const flows = { cashFlows, securityFlows, fees };
  return { on, ...flows, isWaiting: false, hasEstimatedFlows: false, valuation };
}

/** What flowed and was paid on the day is in the value with which the account enters. */
function withoutFlows(day: RawDay): FolioDay {
  return asFolioDay({ ...day, cashFlows: 0n, securityFlows: 0n, fees: 0n });
}

/** Without value from the end of the day on. */
function leaving(entered: FolioDay, day: RawDay): FolioDay {
  const nothing = { marketValue: 0n, accrued: 0n, cash: 0n, advances: 0n };
  return {
    ...entered,
    securityFlows: entered.securityFlows - endValueOf(day),
    hasEstimatedFlows: day.isEstimated,
    valuation: { ...nothing, isEstimated: false },
  };
}
