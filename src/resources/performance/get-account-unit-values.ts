// Reading the daily unit values of an account as a whole. (interface 4.13)
import type { Context } from "../../platform/context.ts";
import type { Series, SeriesQuery } from "./schema.ts";
import { readValues } from "./series.ts";

/** Answers an account's unit values; days without a valuation have none. */
export async function getAccountUnitValues(
  ctx: Context,
  accountNumber: string,
  query: SeriesQuery,
): Promise<Series> {
  const values = await readValues(ctx.db, { accountNumber, folioNumber: "" }, query);
  return { identifierType: "ACCOUNT", identifierValue: accountNumber, values };
}
