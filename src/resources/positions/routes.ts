// The requests for folios and for what folios and accounts hold. (interface 4.17, 4.18)
import Type from "typebox";
import { link } from "../../platform/http/answer.ts";
import type { App } from "../../platform/http/frame.ts";
import { folioErrors } from "../accounts/reads.ts";
import { getFolio } from "./get-folio.ts";
import { listAccountPositions } from "./list-account-positions.ts";
import { listCurrentWeights } from "./list-current-weights.ts";
import { listFolioPositions } from "./list-folio-positions.ts";
import { listFolios } from "./list-folios.ts";
import { AccountPositions, CurrentWeights, Folio, FolioPositions, Folios } from "./schema.ts";

const accountnumber = Type.String({ examples: ["RA00000001"] });
const AccountPath = Type.Object({ accountnumber });
const FolioPath = Type.Object({
  accountnumber,
  folionumber: Type.String({ examples: ["RA0000000103"] }),
});

const config = {
  access: "account",
  callers: ["institutional", "issuing", "operator", "client"],
} as const;
const tagged = { ...config, tagged: true } as const;
const errors = [folioErrors.notFound];

const account = "/restapi/accounts/:accountnumber";
const folio = `${account}/folios/:folionumber`;

/** Registers the requests for folios, positions and current weights. */
export async function positionRoutes(app: App): Promise<void> {
  folioRoutes(app);
  heldRoutes(app);
}

function folioRoutes(app: App): void {
  app.get(
    `${account}/folios`,
    {
      config,
      schema: {
        operationId: "listFolios",
        summary: "Get all folios of an account",
        tags: ["Folios"],
        params: AccountPath,
        response: { 200: Folios },
      },
    },
    async ({ params, context }) => listFolios(context, params.accountnumber),
  );

  app.get(
    folio,
    {
      config: { ...config, errors, answerHeaders: ["Link"] },
      schema: {
        operationId: "getFolio",
        summary: "Get a folio",
        tags: ["Folios"],
        params: FolioPath,
        response: { 200: Folio },
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

function heldRoutes(app: App): void {
  app.get(
    `${folio}/positions`,
    {
      config: { ...tagged, errors },
      schema: {
        operationId: "listFolioPositions",
        summary: "Get the positions of a folio",
        tags: ["Positions"],
        params: FolioPath,
        response: { 200: FolioPositions },
      },
    },
    async ({ params, context }) =>
      listFolioPositions(context, params.accountnumber, params.folionumber),
  );

  app.get(
    `${folio}/currentweights`,
    {
      config: { ...tagged, errors },
      schema: {
        operationId: "listCurrentWeights",
        summary: "Get the current weights of a folio",
        tags: ["Positions"],
        params: FolioPath,
        response: { 200: CurrentWeights },
      },
    },
    async ({ params, context }) =>
      listCurrentWeights(context, params.accountnumber, params.folionumber),
  );

  app.get(
    `${account}/positions`,
    {
      config: tagged,
      schema: {
        operationId: "listAccountPositions",
        summary: "Get the positions of an account",
        tags: ["Positions"],
        params: AccountPath,
        response: { 200: AccountPositions },
      },
    },
    async ({ params, context }) => listAccountPositions(context, params.accountnumber),
  );
}
