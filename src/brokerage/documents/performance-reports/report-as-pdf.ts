// A performance report as PDF, drawn in parallel with requests. (docs/statements.md, "Performance reports")
import { drawInThread } from "../../../platform/paper/draw-in-thread.ts";
import type { drawReport } from "./draw-report.ts";
import type { PerformanceReport } from "./schema.ts";

const drawing = { file: new URL("./draw-report.ts", import.meta.url), name: "drawReport" };

/** The bytes of a report, which nothing but its content and the instant decides. */
export async function reportAsPdf(report: PerformanceReport, at: Date): Promise<Buffer> {
  return drawInThread<typeof drawReport>(drawing, report, at);
}
