// The raw data from which the unit values of an account or a folio are computed, day by day.
// (interface 2.13)
import { published } from "@bursar/performance";
import { encodeDayUtc } from "@bursar/values/dates";
import type { Context } from "../../../platform/change/context.ts";
import { fivePlacesOf, moneyOf, type SeriesValuation } from "./day-columns.ts";
import { selectValuedDays } from "./day-queries.ts";
import type { SeriesKey } from "./queries.ts";
import type { RawData, RawDataQuery } from "./schema.ts";
import { identifierOf } from "./unit-values.ts";
import { rangeOf } from "./valued-days.ts";

/** Returns the days of a range, oldest first; what is not known or available is null. */
export async function rawDataOf(
  ctx: Context,
  key: SeriesKey,
  { daterange }: RawDataQuery,
): Promise<RawData> {
  const identifier = await identifierOf(ctx.db, key);
  const range = await rangeOf(ctx.db, key, daterange);
  const days = range ? await selectValuedDays(ctx.db, key, range) : [];
  const inRange = days.filter(({ on }) => range && on >= range.firstOn);
  return { ...identifier, values: inRange.map(encodeDay) };
}

/** The raw data of a day as it is returned. */
export function encodeDay({ on, raw, unit }: SeriesValuation): RawData["values"][number] {
  const money = (cents: bigint | undefined) => (cents === undefined ? null : moneyOf(cents));
  const rate = (units: bigint | undefined) => (units === undefined ? null : fivePlacesOf(units));
  return {
    date: encodeDayUtc(on),
    marketValue: money(raw?.marketValue),
    accrued: money(raw?.accrued),
    cashFlows: money(raw?.cashFlows),
    securityFlows: money(raw?.securityFlows),
    fees: money(raw?.fees),
    cash: money(raw && (raw.cash ?? 0n)),
    advances: money(raw && (raw.advances ?? 0n)),
    estimated: raw?.isEstimated ?? null,
    dailyReturn: rate(unit.grossReturn),
    unitValue: rate(unit.gross === undefined ? undefined : published(unit.gross)),
    feeDailyReturn: rate(unit.netReturn),
    feeUnitValue: rate(unit.net === undefined ? undefined : published(unit.net)),
  };
}
