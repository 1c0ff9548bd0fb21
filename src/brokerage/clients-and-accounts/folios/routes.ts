// The requests for folios. (interface 4.17)

import type { App } from "../../../platform/http/frame.ts";
import { created, Located, link, updated } from "../../../platform/http/pipeline/response.ts";
import { valueErrors } from "../../../values/errors.ts";
import { AccountPath, folioErrors, folioPath, readBy } from "../accounts/reads.ts";
import { createFolio } from "./create-folio.ts";
import { folioChangeErrors } from "./errors.ts";
import { getFolio } from "./get-folio.ts";
import { listFolios } from "./list-folios.ts";
import { rulesOfFolioUpdate, rulesOfNewFolio } from "./rules.ts";
import { FolioDetail, Folios, FolioUpdate, NewFolio } from "./schema.ts";
import { updateFolio } from "./update-folio.ts";

const FolioPath = folioPath();

const changing = { access: "account", right: "p", callers: ["institutional"] } as const;
const tags = [{ name: "Folios", description: "The parts of an account." }];

const folios = "/restapi/accounts/:accountnumber/folios";
const folio = `${folios}/:folionumber`;
const addressOf = (account: string, number: string) =>
  `/restapi/accounts/${account}/folios/${number}`;

/** Registers the requests for folios. */
export async function folioRoutes(app: App): Promise<void> {
  readsOfFolios(app);
  changesOfFolios(app);
}

function readsOfFolios(app: App): void {
  app.get(
    folios,
    {
      config: readBy("s"),
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
      config: { ...readBy("s"), errors: [folioErrors.notFound], answerHeaders: ["Link"] },
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
      const path = `${addressOf(accountnumber, folionumber)}/positions`;
      reply.header("Link", link(request, path, "getPositions"));
      return found;
    },
  );
}

function changesOfFolios(app: App): void {
  const { count, fixed, close } = folioChangeErrors;
  app.post(
    folios,
    {
      config: { ...changing, rules: rulesOfNewFolio, errors: [valueErrors.uriMatching, count] },
      schema: {
        operationId: "createFolio",
        summary: "Make a folio",
        tags,
        params: AccountPath,
        body: NewFolio,
        response: { 201: Located },
      },
    },
    async ({ context, params, body }, reply) => {
      const number = await createFolio(context, params.accountnumber, body);
      return created(reply, addressOf(params.accountnumber, number));
    },
  );

  app.put(
    folio,
    {
      config: {
        ...changing,
        rules: rulesOfFolioUpdate,
        errors: [valueErrors.uriMatching, folioErrors.notFound, fixed, close],
      },
      schema: {
        operationId: "updateFolio",
        summary: "Change a folio, or close it",
        tags,
        params: FolioPath,
        body: FolioUpdate,
        response: { 200: Located },
      },
    },
    async ({ context, params, body }, reply) => {
      await updateFolio(context, params.accountnumber, params.folionumber, body);
      return updated(reply, addressOf(params.accountnumber, params.folionumber));
    },
  );
}
