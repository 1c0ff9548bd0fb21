// A series of unit values as it is returned, of an account or of a folio. (interface 2.11)

import { addMonths, type Day } from "@bursar/values/dates";
import { isFolioNumber } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import type { VersionedResponse } from "../../../platform/http/pipeline/response.ts";
import type { Reader } from "../../../platform/store/db.ts";
import { folioNotFound, hasFolio } from "../../clients-and-accounts/accounts/reads.ts";
import { type SeriesKey, selectSeries } from "./queries.ts";
import type { DateRange, Identifier, SeriesQuery } from "./schema.ts";
import { encodeUnitValues } from "./unit-value-lines.ts";

/** A series' unit values as JSON text; days without a valuation have none. */
export function unitValuesOf(
  { db }: Context,
  key: SeriesKey,
  query: SeriesQuery,
): VersionedResponse {
  const { daterange, returntype } = query;
  const returns = returntype === "netfee" ? "net" : "gross";
  // An impossible folio number never reaches the store.
  const canBe = key.folioNumber === "" || isFolioNumber(key.folioNumber);
  const find = async (how = {}) => (canBe ? selectSeries(db, key, daterange, how) : undefined);
  return {
    version: async () => (await find({ withValues: false }))?.digest,
    read: async () => {
      const series = await find();
      const identifier = await identifierOf(db, key, series !== undefined);
      const range = daterange ?? latestYear(series?.lastOn);
      const values = range && series?.days ? encodeUnitValues(series.days, returns, range) : "";
      return { version: series?.digest, body: encodeSeries(identifier, values) };
    },
  };
}

/** A series as JSON text, from the text of its values. */
export function encodeSeries(identifier: Identifier, values: string): string {
  return `${JSON.stringify(identifier).slice(0, -1)},"values":[${values}]}`;
}

/** How a response names its series; 404 when the folio is not the account's. */
export async function identifierOf(
  db: Reader,
  { accountNumber, folioNumber }: SeriesKey,
  isFound = false,
): Promise<Identifier> {
  if (folioNumber === "") return { identifierType: "ACCOUNT", identifierValue: accountNumber };
  const isFolio = isFound || (await hasFolio(db, accountNumber, folioNumber));
  if (!isFolio) throw folioNotFound();
  return { identifierType: "FOLIO", identifierValue: folioNumber };
}

/** The 12 months up to the last day, both ends included. */
export function latestYear(lastOn: Day | undefined): DateRange | undefined {
  return lastOn && { firstOn: addMonths(lastOn, -12), lastOn };
}
