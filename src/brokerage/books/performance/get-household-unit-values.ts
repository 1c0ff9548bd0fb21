// Reading the unit values of a household. (docs/households.md)
import { newYorkDay } from "@bursar/values/dates";
import type { Context } from "../../../platform/change/context.ts";
import { householdInView } from "../../clients-and-accounts/households/reads.ts";
import { selectHouseholdDays } from "./household-days.ts";
import type { SeriesQuery } from "./schema.ts";
import { encodeUnitValues, writeUnits } from "./unit-value-lines.ts";
import { encodeSeries, latestYear } from "./unit-values.ts";

/** Returns the unit values of a range as JSON text, oldest first. */
export async function getHouseholdUnitValues(
  ctx: Context,
  householdOid: string,
  { daterange, returntype }: SeriesQuery,
): Promise<string> {
  const household = await householdInView(ctx, householdOid, "summary");
  const lastOn = daterange?.lastOn ?? newYorkDay(ctx.now);
  const days = await selectHouseholdDays(ctx.db, household, lastOn);
  const lines = writeUnits(
    days.flatMap(({ on, unit: { gross, net } }) =>
      gross === undefined || net === undefined ? [] : [{ on, gross, net }],
    ),
  );
  const range = daterange ?? latestYear(days.at(-1)?.on);
  const returns = returntype === "netfee" ? "net" : "gross";
  const values = range && lines ? encodeUnitValues(lines, returns, range) : "";
  return encodeSeries({ identifierType: "HOUSEHOLD", identifierValue: householdOid }, values);
}
