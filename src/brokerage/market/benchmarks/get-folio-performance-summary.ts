// Reading the summary of a range of a folio's performance, next to its benchmark. (interface 2.12)
import { encodeDayUtc, newYorkDay } from "@bursar/values/dates";
import type { Context } from "../../../platform/change/context.ts";
import {
  type SeriesKey,
  summaryOf,
  type ValuedRange,
  type View,
  viewOf,
} from "../../books/performance/reads.ts";
import { type Benchmark, benchmarkReturn } from "./period-figures.ts";
import { benchmarkOfFolio } from "./read-benchmark.ts";
import type { FolioSummary, FolioSummaryQuery } from "./schema.ts";

/** Returns the returns, flows and values of a range, and what the benchmark returned over its days, null
 * where that has no value on both; 404 where the account has no such folio. */
export async function getFolioPerformanceSummary(
  ctx: Context,
  key: SeriesKey,
  query: FolioSummaryQuery,
): Promise<FolioSummary> {
  const named = { requested: query.benchmark, lastOn: newYorkDay(ctx.now) };
  const benchmark = await benchmarkOfFolio(ctx, key, named);
  const { figures, range } = await summaryOf(ctx, key, query);
  const compared = range && benchmark && compare(range, benchmark, viewOf(query.returntype));
  return {
    identifierType: "FOLIO",
    identifierValue: key.folioNumber,
    ...figures,
    benchmark: compared ?? null,
  };
}

function compare(
  { start, days }: ValuedRange,
  benchmark: Benchmark,
  view: View,
): FolioSummary["benchmark"] {
  const endOn = days.at(-1)?.on ?? start.on;
  const returned = benchmarkReturn({ start, endOn }, benchmark, view);
  return (
    returned && {
      identifier: benchmark.identifier,
      startDate: encodeDayUtc(start.on),
      endDate: encodeDayUtc(endOn),
      return: returned.timeWeightedReturn,
    }
  );
}
