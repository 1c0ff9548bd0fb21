// Reading the summary of a range of an account's performance. (interface 2.12)
import type { Context } from "../../../platform/change/context.ts";
import type { SeriesQuery, Summary } from "./schema.ts";
import { summaryOf } from "./summary.ts";

/** Returns the returns, flows and values of a range. */
export async function getPerformanceSummary(
  ctx: Context,
  accountNumber: string,
  query: SeriesQuery,
): Promise<Summary> {
  const { figures } = await summaryOf(ctx, { accountNumber, folioNumber: "" }, query);
  return { identifierType: "ACCOUNT", identifierValue: accountNumber, ...figures };
}
