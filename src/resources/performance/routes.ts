// The requests for performance series, each also under its bare path. (interface 4.12, 4.13)
import Type from "typebox";
import type { App } from "../../platform/frame.ts";
import { getAccountUnitValues } from "./get-account-unit-values.ts";
import { getFolioUnitValues } from "./get-folio-unit-values.ts";
import { Series, SeriesQuery } from "./schema.ts";

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

/** Registers the requests for performance series; the contract names those under `/restapi`. */
export async function performanceRoutes(app: App): Promise<void> {
  for (const { prefix, hide } of [
    { prefix: "/restapi", hide: false },
    { prefix: "", hide: true },
  ]) {
    app.get(
      `${prefix}/accounts/:accountnumber/folios/:folionumber/performance/unitvalues`,
      {
        config,
        schema: {
          hide,
          operationId: "getFolioUnitValues",
          summary: "Get folio performance unit values",
          tags: ["Performance"],
          params: FolioPath,
          querystring: SeriesQuery,
          response: { 200: Series },
        },
      },
      async (request) => {
        const { accountnumber: accountNumber, folionumber: folioNumber } = request.params;
        return getFolioUnitValues(request.context, { accountNumber, folioNumber }, request.query);
      },
    );

    app.get(
      `${prefix}/accounts/:accountnumber/performance/unitvalues`,
      {
        config,
        schema: {
          hide,
          operationId: "getAccountUnitValues",
          summary: "Get account performance unit values",
          tags: ["Performance"],
          params: AccountPath,
          querystring: SeriesQuery,
          response: { 200: Series },
        },
      },
      async (request) =>
        getAccountUnitValues(request.context, request.params.accountnumber, request.query),
    );
  }
}
