// The requests for cash deposits. (interface 4.10)

import type { App } from "../../../platform/http/frame.ts";
import { accountPath, readBy } from "../../clients-and-accounts/accounts/reads.ts";
import { cashDepositErrors } from "./errors.ts";
import { getCheckInstructions } from "./get-check-instructions.ts";
import { getEftInstructions } from "./get-eft-instructions.ts";
import { getExpressCheckInstructions } from "./get-express-check-instructions.ts";
import { getWireInstructions } from "./get-wire-instructions.ts";
import { CheckInstructions, EftInstructions, WireInstructions } from "./schema.ts";

const AccountPath = accountPath("RA00000002");
const path = "/restapi/accounts/:accountnumber/cashtransfers";
const tags = [
  { name: "Cash deposits", description: "Where to mail a check, and where to send money." },
];

/** Registers the requests for cash deposits. */
export async function cashDepositRoutes(app: App): Promise<void> {
  app.get(
    `${path}/expresscheckinstructions`,
    {
      config: {
        ...readBy("money"),
        errors: [cashDepositErrors.noAddress],
      },
      schema: {
        operationId: "getExpressCheckInstructions",
        summary: "Get overnight check deposit instructions",
        tags,
        params: AccountPath,
        response: { 200: CheckInstructions },
      },
    },
    async (request) => getExpressCheckInstructions(request.context, request.params.accountnumber),
  );

  app.get(
    `${path}/checkinstructions`,
    {
      config: { ...readBy("money"), errors: [cashDepositErrors.noAddress] },
      schema: {
        operationId: "getCheckInstructions",
        summary: "Get standard check deposit instructions",
        tags,
        params: AccountPath,
        response: { 200: CheckInstructions },
      },
    },
    async ({ context, params }) => getCheckInstructions(context, params.accountnumber),
  );

  app.get(
    `${path}/eftinstructions`,
    {
      config: { ...readBy("money"), errors: [cashDepositErrors.noEft] },
      schema: {
        operationId: "getEftInstructions",
        summary: "Get instructions for electronic transfers",
        tags,
        params: AccountPath,
        response: { 200: EftInstructions },
      },
    },
    async ({ context, params }) => getEftInstructions(context, params.accountnumber),
  );

  app.get(
    `${path}/wireinstructions`,
    {
      config: { ...readBy("money"), errors: [cashDepositErrors.noWire] },
      schema: {
        operationId: "getWireInstructions",
        summary: "Get instructions for wires",
        tags,
        params: AccountPath,
        response: { 200: WireInstructions },
      },
    },
    async ({ context, params }) => getWireInstructions(context, params.accountnumber),
  );
}
