// The requests for securities and their closes. (interface 4.27)

import type { App } from "../../../platform/http/frame.ts";
import { jsonOrCsv, sendPage, sendText } from "../../../platform/http/pipeline/response.ts";
import { securityErrors } from "../../../reference/securities/errors.ts";
import { type CsvColumns, csvCell, csvTable } from "../../../values/csv-cell.ts";
import { rangeError } from "../../../values/date-range.ts";
import { Type } from "../../../values/type.ts";
import { listErrors } from "./errors.ts";
import { getSecurity } from "./get-security.ts";
import { getSecurityOfTicker } from "./get-security-of-ticker.ts";
import { listSecurities } from "./list-securities.ts";
import { listSecurityPrices } from "./list-security-prices.ts";
import { rulesOfRange } from "./rules.ts";
import {
  ListedSecurity,
  PricesQuery,
  SecuritiesQuery,
  Security,
  type SecurityClose,
  SecurityPrices,
} from "./schema.ts";

const SecurityPath = Type.Object({ securityid: Type.String({ examples: ["601"] }) });
const TickerPath = Type.Object({ ticker: Type.String({ examples: ["ACME"] }) });

const callers = ["institutional", "issuing", "operator", "client"] as const;
const tags = [
  { name: "Securities", description: "Securities, how they are found, and their closes." },
];
const errors = [securityErrors.notFound];

/** Registers the requests for securities and their closes. */
export async function securityRoutes(app: App): Promise<void> {
  app.get(
    "/restapi/securities",
    {
      config: { callers, errors: Object.values(listErrors) },
      schema: {
        operationId: "listSecurities",
        summary: "Find securities",
        tags,
        querystring: SecuritiesQuery,
        response: { 200: Type.Array(ListedSecurity, { maxItems: 100 }) },
      },
    },
    async ({ context, query }, reply) =>
      sendPage(reply, ListedSecurity, await listSecurities(context, query)),
  );

  app.get(
    "/restapi/securities/:securityid",
    {
      config: { callers, errors },
      schema: {
        operationId: "getSecurity",
        summary: "Get a security",
        tags,
        params: SecurityPath,
        response: { 200: Security },
      },
    },
    async ({ context, params }) => getSecurity(context, params.securityid),
  );

  app.get(
    "/restapi/security/:ticker",
    {
      config: { callers, errors },
      schema: {
        operationId: "getSecurityOfTicker",
        summary: "Get the security that has, or last had, a ticker",
        tags,
        params: TickerPath,
        response: { 200: Security },
      },
    },
    async ({ context, params }) => getSecurityOfTicker(context, params.ticker),
  );
  priceListRoute(app);
}

function priceListRoute(app: App): void {
  app.get(
    "/restapi/securities/:securityid/prices",
    {
      config: { callers, rules: rulesOfRange, errors: [rangeError, ...errors] },
      schema: {
        operationId: "listSecurityPrices",
        summary: "Get the closes of a security, as quoted and over its splits",
        tags,
        params: SecurityPath,
        querystring: PricesQuery,
        response: { 200: jsonOrCsv(SecurityPrices) },
      },
    },
    async ({ context, params, query }, reply) => {
      const found = await listSecurityPrices(context, params.securityid, query);
      if (query.format !== "csv") return found;
      return sendText(reply, "text/csv", csvTable(closeColumns, found.prices));
    },
  );
}

const closeColumns: CsvColumns<SecurityClose> = {
  date: ({ date }) => date.slice(0, "YYYY-MM-DD".length),
  close: ({ close }) => close,
  adjustedClose: ({ adjustedClose }) => adjustedClose,
  source: ({ source }) => csvCell(source),
};
