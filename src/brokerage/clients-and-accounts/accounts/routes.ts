// The requests for accounts. (interface 2.2, 4.2)

import type { App } from "../../../platform/http/frame.ts";
import { Located, sendPage, sendText, updated } from "../../../platform/http/pipeline/response.ts";
import { valueErrors } from "../../../values/errors.ts";
import { Type } from "../../../values/type.ts";
import { accountErrors } from "./errors.ts";
import { getAccount } from "./get-account.ts";
import { AccountsQuery, ListedAccount } from "./index-schema.ts";
import { listAccounts } from "./list-accounts.ts";
import { AccountPath, readBy } from "./paths.ts";
import { rulesOfUpdate } from "./rules.ts";
import { AccountUpdate } from "./schema.ts";
import { ShownAccount } from "./shown-schema.ts";
import { updateAccount } from "./update-account.ts";

const tags = [
  { name: "Accounts", description: "Accounts with their owners, beneficiaries and exclusions." },
];
/** Registers the requests for accounts. */
export async function accountRoutes(app: App): Promise<void> {
  requestsForAll(app);
  requestsForOne(app);
}

function requestsForAll(app: App): void {
  const mayUseMember = app.frame.access.member;
  app.get(
    "/restapi/accounts",
    {
      config: {
        callers: ["institutional", "issuing", "operator", "client"],
        isLarge: ({ limit }) => limit === undefined,
      },
      schema: {
        operationId: "listAccounts",
        summary: "List accounts",
        tags,
        querystring: AccountsQuery,
        response: { 200: Type.Array(ListedAccount) },
      },
    },
    async (request, reply) =>
      sendPage(
        reply,
        ListedAccount,
        await listAccounts(request.context, request.query, mayUseMember),
      ),
  );
}

function requestsForOne(app: App): void {
  app.get(
    "/restapi/accounts/:accountnumber",
    {
      config: {
        ...readBy("summary"),
        etag: "record",
      },
      schema: {
        operationId: "getAccount",
        summary: "Get an account",
        tags,
        params: AccountPath,
        response: { 200: ShownAccount },
      },
    },
    async ({ context, params }, reply) => {
      const account = await getAccount(context, params.accountnumber);
      // A schema's serializer would move `initContributionDate`, which not all have, to the end.
      return sendText(reply, "application/json", JSON.stringify(account));
    },
  );

  app.put(
    "/restapi/accounts/:accountnumber",
    {
      config: {
        access: "account",
        right: "papers",
        changes: "/restapi/accounts/:accountnumber",
        callers: ["institutional"],
        rules: rulesOfUpdate,
        errors: [...Object.values(accountErrors), valueErrors.uriMatching],
      },
      schema: {
        operationId: "updateAccount",
        summary: "Update an account",
        tags,
        params: AccountPath,
        body: AccountUpdate,
        response: { 200: Located },
      },
    },
    async (request, reply) => {
      const account = request.params.accountnumber;
      await updateAccount(request.context, account, request.body);
      return updated(reply, `/restapi/accounts/${account}`);
    },
  );
}
