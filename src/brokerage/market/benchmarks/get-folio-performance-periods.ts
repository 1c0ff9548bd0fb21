// Reading the returns of a folio's standard periods. (interface 4.14)
import { newYorkDay } from "@bursar/values/dates";
import type { Context } from "../../../platform/change/context.ts";
import { type SeriesKey, selectDaysUntil } from "../../books/performance/reads.ts";
import { periodsOf } from "./periods.ts";
import type { Periods, PeriodsQuery } from "./periods-schema.ts";
import { benchmarkOfFolio } from "./read-benchmark.ts";

/** Returns the periods as those of an account, next to the folio's own benchmark where the request names
 * none; 404 where the account has no such folio. */
export async function getFolioPerformancePeriods(
  ctx: Context,
  key: SeriesKey,
  query: PeriodsQuery,
): Promise<Periods> {
  const { asof: lastOn = newYorkDay(ctx.now), benchmark: requested } = query;
  const benchmark = await benchmarkOfFolio(ctx, key, { requested, lastOn });
  const days = await selectDaysUntil(ctx.db, key, lastOn);
  const periods = await periodsOf(ctx, { days, benchmark }, query);
  return { identifierType: "FOLIO", identifierValue: key.folioNumber, ...periods };
}
