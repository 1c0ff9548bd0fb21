// The requests for balances. (interface 4.28)

import type { App } from "../../../platform/http/frame.ts";
import { sendPage } from "../../../platform/http/pipeline/response.ts";
import { Type } from "../../../values/type.ts";
import { AccountPath, readBy } from "../../clients-and-accounts/accounts/reads.ts";
import { balanceErrors } from "./errors.ts";
import { getBalances } from "./get-balances.ts";
import { listBalances } from "./list-balances.ts";
import { rulesOfDay } from "./rules.ts";
import { AccountBalances, BalanceListQuery, BalancesQuery, ListedBalances } from "./schema.ts";

const tags = [
  { name: "Balances", description: "Cash by trade date and settlement, and what may be used." },
];

/** Registers the requests for balances. */
export async function balanceRoutes(app: App): Promise<void> {
  app.get(
    "/restapi/accounts/:accountnumber/balances",
    {
      config: { ...readBy("detail"), rules: rulesOfDay, errors: [balanceErrors.asOf] },
      schema: {
        operationId: "getBalances",
        summary: "Get the cash of an account: traded, settled, and what may be used",
        tags,
        params: AccountPath,
        querystring: BalancesQuery,
        response: { 200: AccountBalances },
      },
    },
    async ({ context, params, query }) => getBalances(context, params.accountnumber, query.asof),
  );

  app.get(
    "/restapi/balances",
    {
      config: {
        callers: ["institutional", "issuing", "operator", "client"],
        errors: [balanceErrors.after],
      },
      schema: {
        operationId: "listBalances",
        summary: "List the balances of accounts",
        tags,
        querystring: BalanceListQuery,
        response: { 200: Type.Array(ListedBalances, { maxItems: 1_000 }) },
      },
    },
    async ({ context, query }, reply) =>
      sendPage(reply, ListedBalances, await listBalances(context, query)),
  );
}
