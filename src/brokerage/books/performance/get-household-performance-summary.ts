// Reading the summary of a range of a household's performance. (docs/households.md)
import { newYorkDay } from "@bursar/values/dates";
import type { Context } from "../../../platform/change/context.ts";
import { householdInView } from "../../clients-and-accounts/households/reads.ts";
import { selectHouseholdDays } from "./household-days.ts";
import type { SeriesQuery, Summary } from "./schema.ts";
import { encodeSummary } from "./summary.ts";
import { latestYear } from "./unit-values.ts";
import { rangeFrom } from "./valued-days.ts";

/** Returns the returns, flows and values of a range. */
export async function getHouseholdPerformanceSummary(
  ctx: Context,
  householdOid: string,
  { daterange, returntype }: SeriesQuery,
): Promise<Summary> {
  const household = await householdInView(ctx, householdOid, "summary");
  const lastOn = daterange?.lastOn ?? newYorkDay(ctx.now);
  const days = await selectHouseholdDays(ctx.db, household, lastOn);
  const range = daterange ?? latestYear(days.at(-1)?.on);
  return {
    identifierType: "HOUSEHOLD",
    identifierValue: householdOid,
    ...encodeSummary(range && rangeFrom(days, range.firstOn), returntype),
  };
}
