// The requests for tax lots: as they were reported, and as the transactions now have them.
// (interface 4.8, 4.16)
import type { FastifyReply } from "fastify";
import Type, { type TObject } from "typebox";
import { answered, readByVersion } from "../../platform/http/answer.ts";
import type { App } from "../../platform/http/frame.ts";
import {
  getClosedTaxLot,
  getOpenTaxLot,
  listClosedTaxLots,
  listOpenTaxLots,
} from "./computed/list-computed-lots.ts";
import { csvOf } from "./computed/lots-as-csv.ts";
import {
  listReportedTaxLots,
  listReportedTaxLotsOfPair,
} from "./reported/list-reported-tax-lots.ts";
import { rulesOfRequest } from "./rules.ts";
import {
  ClosedTaxLot,
  ClosedTaxLots,
  FormatQuery,
  OpenTaxLot,
  OpenTaxLots,
  ReportedTaxLots,
  TaxYearQuery,
} from "./schema.ts";

const accountnumber = Type.String({ examples: ["RA00000001"] });
const AccountPath = Type.Object({ accountnumber });
const OpenLotPath = Type.Object({
  accountnumber,
  taxlotid: Type.String({ examples: ["5025394092550015313"] }),
});
const ClosedLotPath = Type.Object({
  accountnumber,
  taxlotid: Type.String({ examples: ["2813163411684026465"] }),
});
const PairPath = Type.Object({
  accountnumber,
  originatingtxnid: Type.String({ examples: ["81001"] }),
  closingtxnid: Type.String({ examples: ["82001"] }),
});

const config = {
  access: "account",
  callers: ["institutional", "issuing", "operator", "client"],
  tagged: true,
} as const;

const tags = ["Tax lots"];
const lots = "/restapi/accounts/:accountnumber";

/** Registers the requests for tax lots. */
export async function taxLotRoutes(app: App): Promise<void> {
  reportedRoutes(app);
  openRoutes(app);
  closedRoutes(app);
}

function reportedRoutes(app: App): void {
  app.get(
    `${lots}/reportedtaxlots`,
    {
      config: { ...config, rules: rulesOfRequest },
      schema: {
        operationId: "listReportedTaxLots",
        summary: "Get all reported closed tax lots",
        tags,
        params: AccountPath,
        querystring: TaxYearQuery,
        response: { 200: ReportedTaxLots },
      },
    },
    async (request, reply) => {
      const { params, query, context } = request;
      const year = { accountNumber: params.accountnumber, taxYear: query.taxyear };
      const { tag, body } = await readByVersion(request, listReportedTaxLots(context, year));
      reply.header("ETag", tag);
      return answered(reply, "application/json", body);
    },
  );

  app.get(
    `${lots}/reportedtaxlots/:originatingtxnid/:closingtxnid`,
    {
      config,
      schema: {
        operationId: "listReportedTaxLotsOfPair",
        summary: "Get the reported closed tax lots of one pair of transactions",
        tags,
        params: PairPath,
        response: { 200: ReportedTaxLots },
      },
    },
    async ({ params, context }) => {
      const pair = { originating: params.originatingtxnid, closing: params.closingtxnid };
      return listReportedTaxLotsOfPair(context, params.accountnumber, pair);
    },
  );
}

function openRoutes(app: App): void {
  app.get(
    `${lots}/opentaxlots`,
    {
      config,
      schema: {
        operationId: "listOpenTaxLots",
        summary: "Get all open tax lots",
        tags,
        params: AccountPath,
        querystring: FormatQuery,
        response: { 200: OpenTaxLots },
      },
    },
    async ({ params, query, context }, reply) => {
      const found = await listOpenTaxLots(context, params.accountnumber);
      return query.format === "csv" ? sheet(reply, OpenTaxLot, found) : found;
    },
  );

  app.get(
    `${lots}/opentaxlots/:taxlotid`,
    {
      config,
      schema: {
        operationId: "getOpenTaxLot",
        summary: "Get an open tax lot",
        tags,
        params: OpenLotPath,
        response: { 200: OpenTaxLot },
      },
    },
    async ({ params, context }) => getOpenTaxLot(context, params.accountnumber, params.taxlotid),
  );
}

function closedRoutes(app: App): void {
  app.get(
    `${lots}/closedtaxlots`,
    {
      config,
      schema: {
        operationId: "listClosedTaxLots",
        summary: "Get all closed tax lots",
        tags,
        params: AccountPath,
        querystring: FormatQuery,
        response: { 200: ClosedTaxLots },
      },
    },
    async ({ params, query, context }, reply) => {
      const found = await listClosedTaxLots(context, params.accountnumber);
      return query.format === "csv" ? sheet(reply, ClosedTaxLot, found) : found;
    },
  );

  app.get(
    `${lots}/closedtaxlots/:taxlotid`,
    {
      config,
      schema: {
        operationId: "getClosedTaxLot",
        summary: "Get a closed tax lot",
        tags,
        params: ClosedLotPath,
        response: { 200: ClosedTaxLot },
      },
    },
    async ({ params, context }) => getClosedTaxLot(context, params.accountnumber, params.taxlotid),
  );
}

function sheet(reply: FastifyReply, type: TObject, found: readonly object[]): FastifyReply {
  return answered(reply, "text/csv", csvOf(type, found));
}
