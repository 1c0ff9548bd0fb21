// Reading the returns of a household's standard periods. (interface 4.30)
import { newYorkDay } from "@bursar/values/dates";
import type { Context } from "../../../platform/change/context.ts";
import { selectHouseholdDays } from "../../books/performance/reads.ts";
import { householdInView } from "../../clients-and-accounts/households/reads.ts";
import { periodsOf } from "./periods.ts";
import type { Periods, PeriodsQuery } from "./periods-schema.ts";
import { requestedBenchmark } from "./read-benchmark.ts";

/** Returns the periods that end on the household's last valuation until a day. */
export async function getHouseholdPerformancePeriods(
  ctx: Context,
  householdOid: string,
  query: PeriodsQuery,
): Promise<Periods> {
  const { asof: lastOn = newYorkDay(ctx.now), benchmark: named } = query;
  const household = await householdInView(ctx, householdOid, "summary");
  const days = await selectHouseholdDays(ctx.db, household, lastOn);
  const benchmark = named === undefined ? undefined : await requestedBenchmark(ctx, named, lastOn);
  const periods = await periodsOf(ctx, { days, benchmark }, query);
  return { identifierType: "HOUSEHOLD", identifierValue: householdOid, ...periods };
}
