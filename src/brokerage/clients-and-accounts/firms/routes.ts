// The requests for firms.

import type { App } from "../../../platform/http/frame.ts";
import { created, Located } from "../../../platform/http/pipeline/response.ts";
import { FirmAssets } from "./assets-schema.ts";
import { createFirm } from "./create-firm.ts";
import { firmErrors } from "./errors.ts";
import { getFirm } from "./get-firm.ts";
import { getFirmAssets } from "./get-firm-assets.ts";
import { getFirmOverview } from "./get-firm-overview.ts";
import { listFirmWorklist } from "./list-firm-worklist.ts";
import { FirmOverview } from "./overview-schema.ts";
import { FirmPath, firmPath } from "./paths.ts";
import { rulesOfNewFirm } from "./rules.ts";
import { Firm, NewFirm } from "./schema.ts";
import { Worklist, WorklistQuery } from "./worklist-schema.ts";

const path = "/restapi/firms";
const tags = [
  { name: "Firms", description: "Corporate firms, which are clients of institutional ones." },
];

/** Registers the requests for firms. */
export async function firmRoutes(app: App): Promise<void> {
  app.post(
    path,
    {
      config: {
        callers: ["institutional"],
        rules: rulesOfNewFirm,
        errors: [
          firmErrors.poBox,
          firmErrors.operator,
          firmErrors.representative,
          firmErrors.uniqueTaxId,
        ],
      },
      schema: {
        operationId: "createFirm",
        summary: "Add a corporate firm",
        tags,
        body: NewFirm,
        response: { 201: Located },
      },
    },
    async (request, reply) => {
      const firmOid = await createFirm(request.context, request.body);
      return created(reply, `${path}/${firmOid}`);
    },
  );

  app.get(
    `${path}/:firmid`,
    {
      config: { access: "namedFirm", callers: ["institutional", "issuing", "operator"] },
      schema: {
        operationId: "getFirm",
        summary: "Get a firm",
        tags,
        params: firmPath("1006"),
        response: { 200: Firm },
      },
    },
    async ({ context, params }) => getFirm(context, params.firmid),
  );

  readOverview(app);
}

/** Registers the read of a firm as a whole, for its staff. */
function readOverview(app: App): void {
  app.get(
    `${path}/:firmid/overview`,
    {
      config: { access: "namedFirm", callers: ["institutional", "operator"], isLarge: () => true },
      schema: {
        operationId: "getFirmOverview",
        summary: "Get what a firm's clients have, and what waits",
        tags,
        params: FirmPath,
        response: { 200: FirmOverview },
      },
    },
    async ({ context, params }) => getFirmOverview(context, params.firmid),
  );

  app.get(
    `${path}/:firmid/worklist`,
    {
      config: { access: "namedFirm", callers: ["institutional", "operator"], isLarge: () => true },
      schema: {
        operationId: "listFirmWorklist",
        summary: "List what waits in a firm's accounts",
        tags,
        params: FirmPath,
        querystring: WorklistQuery,
        response: { 200: Worklist },
      },
    },
    async ({ context, params, query }) => listFirmWorklist(context, params.firmid, query),
  );

  app.get(
    `${path}/:firmid/assets`,
    {
      config: { access: "namedFirm", callers: ["institutional", "operator"], isLarge: () => true },
      schema: {
        operationId: "getFirmAssets",
        summary: "Get what a firm's clients had at the end of each quarter, and the day's movers",
        tags,
        params: FirmPath,
        response: { 200: FirmAssets },
      },
    },
    async ({ context, params }) => getFirmAssets(context, params.firmid),
  );
}
