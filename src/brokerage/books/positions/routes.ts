// The requests for what folios and accounts hold. (interface 4.18)

import type { App } from "../../../platform/http/frame.ts";
import { Type } from "../../../values/type.ts";
import {
  AccountPath,
  folioErrors,
  folioPath,
  readBy,
} from "../../clients-and-accounts/accounts/reads.ts";
import { householdPath } from "../../clients-and-accounts/households/reads.ts";
import { listAccountPositions } from "./list-account-positions.ts";
import { listCurrentWeights } from "./list-current-weights.ts";
import { listFolioPositions } from "./list-folio-positions.ts";
import { listHouseholdPositions } from "./list-household-positions.ts";
import { AccountPositions, CurrentWeights, FolioPositions, HouseholdPosition } from "./schema.ts";

const tags = [
  { name: "Positions", description: "Holdings of folios and accounts, at the last prices." },
];
const FolioPath = folioPath();

const etag = { ...readBy("detail"), etag: true } as const;
const errors = [folioErrors.notFound];

const account = "/restapi/accounts/:accountnumber";
const folio = `${account}/folios/:folionumber`;

/** Registers the requests for positions and current weights. */
export async function positionRoutes(app: App): Promise<void> {
  app.get(
    `${folio}/positions`,
    {
      config: { ...etag, errors },
      schema: {
        operationId: "listFolioPositions",
        summary: "Get the positions of a folio",
        tags,
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
      config: { ...etag, errors },
      schema: {
        operationId: "listCurrentWeights",
        summary: "Get the current weights of a folio",
        tags,
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
      config: etag,
      schema: {
        operationId: "listAccountPositions",
        summary: "Get the positions of an account",
        tags,
        params: AccountPath,
        response: { 200: AccountPositions },
      },
    },
    async ({ params, context }) => listAccountPositions(context, params.accountnumber),
  );

  app.get(
    "/restapi/households/:householdoid/positions",
    {
      config: { access: "household", callers: ["institutional", "operator", "client"] },
      schema: {
        operationId: "listHouseholdPositions",
        summary: "Get the positions of a household",
        tags,
        params: householdPath,
        response: { 200: Type.Array(HouseholdPosition, { maxItems: 100_000 }) },
      },
    },
    async ({ params, context }) => listHouseholdPositions(context, params.householdoid),
  );
}
