// The requests for tax lots: as reported, and as computed from the present transactions. (interface
// 4.8, 4.16)
import type { FastifyReply } from "fastify";
import type { TObject } from "typebox";
import type { App } from "../../../platform/http/frame.ts";
import {
  jsonOrCsv,
  readByVersion,
  sendList,
  sendText,
} from "../../../platform/http/pipeline/response.ts";
import { Type } from "../../../values/type.ts";
import { readBy } from "../../clients-and-accounts/accounts/reads.ts";
import { getClosedTaxLot } from "./computed/get-closed-tax-lot.ts";
import { getOpenTaxLot } from "./computed/get-open-tax-lot.ts";
import { listClosedTaxLots } from "./computed/list-closed-tax-lots.ts";
import { listClosedTaxLotsOfPair } from "./computed/list-closed-tax-lots-of-pair.ts";
import { listOpenTaxLots } from "./computed/list-open-tax-lots.ts";
import { listOpenTaxLotsOfTransaction } from "./computed/list-open-tax-lots-of-transaction.ts";
import { taxLotErrors } from "./errors.ts";
import { csvOf } from "./lots-as-csv.ts";
import { pricedLotRoutes, taxLossRoutes } from "./priced-routes.ts";
import { getReportedTaxLot } from "./reported/get-reported-tax-lot.ts";
import { listReportedTaxLots } from "./reported/list-reported-tax-lots.ts";
import { listReportedTaxLotsOfPair } from "./reported/list-reported-tax-lots-of-pair.ts";
import { rulesOfRequest } from "./rules.ts";
import {
  ClosedTaxLot,
  ClosedTaxLots,
  FormatQuery,
  OpenTaxLot,
  OpenTaxLots,
  ReportedLotsQuery,
  ReportedTaxLot,
  ReportedTaxLots,
} from "./schema.ts";

const accountnumber = Type.String({ examples: ["RA00000001"] });
const originatingtransactionid = Type.String({ examples: ["81001"] });
const closingtransactionid = Type.String({ examples: ["82001"] });
const AccountPath = Type.Object({ accountnumber });
const TransactionPath = Type.Object({ accountnumber, originatingtransactionid });
const OpenLotPath = Type.Object({
  accountnumber,
  originatingtransactionid,
  taxlotid: Type.String({ examples: ["5025394092550015313"] }),
});
const PairPath = Type.Object({ accountnumber, originatingtransactionid, closingtransactionid });
const ClosedLotPath = Type.Object({
  accountnumber,
  originatingtransactionid,
  closingtransactionid,
  taxlotid: Type.String({ examples: ["2813163411684026465"] }),
});

interface PairParams {
  readonly originatingtransactionid: string;
  readonly closingtransactionid: string;
}

const pairOf = ({ originatingtransactionid, closingtransactionid }: PairParams) => ({
  originating: originatingtransactionid,
  closing: closingtransactionid,
});

const config = { ...readBy("detail"), etag: true } as const;

/** Of an account with thousands of lots; the reported ones are stored as JSON. */
const large = { isLarge: () => true };
const largeAsCsv = { isLarge: ({ format }: { readonly format?: unknown }) => format === "csv" };

const ofLot = [taxLotErrors.notReported, taxLotErrors.lotNotFound];
const ofReportedLot = [taxLotErrors.nonTaxable, taxLotErrors.lotNotFound];
const tags = [
  {
    name: "Tax lots",
    description: "Tax lots as they were reported, and as computed from the transactions.",
  },
];
const account = "/restapi/accounts/:accountnumber";
const ofTransaction = ":originatingtransactionid";
const ofPair = ":originatingtransactionid/:closingtransactionid";

/** Registers the requests for tax lots. */
export async function taxLotRoutes(app: App): Promise<void> {
  reportedRoutes(app);
  openRoutes(app);
  closedRoutes(app);
  pricedLotRoutes(app);
  taxLossRoutes(app);
}

