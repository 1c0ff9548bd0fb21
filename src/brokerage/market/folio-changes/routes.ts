// The changes of folios. (interface 4.17)
import type { App } from "../../../platform/http/frame.ts";
import { created, Located, updated } from "../../../platform/http/pipeline/response.ts";
import { valueErrors } from "../../../values/errors.ts";
import { AccountPath, folioErrors, folioPath } from "../../clients-and-accounts/accounts/reads.ts";
import {
  FolioUpdate,
  folioChangeErrors,
  NewFolio,
  rulesOfFolioUpdate,
  rulesOfNewFolio,
} from "../../clients-and-accounts/folios/reads.ts";
import { createFolio } from "./create-folio.ts";
import { updateFolio } from "./update-folio.ts";

const FolioPath = folioPath();

const changing = { access: "account", right: "papers", callers: ["institutional"] } as const;

// The tag is described with the reads of folios.
const tags = ["Folios"];

const folios = "/restapi/accounts/:accountnumber/folios";
const folio = `${folios}/:folionumber`;
const addressOf = (account: string, number: string) =>
  `/restapi/accounts/${account}/folios/${number}`;

/** Registers the changes of folios. */
export async function folioChangeRoutes(app: App): Promise<void> {
  const { count, fixed, close, benchmark } = folioChangeErrors;
  app.post(
    folios,
    {
      config: {
        ...changing,
        rules: rulesOfNewFolio,
        errors: [valueErrors.uriMatching, count, benchmark],
      },
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
        errors: [valueErrors.uriMatching, folioErrors.notFound, fixed, close, benchmark],
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
