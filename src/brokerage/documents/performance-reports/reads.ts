// Reads of performance reports for other resources: one as a paper.
import type { Context } from "../../../platform/change/context.ts";
import type { Sources } from "../../books/account-books/reads.ts";
import { type ReportSubject, readReport } from "./read-report.ts";
import { reportAsPdf } from "./report-as-pdf.ts";
import type { PerformanceReport } from "./schema.ts";

export type { ReportSubject } from "./read-report.ts";

/** A report that is wanted as a paper. */
export interface WantedReportPaper {
  readonly subject: ReportSubject;
  readonly to: Parameters<typeof readReport>[2]["to"];
  /** The instant that the file bears. */
  readonly at: Date;
}

/** Reads and draws a report; one without a value has nothing to show. */
export async function reportAsPaper(
  ctx: Pick<Context, "db" | "now">,
  shared: Sources,
  { subject, to, at }: WantedReportPaper,
): Promise<
  { readonly content: Buffer; readonly report: PerformanceReport } | { readonly content: undefined }
> {
  const report = await readReport(ctx, shared, { subject, to, benchmarks: [] });
  if (report === undefined || report.asOf === null) return { content: undefined };
  return { content: await reportAsPdf(report, at), report };
}