function reportedRoutes(app: App): void {
  app.get(
    `${account}/reportedtaxlots`,
    {
      config: {
        ...config,
        ...largeAsCsv,
        rules: rulesOfRequest,
        errors: [taxLotErrors.nonTaxable, taxLotErrors.notReported, taxLotErrors.versionNotFound],
      },
      schema: {
        operationId: "listReportedTaxLots",
        summary: "Get all reported closed tax lots",
        tags,
        params: AccountPath,
        querystring: ReportedLotsQuery,
        response: { 200: jsonOrCsv(ReportedTaxLots) },
      },
    },
    async (request, reply) => {
      const { params, query, context } = request;
      const { taxyear: taxYear, version } = query;
      const year = { accountNumber: params.accountnumber, taxYear, version };
      const { tag, body } = await readByVersion(request, listReportedTaxLots(context, year));
      reply.header("ETag", tag);
      if (query.format !== "csv" || body === "") return sendText(reply, "application/json", body);
      return sheet(reply, ReportedTaxLot, JSON.parse(body) as object[]);
    },
  );

  app.get(
    `${account}/reportedtaxlots/${ofPair}`,
    {
      config: { ...config, errors: ofReportedLot },
      schema: {
        operationId: "listReportedTaxLotsOfPair",
        summary: "Get the reported closed tax lots of one pair of transactions",
        tags,
        params: PairPath,
        response: { 200: ReportedTaxLots },
      },
    },
    async ({ params, context }) =>
      listReportedTaxLotsOfPair(context, params.accountnumber, pairOf(params)),
  );

  app.get(
    `${account}/reportedtaxlots/${ofPair}/:taxlotid`,
    {
      config: { ...config, errors: ofReportedLot },
      schema: {
        operationId: "getReportedTaxLot",
        summary: "Get a reported closed tax lot",
        tags,
        params: ClosedLotPath,
        response: { 200: ReportedTaxLot },
      },
    },
    async ({ params, context }) => {
      const place = { ...pairOf(params), taxLotId: params.taxlotid };
      return getReportedTaxLot(context, params.accountnumber, place);
    },
  );
}

function openRoutes(app: App): void {
  app.get(
    `${account}/opentaxlots`,
    {
      config: { ...config, ...large, errors: [taxLotErrors.notReported] },
      schema: {
        operationId: "listOpenTaxLots",
        summary: "Get all open tax lots",
        tags,
        params: AccountPath,
        querystring: FormatQuery,
        response: { 200: jsonOrCsv(OpenTaxLots) },
      },
    },
    async ({ params, query, context }, reply) => {
      const found = await listOpenTaxLots(context, params.accountnumber);
      return query.format === "csv"
        ? sheet(reply, OpenTaxLot, found)
        : sendList(reply, OpenTaxLot, found);
    },
  );

  app.get(
    `${account}/opentaxlots/${ofTransaction}`,
    {
      config: { ...config, errors: ofLot },
      schema: {
        operationId: "listOpenTaxLotsOfTransaction",
        summary: "Get the open tax lots of one originating transaction",
        tags,
        params: TransactionPath,
        response: { 200: OpenTaxLots },
      },
    },
    async ({ params, context }) =>
      listOpenTaxLotsOfTransaction(context, params.accountnumber, params.originatingtransactionid),
  );

  app.get(
    `${account}/opentaxlots/${ofTransaction}/:taxlotid`,
    {
      config: { ...config, errors: ofLot },
      schema: {
        operationId: "getOpenTaxLot",
        summary: "Get an open tax lot",
        tags,
        params: OpenLotPath,
        response: { 200: OpenTaxLot },
      },
    },
    async ({ params, context }) => {
      const { originatingtransactionid: originating, taxlotid: taxLotId } = params;
      return getOpenTaxLot(context, params.accountnumber, { originating, taxLotId });
    },
  );
}

function closedRoutes(app: App): void {
  app.get(
    `${account}/closedtaxlots`,
    {
      config: { ...config, ...large, errors: [taxLotErrors.notReported] },
      schema: {
        operationId: "listClosedTaxLots",
        summary: "Get all closed tax lots",
        tags,
        params: AccountPath,
        querystring: FormatQuery,
        response: { 200: jsonOrCsv(ClosedTaxLots) },
      },
    },
    async ({ params, query, context }, reply) => {
      const found = await listClosedTaxLots(context, params.accountnumber);
      return query.format === "csv"
        ? sheet(reply, ClosedTaxLot, found)
        : sendList(reply, ClosedTaxLot, found);
    },
  );

  app.get(
    `${account}/closedtaxlots/${ofPair}`,
    {
      config: { ...config, errors: ofLot },
      schema: {
        operationId: "listClosedTaxLotsOfPair",
        summary: "Get the closed tax lots of one pair of transactions",
        tags,
        params: PairPath,
        response: { 200: ClosedTaxLots },
      },
    },
    async ({ params, context }) =>
      listClosedTaxLotsOfPair(context, params.accountnumber, pairOf(params)),
  );

  app.get(
    `${account}/closedtaxlots/${ofPair}/:taxlotid`,
    {
      config: { ...config, errors: ofLot },
      schema: {
        operationId: "getClosedTaxLot",
        summary: "Get a closed tax lot",
        tags,
        params: ClosedLotPath,
        response: { 200: ClosedTaxLot },
      },
    },
    async ({ params, context }) => {
      const place = { ...pairOf(params), taxLotId: params.taxlotid };
      return getClosedTaxLot(context, params.accountnumber, place);
    },
  );
}

function sheet(reply: FastifyReply, type: TObject, found: readonly object[]): FastifyReply {
  return sendText(reply, "text/csv", csvOf(type, found));
}
