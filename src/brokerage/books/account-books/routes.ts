// The request that books transactions. (interface 2.5)

import type { App } from "../../../platform/http/frame.ts";
import { created, Located } from "../../../platform/http/pipeline/response.ts";
import { valueErrors } from "../../../values/errors.ts";
import { AccountPath } from "../../clients-and-accounts/accounts/reads.ts";
import { rulesOfNewTransactions } from "../transactions/changes.ts";
import { NewTransactions } from "../transactions/reads.ts";
import { bookTransactions } from "./book-transactions.ts";
import { transactionErrors } from "./errors.ts";

/** 1,000 sales with each of the 25 columns that a sale may have, and a dozen lots named by each. */
const mostOfRows = 40_000;

/** Registers the request that books transactions. */
export async function bookingRoutes(app: App): Promise<void> {
  app.post(
    "/restapi/accounts/:accountnumber/transactions",
    {
      config: {
        access: "account",
        right: "papers",
        callers: ["operator"],
        rules: rulesOfNewTransactions,
        mostValues: mostOfRows,
        errors: [valueErrors.uriMatching, transactionErrors.books],
      },
      schema: {
        operationId: "bookTransactions",
        summary: "Book transactions of an account",
        tags: ["Positions"],
        params: AccountPath,
        body: NewTransactions,
        response: { 201: Located },
      },
    },
    async (request, reply) => {
      const account = request.params.accountnumber;
      await bookTransactions(request.context, account, request.body);
      return created(reply, `/restapi/accounts/${account}/positions`);
    },
  );
}
