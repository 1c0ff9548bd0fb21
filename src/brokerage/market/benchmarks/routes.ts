// The requests for performance compared with a benchmark. (interface 4.14)
import type { App } from "../../../platform/http/frame.ts";
import {
  AccountPath,
  folioErrors,
  folioPath,
  readBy,
} from "../../clients-and-accounts/accounts/reads.ts";
import { householdPath } from "../../clients-and-accounts/households/reads.ts";
import { benchmarkErrors } from "./errors.ts";
import { getFolioPerformancePeriods } from "./get-folio-performance-periods.ts";
import { getFolioPerformanceSummary } from "./get-folio-performance-summary.ts";
import { getHouseholdPerformancePeriods } from "./get-household-performance-periods.ts";
import { getPerformancePeriods } from "./get-performance-periods.ts";
import { Periods, PeriodsQuery } from "./periods-schema.ts";
import { FolioSummary, FolioSummaryQuery } from "./schema.ts";

const FolioPath = folioPath();

const config = { ...readBy("summary"), etag: true } as const;
const errors = [folioErrors.notFound, benchmarkErrors.notFound];

/** A model is compared by all closes of all its securities. */
const isLarge = ({ benchmark }: Readonly<Record<string, unknown>>) =>
  typeof benchmark === "string" && benchmark.startsWith("model:");

const ofAccount = "/accounts/:accountnumber/performance";
const ofFolio = "/accounts/:accountnumber/folios/:folionumber/performance";

// The tag is described with the series themselves.
const tags = ["Performance"];

/** Registers the requests for standard periods, under `/restapi` alone, and for the summary of a folio. */
export async function benchmarkRoutes(app: App): Promise<void> {
  periodsRequests(app);
  householdPeriodsRequest(app);
  summaryRequest(app, "/restapi", false);
  summaryRequest(app, "", true);
}

function periodsRequests(app: App): void {
  app.get(
    `/restapi${ofAccount}/periods`,
    {
      config: { ...config, isLarge, errors: [benchmarkErrors.notFound] },
      schema: {
        operationId: "getPerformancePeriods",
        summary: "Get the returns of an account's standard periods",
        tags,
        params: AccountPath,
        querystring: PeriodsQuery,
        response: { 200: Periods },
      },
    },
    async ({ context, params, query }) =>
      getPerformancePeriods(context, params.accountnumber, query),
  );

  app.get(
    `/restapi${ofFolio}/periods`,
    {
      config: { ...config, isLarge, errors },
      schema: {
        operationId: "getFolioPerformancePeriods",
        summary: "Get the returns of a folio's standard periods",
        tags,
        params: FolioPath,
        querystring: PeriodsQuery,
        response: { 200: Periods },
      },
    },
    async ({ context, params, query }) =>
      getFolioPerformancePeriods(context, folioKey(params), query),
  );
}

function householdPeriodsRequest(app: App): void {
  app.get(
    "/restapi/households/:householdoid/performance/periods",
    {
      config: {
        access: "household",
        callers: ["institutional", "operator", "client"],
        isLarge,
        errors: [benchmarkErrors.notFound],
      },
      schema: {
        operationId: "getHouseholdPerformancePeriods",
        summary: "Get the returns of a household's standard periods",
        tags: ["Households"],
        params: householdPath,
        querystring: PeriodsQuery,
        response: { 200: Periods },
      },
    },
    async ({ context, params, query }) =>
      getHouseholdPerformancePeriods(context, params.householdoid, query),
  );
}

function summaryRequest(app: App, prefix: string, hide: boolean): void {
  app.get(
    `${prefix}${ofFolio}/summary`,
    {
      config: { ...config, isLarge, errors },
      schema: {
        hide,
        operationId: "getFolioPerformanceSummary",
        summary: "Get a summary of folio performance over a range",
        tags,
        params: FolioPath,
        querystring: FolioSummaryQuery,
        response: { 200: FolioSummary },
      },
    },
    async ({ context, params, query }) =>
      getFolioPerformanceSummary(context, folioKey(params), query),
  );
}

function folioKey({
  accountnumber,
  folionumber,
}: {
  readonly accountnumber: string;
  readonly folionumber: string;
}) {
  return { accountNumber: accountnumber, folioNumber: folionumber };
}
