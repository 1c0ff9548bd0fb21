// Reading the closes of a security, and what they are over its splits. (interface 4.27)

import { encodeDay, newYorkDay } from "@bursar/values/dates";
import { fixed } from "@bursar/values/decimal";
import { nearestEven, places, textOf, unitsOf } from "@bursar/values/units";
import type { Context } from "../../../platform/change/context.ts";
import { daysOfRange } from "../../../values/date-range.ts";
import { type CloseRow, type SplitRow, selectClosesBetween, selectSplitsFrom } from "./queries.ts";
import { visibleSecurity } from "./read-security.ts";
import type { PricesQuery, SecurityPrices } from "./schema.ts";

const aYear = { months: 12 };
const ratioPlaces = 20;

/** Returns the closes of a range, a year if none is asked for; 404 where the security is not in sight. */
export async function listSecurityPrices(
  ctx: Context,
  securityId: string,
  { daterange, dateRange = aYear }: PricesQuery,
): Promise<SecurityPrices> {
  const { id } = await visibleSecurity(ctx, { id: securityId });
  const range = daysOfRange(daterange ?? dateRange, newYorkDay(ctx.now));
  const [closes, splits] = await Promise.all([
    selectClosesBetween(ctx.db, id, range),
    selectSplitsFrom(ctx.db, id, range.from),
  ]);
  return {
    prices: closes.map((row) => ({
      date: encodeDay(row.on),
      close: fixed(row.close, places.price),
      adjustedClose: adjustedClose(row, splits),
      source: row.source,
    })),
    splits: splits.map(({ on, ratioNew, ratioOld, eventId }) => ({
      exDate: encodeDay(on),
      ratioNew,
      ratioOld,
      eventId,
    })),
  };
}

/** A close × Π (old ÷ new) of the splits after its day, half even at 6 places. */
function adjustedClose({ on, close }: CloseRow, splits: readonly SplitRow[]): string {
  let numerator = unitsOf(close, places.price);
  let denominator = 1n;
  for (const split of splits) {
    if (split.on <= on) continue;
    numerator *= unitsOf(split.ratioOld, ratioPlaces);
    denominator *= unitsOf(split.ratioNew, ratioPlaces);
  }
  return textOf(nearestEven(numerator, denominator), places.price);
}
