// Reading the returns of an account's standard periods. (interface 4.14)
import { newYorkDay } from "@bursar/values/dates";
import type { Context } from "../../../platform/change/context.ts";
import { selectDaysUntil } from "../../books/performance/reads.ts";
import { periodsOf } from "./periods.ts";
import type { Periods, PeriodsQuery } from "./periods-schema.ts";
import { requestedBenchmark } from "./read-benchmark.ts";

/** Returns the periods that end on the last valuation until a day, and with `since` the one that begins
 * there; none if there is no valuation. */
export async function getPerformancePeriods(
  ctx: Context,
  accountNumber: string,
  query: PeriodsQuery,
): Promise<Periods> {
  const { asof: lastOn = newYorkDay(ctx.now), benchmark: named } = query;
  const key = { accountNumber, folioNumber: "" };
  const days = await selectDaysUntil(ctx.db, key, lastOn);
  const benchmark = named === undefined ? undefined : await requestedBenchmark(ctx, named, lastOn);
  const periods = await periodsOf(ctx, { days, benchmark }, query);
  return { identifierType: "ACCOUNT", identifierValue: accountNumber, ...periods };
}
