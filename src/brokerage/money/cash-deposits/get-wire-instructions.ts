// Reading where money for an account is sent by wire. (interface 4.10)

import { newYorkDay } from "@bursar/values/dates";
import type { Context } from "../../../platform/change/context.ts";
import { forbidden, notFound } from "../../../values/problem.ts";
import { cashDepositErrors } from "./errors.ts";
import { selectWireInstructions } from "./queries.ts";
import type { WireInstructions } from "./schema.ts";

/** Returns the instructions in force on the New York day; 404 when there are none. */
export async function getWireInstructions(
  ctx: Context,
  accountNumber: string,
): Promise<WireInstructions> {
  const row = await selectWireInstructions(ctx.db, accountNumber, newYorkDay(ctx.now));
  if (row === undefined) throw forbidden();
  const { accountName, bankAccountNumber, address, owner, routingAbaNumber } = row;
  if (accountName === null) throw notFound(cashDepositErrors.noWire);
  return {
    accountName,
    accountNumber: bankAccountNumber,
    address,
    forFurtherCredit: `${accountNumber} FBO ${owner}`,
    routingAbaNumber,
  };
}
