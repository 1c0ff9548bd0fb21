// The requests for what is worked out of lots: what open ones would gain, a sale that is only tried, and the
// steps to a lot's figures. (interface 4.16)

import type { App } from "../../../platform/http/frame.ts";
import {
  compileSerializer,
  sendText,
  serializeEntries,
} from "../../../platform/http/pipeline/response.ts";
import { Type } from "../../../values/type.ts";
import { AccountPath, readBy } from "../../clients-and-accounts/accounts/reads.ts";
import { FirmPath } from "../../clients-and-accounts/firms/reads.ts";
import { getTaxLotSteps } from "./booking/get-tax-lot-steps.ts";
import { listTaxLossCandidates } from "./booking/list-tax-loss-candidates.ts";
import { previewSale } from "./booking/preview-sale.ts";
import { CandidatesQuery, TaxLossCandidates } from "./candidates-schema.ts";
import { getUnrealizedGains } from "./computed/get-unrealized-gains.ts";
import { taxLotErrors } from "./errors.ts";
import { SalePreview, SaleToPreview } from "./preview-schema.ts";
import { rulesOfPreview } from "./rules.ts";
import { TaxLotSteps } from "./steps-schema.ts";
import { UnrealizedGains, UnrealizedLot, UnrealizedSums } from "./unrealized-schema.ts";

const path = "/restapi/accounts/:accountnumber/taxlots";
const shown = { tags: ["Tax lots"], params: AccountPath };

const LotPath = Type.Object({
  ...AccountPath.properties,
  taxlotid: Type.String({ examples: ["4132810016538116094"] }),
});

/** Of an account with thousands of lots. */
const large = { isLarge: () => true };

/** Registers the request for positions that could be sold at a loss. */
export function taxLossRoutes(app: App): void {
  app.get(
    "/restapi/firms/:firmid/taxlosscandidates",
    {
      config: { access: "namedFirm", callers: ["institutional", "operator"], ...large },
      schema: {
        operationId: "listTaxLossCandidates",
        summary: "List positions with lots at a loss, and purchases that would disallow it",
        tags: ["Tax lots"],
        params: FirmPath,
        querystring: CandidatesQuery,
        response: { 200: TaxLossCandidates },
      },
    },
    async ({ context, params, query }) => listTaxLossCandidates(context, params.firmid, query),
  );
}

/** Registers the requests for what is worked out of lots. */
export function pricedLotRoutes(app: App): void {
  app.get(
    `${path}/unrealized`,
    {
      config: { ...readBy("detail"), etag: true, ...large, errors: [taxLotErrors.notReported] },
      schema: {
        operationId: "getUnrealizedGains",
        summary: "Get the open tax lots with their unrealized gains",
        ...shown,
        response: { 200: UnrealizedGains },
      },
    },
    async ({ params, context }, reply) => {
      const { sums, lots } = await getUnrealizedGains(context, params.accountnumber);
      const head = compileSerializer(reply, UnrealizedSums)(sums).slice(0, -1);
      const list = serializeEntries(reply, UnrealizedLot, lots);
      return sendText(reply, "application/json", `${head},"lots":[${list}]}`);
    },
  );

  app.get(
    `${path}/:taxlotid/steps`,
    {
      config: {
        ...readBy("detail"),
        etag: true,
        ...large,
        errors: [taxLotErrors.notReported, taxLotErrors.lotNotFound],
      },
      schema: {
        operationId: "getTaxLotSteps",
        summary: "Get how a tax lot got its figures, step by step",
        ...shown,
        params: LotPath,
        response: { 200: TaxLotSteps },
      },
    },
    async ({ params, context }) => getTaxLotSteps(context, params.accountnumber, params.taxlotid),
  );

  app.post(
    `${path}/preview`,
    {
      config: {
        ...readBy("detail"),
        ...large,
        readOnlyPost: true,
        rules: rulesOfPreview,
        errors: [
          taxLotErrors.notReported,
          taxLotErrors.saleDate,
          taxLotErrors.namedSum,
          taxLotErrors.securityNotHeld,
          taxLotErrors.sharesNotHeld,
          taxLotErrors.lotsNotNamed,
          taxLotErrors.namedNotHeld,
          taxLotErrors.priceUnknown,
        ],
      },
      schema: {
        operationId: "previewSale",
        summary: "Try a sale by each method of lot relief",
        ...shown,
        body: SaleToPreview,
        response: { 200: SalePreview },
      },
    },
    async ({ params, body, context }) => previewSale(context, params.accountnumber, body),
  );
}
