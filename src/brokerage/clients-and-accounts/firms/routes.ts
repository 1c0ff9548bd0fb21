// The requests for firms.

import type { App } from "../../../platform/http/frame.ts";
import { created, Located } from "../../../platform/http/pipeline/response.ts";
import { createFirm } from "./create-firm.ts";
import { firmErrors } from "./errors.ts";
import { getFirm } from "./get-firm.ts";
import { getFirmOverview } from "./get-firm-overview.ts";
import { FirmOverview } from "./overview-schema.ts";
import { FirmPath, firmPath } from "./paths.ts";
import { rulesOfNewFirm } from "./rules.ts";
import { Firm, NewFirm } from "./schema.ts";

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
}
