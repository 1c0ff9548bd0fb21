// A series of unit values, as both requests for one answer it. (interface 2.11)
import type { Context } from "../../platform/context.ts";
import type { Reader } from "../../platform/db.ts";
import { addMonths, type Day, encodeDayUtc } from "../../values/dates.ts";
import { fixed } from "../../values/decimal.ts";
import { folioNotFound, hasFolio } from "../accounts/reads.ts";
import { publishedPlaces, type UnitValueRow } from "./packed-series.ts";
import { type SeriesKey, selectLastValuedOn, selectUnitValues } from "./queries.ts";
import type { DateRange, Identifier, Series, SeriesQuery } from "./schema.ts";

/** Answers a series' unit values; days without a valuation have none. */
export async function getUnitValues(
  ctx: Context,
  key: SeriesKey,
  query: SeriesQuery,
): Promise<Series> {
  const identifier = await identifierOf(ctx.db, key);
  return { ...identifier, values: await readValues(ctx.db, key, query) };
}

/** How an answer names its series; 404 when the folio is not the account's. */
export async function identifierOf(db: Reader, key: SeriesKey): Promise<Identifier> {
  const { accountNumber, folioNumber } = key;
  if (folioNumber === "") return { identifierType: "ACCOUNT", identifierValue: accountNumber };
  const isFolio = await hasFolio(db, accountNumber, folioNumber);
  if (!isFolio) throw folioNotFound();
  return { identifierType: "FOLIO", identifierValue: folioNumber };
}

async function readValues(
  db: Reader,
  key: SeriesKey,
  { daterange, returntype }: SeriesQuery,
): Promise<Series["values"]> {
  const range = daterange ?? latestYear(await selectLastValuedOn(db, key));
  if (range === undefined) return [];
  const rows = await selectUnitValues(db, key, range);
  const chosen = (row: UnitValueRow) => (returntype === "netfee" ? row.net : row.gross);
  return rows.map((row) => ({
    date: encodeDayUtc(row.valuedOn),
    value: fixed(chosen(row), publishedPlaces),
  }));
}

/** The 12 months up to the last day, both ends included. */
export function latestYear(lastOn: Day | undefined): DateRange | undefined {
  return lastOn && { firstOn: addMonths(lastOn, -12), lastOn };
}
