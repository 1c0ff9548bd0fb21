// The requests for performance, of an account and of its folios, each also under its bare path.
// (interface 4.12 to 4.15)
import type { FastifyRequest } from "fastify";
import Type from "typebox";
import { answered, link, readByVersion } from "../../platform/http/answer.ts";
import type { App } from "../../platform/http/frame.ts";
import { getRawData } from "./get-raw-data.ts";
import { getSummary } from "./get-summary.ts";
import { getUnitValues } from "./get-unit-values.ts";
import type { SeriesKey } from "./queries.ts";
import { RawData, RawDataQuery, Series, SeriesQuery, Summary } from "./schema.ts";

const AccountPath = Type.Object({ accountnumber: Type.String({ examples: ["RA00000001"] }) });
const FolioPath = Type.Object({
  accountnumber: Type.String({ examples: ["RA00000001"] }),
  folionumber: Type.String({ examples: ["RA0000000103"] }),
});

const config = {
  access: "account",
  callers: ["institutional", "issuing", "operator", "client"],
  tagged: true,
} as const;

type PathParams = { readonly accountnumber: string; readonly folionumber?: string };

/** The two levels at which performance is asked for. */
const levels = [
  {
    name: "Folio",
    title: "Folio",
    path: "/accounts/:accountnumber/folios/:folionumber",
    params: FolioPath,
  },
  { name: "Account", title: "", path: "/accounts/:accountnumber", params: AccountPath },
] as const;

/** Registers the requests for performance; the contract names those under `/restapi`. */
export async function performanceRoutes(app: App): Promise<void> {
  for (const level of levels) {
    addRequests(app, level, { prefix: "/restapi", hide: false });
    addRequests(app, level, { prefix: "", hide: true });
  }
}

function addRequests(
  app: App,
  { name, title, path, params }: (typeof levels)[number],
  { prefix, hide }: { readonly prefix: string; readonly hide: boolean },
): void {
  const address = `${prefix}${path}/performance`;
  const level = name.toLowerCase();
  const shown = { hide, tags: ["Performance"], params };

  const unitValues = {
    ...shown,
    operationId: `get${name}UnitValues`,
    summary: `Get ${level} performance unit values`,
    querystring: SeriesQuery,
    response: { 200: Series },
  };
  app.get(`${address}/unitvalues`, { config, schema: unitValues }, async (request, reply) => {
    const key = keyOf(request.params);
    const series = getUnitValues(request.context, key, request.query);
    const { tag, body } = await readByVersion(request, series);
    reply.headers({ ETag: tag, Link: followUps(request, key) });
    return answered(reply, "application/json", body);
  });

  const summary = {
    ...shown,
    operationId: `get${title}PerformanceSummary`,
    summary: `Get what a range of ${level} performance comes to`,
    querystring: SeriesQuery,
    response: { 200: Summary },
  };
  app.get(`${address}/summary`, { config, schema: summary }, async (request) =>
    getSummary(request.context, keyOf(request.params), request.query),
  );

  const rawData = {
    ...shown,
    operationId: `get${title}PerformanceRawData`,
    summary: `Get what ${level} unit values are computed from`,
    querystring: RawDataQuery,
    response: { 200: RawData },
  };
  app.get(`${address}/rawdata`, { config, schema: rawData }, async (request) =>
    getRawData(request.context, keyOf(request.params), request.query),
  );
}

function keyOf({ accountnumber, folionumber = "" }: PathParams): SeriesKey {
  return { accountNumber: accountnumber, folioNumber: folionumber };
}

/** The summary and the raw data of the same series, always under the prefixed path. */
function followUps(request: FastifyRequest, { accountNumber, folioNumber }: SeriesKey): string {
  const folio = folioNumber && `/folios/${folioNumber}`;
  const path = `/restapi/accounts/${accountNumber}${folio}/performance`;
  return [
    link(request, `${path}/summary`, "getPerformanceSummary"),
    link(request, `${path}/rawdata`, "getPerformanceRawData"),
  ].join(", ");
}
