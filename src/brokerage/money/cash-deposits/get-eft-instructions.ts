// Reading where money for an account is sent by ACH. (interface 4.10)

import { newYorkDay } from "@bursar/values/dates";
import type { Context } from "../../../platform/change/context.ts";
import { forbidden, notFound } from "../../../values/problem.ts";
import { cashDepositErrors } from "./errors.ts";
import { selectEftInstructions } from "./queries.ts";
import type { EftInstructions } from "./schema.ts";

/** Returns the instructions in force on the New York day; 404 when there are none. */
export async function getEftInstructions(
  ctx: Context,
  accountNumber: string,
): Promise<EftInstructions> {
  const row = await selectEftInstructions(ctx.db, accountNumber, newYorkDay(ctx.now));
  if (row === undefined) throw forbidden();
  if (row.bankName === null) throw notFound(cashDepositErrors.noEft);
  return {
    achAccountNumber: `${row.accountPrefix}${accountNumber}`,
    achBankName: row.bankName,
    achRoutingAbaNumber: row.routingAbaNumber,
  };
}
