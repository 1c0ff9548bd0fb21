// The request for a tax paper. (interface 4.19)

import type { App } from "../../../platform/http/frame.ts";
import {
  compileSerializer,
  fileContent,
  jsonOrCsv,
  sendText,
} from "../../../platform/http/pipeline/response.ts";
import { Type } from "../../../values/type.ts";
import { readBy } from "../../clients-and-accounts/accounts/reads.ts";
import { taxLotErrors } from "../tax-lots/reads.ts";
import { csvHeader, csvLines } from "./form-as-csv.ts";
import { pdfOf } from "./form-as-pdf.ts";
import { getTaxForm } from "./get-tax-form.ts";
import { TaxForm, TaxFormQuery } from "./schema.ts";

const tags = [
  {
    name: "Tax forms",
    description: "Working copies of Forms 1099-B, 8949, 1099-DIV and 1099-INT.",
  },
];
const YearPath = Type.Object({
  accountnumber: Type.String({ examples: ["RA00000001"] }),
  year: Type.String({ examples: ["2024"] }),
});

const content = { ...jsonOrCsv(TaxForm).content, ...fileContent("application/pdf") };

/** Registers the request for a tax paper. */
export async function taxFormRoutes(app: App): Promise<void> {
  const { nonTaxable, notReported, versionNotFound } = taxLotErrors;
  app.get(
    "/restapi/accounts/:accountnumber/taxforms/:year",
    {
      config: {
        ...readBy("papers"),
        isLarge: () => true,
        errors: [nonTaxable, notReported, versionNotFound],
      },
      schema: {
        operationId: "getTaxForm",
        summary: "Get a working copy of Form 1099-B, 8949, 1099-DIV or 1099-INT",
        tags,
        params: YearPath,
        querystring: TaxFormQuery,
        response: { 200: { content } },
      },
    },
    async ({ context, params, query }, reply) => {
      const { form = "1099-b", format, version } = query;
      const { accountnumber: accountNumber, year: taxYear } = params;
      const paper = await getTaxForm(context, { accountNumber, taxYear, form, version });
      if (format === "csv") {
        return sendText(reply, "text/csv", csvHeader(form) + csvLines(paper));
      }
      if (format !== "pdf") {
        return sendText(reply, "application/json", compileSerializer(reply, TaxForm)(paper));
      }
      const bytes = await Array.fromAsync(pdfOf([paper], context.now));
      return reply.type("application/pdf").send(Buffer.concat(bytes));
    },
  );
}
