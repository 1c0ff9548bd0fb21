// The reads of folios; changes are in market/folio-changes. (interface 4.17)

import type { App } from "../../../platform/http/frame.ts";
import { link } from "../../../platform/http/pipeline/response.ts";
import { AccountPath, folioErrors, folioPath, readBy } from "../accounts/reads.ts";
import { getFolio } from "./get-folio.ts";
import { listFolios } from "./list-folios.ts";
import { FolioDetail, Folios } from "./schema.ts";

const FolioPath = folioPath();

const tags = [{ name: "Folios", description: "The parts of an account." }];

const folios = "/restapi/accounts/:accountnumber/folios";
const folio = `${folios}/:folionumber`;

/** Registers the reads of folios. */
export async function folioRoutes(app: App): Promise<void> {
  app.get(
    folios,
    {
      config: readBy("summary"),
      schema: {
        operationId: "listFolios",
        summary: "Get all folios of an account",
        tags,
        params: AccountPath,
        response: { 200: Folios },
      },
    },
    async ({ params, context }) => listFolios(context, params.accountnumber),
  );

  app.get(
    folio,
    {
      config: { ...readBy("summary"), errors: [folioErrors.notFound], responseHeaders: ["Link"] },
      schema: {
        operationId: "getFolio",
        summary: "Get a folio",
        tags,
        params: FolioPath,
        response: { 200: FolioDetail },
      },
    },
    async (request, reply) => {
      const { accountnumber, folionumber } = request.params;
      const found = await getFolio(request.context, accountnumber, folionumber);
      const path = `/restapi/accounts/${accountnumber}/folios/${folionumber}/positions`;
      reply.header("Link", link(request, path, "getPositions"));
      return found;
    },
  );
}
