// Steps that every request for open and closed lots shares: reading the account, and the response
// if there is no such lot. (interface 4.16)

import { newYorkDay } from "@bursar/values/dates";
import type { Context } from "../../../../platform/change/context.ts";
import { accountTypes } from "../../../../reference/codes.ts";
import { forbidden, notFound } from "../../../../values/problem.ts";
import { selectAccountForCaller } from "../../../clients-and-accounts/accounts/reads.ts";
import { taxLotErrors } from "../errors.ts";
import type { LotView } from "./encode-computed-lot.ts";
import { selectHasLots } from "./queries.ts";

/** The facts on which the responses of an account's lots depend; refuses an account that the caller
 * does not see. */
export async function viewOf(ctx: Context, accountNumber: string): Promise<LotView> {
  const account = await selectAccountForCaller(ctx.db, ctx.caller, accountNumber, "detail");
  if (account === undefined) throw forbidden();
  const isTaxable = accountTypes.find(account.accountType)?.taxability === "taxable";
  return { accountNumber, isTaxable, today: newYorkDay(ctx.now) };
}

/** Returns 404 for a lot: without transactions there are none yet, else there is no such lot. */
export async function refuseAbsentLot({ db }: Context, accountNumber: string): Promise<never> {
  const hasLots = await selectHasLots(db, accountNumber);
  throw notFound(hasLots ? taxLotErrors.lotNotFound : taxLotErrors.notReported);
}
