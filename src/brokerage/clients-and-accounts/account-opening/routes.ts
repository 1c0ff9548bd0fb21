// The request that opens an account. (interface 4.2)

import type { App } from "../../../platform/http/frame.ts";
import { created, Located } from "../../../platform/http/pipeline/response.ts";
import { accountErrors, openingErrors } from "../accounts/errors.ts";
import { unverifiedError } from "../verifications/reads.ts";
import { createAccount } from "./create-account.ts";
import { rulesOfNewAccount } from "./new-account-rules.ts";
import { NewAccount } from "./new-account-schema.ts";

const { notUpdateable: _ofUpdate, ...ofOpening } = accountErrors;

/** Registers the request that opens an account. */
export async function accountOpeningRoutes(app: App): Promise<void> {
  app.post(
    "/restapi/accounts",
    {
      config: {
        callers: ["institutional"],
        rules: rulesOfNewAccount,
        errors: [...Object.values(ofOpening), ...Object.values(openingErrors), unverifiedError],
      },
      schema: {
        operationId: "createAccount",
        summary: "Open an account",
        tags: ["Accounts"],
        body: NewAccount,
        response: { 201: Located },
      },
    },
    async (request, reply) => {
      const account = await createAccount(request.context, request.body);
      return created(reply, `/restapi/accounts/${account}`);
    },
  );
}
