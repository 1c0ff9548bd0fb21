// The requests for the performance of an account and of its folios, each also without `/restapi`.
// (interface 4.12 to 4.15)
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../../platform/http/frame.ts";
import {
  link,
  readByVersion,
  sendText,
  type VersionedResponse,
} from "../../../platform/http/pipeline/response.ts";
import {
  AccountPath,
  folioErrors,
  folioPath,
  readBy,
} from "../../clients-and-accounts/accounts/reads.ts";
import { getAccountUnitValues } from "./get-account-unit-values.ts";
import { getFolioPerformanceRawData } from "./get-folio-performance-raw-data.ts";
import { getFolioUnitValues } from "./get-folio-unit-values.ts";
import { getPerformanceRawData } from "./get-performance-raw-data.ts";
import { getPerformanceSummary } from "./get-performance-summary.ts";
import { getReturnSteps } from "./get-return-steps.ts";
import { RawData, RawDataQuery, Series, SeriesQuery, Summary } from "./schema.ts";
import { ReturnSteps, StepsQuery } from "./steps-schema.ts";

const tags = [
  {
    name: "Performance",
    description: "Daily unit values, and the data from which they are computed.",
  },
];
const FolioPath = folioPath();

const summarized = { ...readBy("summary"), etag: true } as const;
const detailed = { ...readBy("detail"), etag: true } as const;
const errors = [folioErrors.notFound];

const ofAccount = "/accounts/:accountnumber/performance";
const ofFolio = "/accounts/:accountnumber/folios/:folionumber/performance";

/** Registers the requests for performance; the contract names those under `/restapi`. */
export async function performanceRoutes(app: App): Promise<void> {
  for (const [prefix, hide] of [
    ["/restapi", false],
    ["", true],
  ] as const) {
    accountRequests(app, prefix, hide);
    folioRequests(app, prefix, hide);
  }
  stepsRequest(app);
}

function accountRequests(app: App, prefix: string, hide: boolean): void {
  const shown = { hide, tags, params: AccountPath };
  const unitValues = {
    ...shown,
    operationId: "getAccountUnitValues",
    summary: "Get account performance unit values",
    querystring: SeriesQuery,
    response: { 200: Series },
  };
  app.get(
    `${prefix}${ofAccount}/unitvalues`,
    { config: { ...summarized, responseHeaders: ["Link"] }, schema: unitValues },
    async (request, reply) => {
      const { accountnumber } = request.params;
      const series = getAccountUnitValues(request.context, accountnumber, request.query);
      return sendSeries(request, reply, series, `/accounts/${accountnumber}`);
    },
  );

  const summary = {
    ...shown,
    operationId: "getPerformanceSummary",
    summary: "Get a summary of account performance over a range",
    querystring: SeriesQuery,
    response: { 200: Summary },
  };
  app.get(
    `${prefix}${ofAccount}/summary`,
    { config: summarized, schema: summary },
    async ({ context, params, query }) =>
      getPerformanceSummary(context, params.accountnumber, query),
  );

  const rawData = {
    ...shown,
    operationId: "getPerformanceRawData",
    summary: "Get the raw data of account unit values",
    querystring: RawDataQuery,
    response: { 200: RawData },
  };
  app.get(
    `${prefix}${ofAccount}/rawdata`,
    { config: detailed, schema: rawData },
    async ({ context, params, query }) =>
      getPerformanceRawData(context, params.accountnumber, query),
  );
}

/** The steps of a return; they came with this service, and so under `/restapi` alone. */
function stepsRequest(app: App): void {
  app.get(
    `/restapi${ofAccount}/steps`,
    {
      config: detailed,
      schema: {
        operationId: "getReturnSteps",
        summary: "Get how the returns of a range came about, step by step",
        tags,
        params: AccountPath,
        querystring: StepsQuery,
        response: { 200: ReturnSteps },
      },
    },
    async ({ context, params, query }) => getReturnSteps(context, params.accountnumber, query),
  );
}

function folioRequests(app: App, prefix: string, hide: boolean): void {
  const shown = { hide, tags, params: FolioPath };
  const unitValues = {
    ...shown,
    operationId: "getFolioUnitValues",
    summary: "Get folio performance unit values",
    querystring: SeriesQuery,
    response: { 200: Series },
  };
  app.get(
    `${prefix}${ofFolio}/unitvalues`,
    { config: { ...summarized, errors, responseHeaders: ["Link"] }, schema: unitValues },
    async (request, reply) => {
      const { accountnumber, folionumber } = request.params;
      const series = getFolioUnitValues(request.context, folioKey(request.params), request.query);
      const subject = `/accounts/${accountnumber}/folios/${folionumber}`;
      return sendSeries(request, reply, series, subject);
    },
  );

  const rawData = {
    ...shown,
    operationId: "getFolioPerformanceRawData",
    summary: "Get the raw data of folio unit values",
    querystring: RawDataQuery,
    response: { 200: RawData },
  };
  app.get(
    `${prefix}${ofFolio}/rawdata`,
    { config: { ...detailed, errors }, schema: rawData },
    async ({ context, params, query }) =>
      getFolioPerformanceRawData(context, folioKey(params), query),
  );
}

type FolioParams = { readonly accountnumber: string; readonly folionumber: string };

function folioKey({ accountnumber, folionumber }: FolioParams) {
  return { accountNumber: accountnumber, folioNumber: folionumber };
}

/** A series with its links: the summary and the raw data, always under `/restapi`. */
async function sendSeries(
  request: FastifyRequest,
  reply: FastifyReply,
  series: VersionedResponse,
  subject: string,
): Promise<FastifyReply> {
  const { tag, body } = await readByVersion(request, series);
  const path = `/restapi${subject}/performance`;
  const followUps = [
    link(request, `${path}/summary`, "getPerformanceSummary"),
    link(request, `${path}/rawdata`, "getPerformanceRawData"),
  ];
  reply.headers({ ETag: tag, Link: followUps.join(", ") });
  return sendText(reply, "application/json", body);
}
