// The requests for accounts. (interface 2.2, 4.2)
import Type from "typebox";
import { answered, answeredList, Located, updated } from "../../platform/http/answer.ts";
import type { App } from "../../platform/http/frame.ts";
import { valueErrors } from "../../values/errors.ts";
import { accountErrors } from "./errors.ts";
import { getAccount } from "./get-account.ts";
import { listAccounts } from "./list-accounts.ts";
import { rulesOfUpdate } from "./rules.ts";
import { Account, AccountsQuery, AccountUpdate, ListedAccount } from "./schema.ts";
import { updateAccount } from "./update-account.ts";

const AccountPath = Type.Object({ accountnumber: Type.String({ examples: ["RA00000001"] }) });

/** Registers the requests for accounts. */
export async function accountRoutes(app: App): Promise<void> {
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
        tags: ["Accounts"],
        querystring: AccountsQuery,
        response: { 200: Type.Array(ListedAccount) },
      },
    },
    async (request, reply) => {
      const { accounts, next } = await listAccounts(request.context, request.query);
      if (next !== undefined) {
        const query = new URLSearchParams({ ...request.query, after: next });
        reply.header("Link", `<${request.baseUrl}/restapi/accounts?${query}>; rel="next"`);
      }
      return answeredList(reply, ListedAccount, accounts);
    },
  );

  app.get(
    "/restapi/accounts/:accountnumber",
    {
      config: { access: "account", callers: ["institutional", "issuing", "operator", "client"] },
      schema: {
        operationId: "getAccount",
        summary: "Get an account",
        tags: ["Accounts"],
        params: AccountPath,
        response: { 200: Account },
      },
    },
    async ({ context, params }, reply) =>
      answered(reply, "application/json", await getAccount(context, params.accountnumber)),
  );

  app.put(
    "/restapi/accounts/:accountnumber",
    {
      config: {
        access: "account",
        callers: ["institutional"],
        rules: rulesOfUpdate,
        errors: [...Object.values(accountErrors), valueErrors.uriMatching],
      },
      schema: {
        operationId: "updateAccount",
        summary: "Update an account",
        tags: ["Accounts"],
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
