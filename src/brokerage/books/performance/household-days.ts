// The raw data of a household: the sum over its accounts on the days on which they are in it, as that of an
// account is the sum over its folios. (docs/households.md)
import { endValueOf, type FolioDay, type RawDay, sumOfFolios } from "@bursar/performance";
import { addMonths, type Day, earliestDay } from "@bursar/values/dates";
import type { Reader } from "../../../platform/store/db.ts";
import type { HouseholdInView } from "../../clients-and-accounts/households/reads.ts";
import { type AccountFigures, figuresOfSeries } from "./account-figures.ts";
import { daysAfter } from "./compute-series.ts";
import type { SeriesValuation } from "./day-columns.ts";
import { type SeriesDay, valuationOf } from "./day-lines.ts";
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
  const parts = await selectParts(db, { memberships, since }, lastOn);
  return householdDays(parts, lastOn);
}

/** The figures of the last day of a household's series until a day, and the values of its month ends over the
 * last 12 months and the one begun; undefined without a day. */
export async function selectHouseholdFigures(
  db: Reader,
  household: Pick<HouseholdInView, "memberships" | "since">,
  lastOn: Day,
): Promise<HouseholdFigures | undefined> {
  const days = householdSeries(await selectParts(db, household, lastOn), lastOn);
  const figures = figuresOfSeries(days);
  if (figures === undefined) return undefined;
  const firstOn = addMonths(`${figures.on.slice(0, 8)}01` as Day, -12);
  const monthEnds = new Map(
    days
      .filter(({ raw }) => raw.on >= firstOn)
      .map(({ raw }) => [raw.on.slice(0, 7), { on: raw.on, value: endValueOf(raw) }] as const),
  );
  return { ...figures, monthEnds: [...monthEnds.values()] };
}

/** The figures of a household that lists show. */
export interface HouseholdFigures extends AccountFigures {
  readonly monthEnds: readonly { readonly on: Day; readonly value: bigint }[];
}

async function selectParts(
  db: Reader,
  { memberships, since }: Pick<HouseholdInView, "memberships" | "since">,
  lastOn: Day,
): Promise<HouseholdPart[]> {
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
  return parts;
}

/** The same from the days of its accounts. */
export function householdDays(parts: readonly HouseholdPart[], lastOn: Day): SeriesValuation[] {
  return householdSeries(parts, lastOn).map(valuationOf);
}

function householdSeries(parts: readonly HouseholdPart[], lastOn: Day): SeriesDay[] {
  return daysAfter(undefined, sumOfFolios(parts.map((part) => daysInHousehold(part, lastOn))));
}

/** The days of an account in a household. Who joins with a value enters with it, and who leaves goes with the
 * last one at the end of that day. */
function daysInHousehold({ from, to, days }: HouseholdPart, lastOn: Day): FolioDay[] {
  const own = days.filter(({ on }) => on >= from && (to === null || on <= to));
  const hasJoined = days.some(({ on }) => on < from);
  const hasLeft = to !== null && to < lastOn;
  // An account that enters and leaves on one day flows in and out at the same value.
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

/** Flows and fees of the day are in the value with which the account enters. */
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
