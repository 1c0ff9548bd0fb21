// Reading the performance report of an account, which is not stored. (docs/statements.md, "Performance reports")
import { addDays, type Day, newYorkDay } from "@bursar/values/dates";
import type { Context } from "../../../platform/change/context.ts";
import { fieldProblem, forbidden, refuseFor } from "../../../values/problem.ts";
import { openSources } from "../../books/account-books/reads.ts";
import { requestedBenchmark } from "../../market/benchmarks/reads.ts";
import { benchmarkOnPaper } from "./benchmark-name.ts";
import { performanceReportErrors } from "./errors.ts";
import { readReport } from "./read-report.ts";
import type { PerformanceReport, PerformanceReportQuery } from "./schema.ts";

/** Returns what the report of an account says until the end of a month. */
export async function getPerformanceReport(
  ctx: Context,
  accountNumber: string,
  { to: asked, benchmark: named }: PerformanceReportQuery,
): Promise<PerformanceReport> {
  const today = newYorkDay(ctx.now);
  const to = asked ?? addDays(`${today.slice(0, 7)}-01` as Day, -1);
  const isEnd = to < today && addDays(to, 1).endsWith("-01");
  refuseFor(isEnd ? [] : [fieldProblem("to", performanceReportErrors.to)]);
  const identifiers = named?.split(",") ?? [];
  const benchmarks = await Promise.all(
    identifiers.map(async (identifier) => ({
      name: await benchmarkOnPaper(ctx.db, identifier),
      benchmark: await requestedBenchmark(ctx, identifier, to),
    })),
  );
  const shared = openSources(ctx.db, ctx.now);
  const report = await readReport(ctx, shared, { subject: { accountNumber }, to, benchmarks });
  if (report === undefined) throw forbidden();
  return report;
}
