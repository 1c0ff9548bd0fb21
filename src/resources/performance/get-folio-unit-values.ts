// Reading the daily unit values of one folio of an account. (interface 4.12)
import type { Context } from "../../platform/context.ts";
import { notFound } from "../../values/problem.ts";
import { hasFolio } from "../accounts/reads.ts";
import { performanceErrors } from "./errors.ts";
import type { SeriesKey } from "./queries.ts";
import type { Series, SeriesQuery } from "./schema.ts";
import { readValues } from "./series.ts";

/** Answers a folio's unit values; 404 when the folio is not the account's. */
export async function getFolioUnitValues(
  ctx: Context,
  key: SeriesKey,
  query: SeriesQuery,
): Promise<Series> {
  const { accountNumber, folioNumber } = key;
  const isFolio = await hasFolio(ctx.db, accountNumber, folioNumber);
  if (!isFolio) throw notFound(performanceErrors.folioNotFound);
  const values = await readValues(ctx.db, key, query);
  return { identifierType: "FOLIO", identifierValue: folioNumber, values };
}
