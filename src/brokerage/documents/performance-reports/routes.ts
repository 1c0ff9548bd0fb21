// The request for a performance report.
import type { App } from "../../../platform/http/frame.ts";
import {
  compileSerializer,
  fileContent,
  sendText,
} from "../../../platform/http/pipeline/response.ts";
import { AccountPath, readBy } from "../../clients-and-accounts/accounts/reads.ts";
import { benchmarkNotFound } from "../../market/benchmarks/reads.ts";
import { performanceReportErrors } from "./errors.ts";
import { getPerformanceReport } from "./get-performance-report.ts";
import { reportAsPdf } from "./report-as-pdf.ts";
import { PerformanceReport, PerformanceReportQuery } from "./schema.ts";

const content = {
  "application/json": { schema: PerformanceReport },
  ...fileContent("application/pdf"),
};

/** Registers the request for a performance report. */
export async function performanceReportRoutes(app: App): Promise<void> {
  app.get(
    "/restapi/accounts/:accountnumber/performance/report",
    {
      config: {
        ...readBy("summary"),
        isLarge: () => true,
        errors: [performanceReportErrors.to, benchmarkNotFound],
      },
      schema: {
        operationId: "getPerformanceReport",
        summary: "Get a report of an account's returns, as a paper or as its figures",
        // The tag is described with the series themselves.
        tags: ["Performance"],
        params: AccountPath,
        querystring: PerformanceReportQuery,
        response: { 200: { content } },
      },
    },
    async ({ context, params, query }, reply) => {
      const report = await getPerformanceReport(context, params.accountnumber, query);
      if (query.format === "pdf") {
        return reply.type("application/pdf").send(await reportAsPdf(report, context.now));
      }
      const write = compileSerializer(reply, PerformanceReport);
      return sendText(reply, "application/json", write(report));
    },
  );
}
