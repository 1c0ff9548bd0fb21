// A series of unit values, as both requests for one answer it. (interface 2.11)
import type { Reader } from "../../platform/db.ts";
import { addMonths, encodeDayUtc } from "../../values/dates.ts";
import { fixed } from "../../values/decimal.ts";
import { publishedPlaces, type UnitValueRow } from "./packed-series.ts";
import { type SeriesKey, selectLastValuedOn, selectUnitValues } from "./queries.ts";
import type { DateRange, Series, SeriesQuery } from "./schema.ts";

/** The values of the days asked for, or of the 12 months up to the last value. */
export async function readValues(
  db: Reader,
  key: SeriesKey,
  { daterange, returntype }: SeriesQuery,
): Promise<Series["values"]> {
  const range = daterange ?? (await latestYear(db, key));
  if (range === undefined) return [];
  const rows = await selectUnitValues(db, key, range);
  const chosen = (row: UnitValueRow) => (returntype === "netfee" ? row.net : row.gross);
  return rows.map((row) => ({
    date: encodeDayUtc(row.valuedOn),
    value: fixed(chosen(row), publishedPlaces),
  }));
}

async function latestYear(db: Reader, key: SeriesKey): Promise<DateRange | undefined> {
  const lastOn = await selectLastValuedOn(db, key);
  return lastOn && { firstOn: addMonths(lastOn, -12), lastOn };
}
