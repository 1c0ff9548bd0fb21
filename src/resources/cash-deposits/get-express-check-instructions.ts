// Where to mail a check by express so that it reaches an account. (interface 4.10)
import type { Context } from "../../platform/context.ts";
import { accountTypes } from "../../reference/codes.ts";
import { newYorkDay, newYorkYear } from "../../values/dates.ts";
import { forbidden, notFound } from "../../values/problem.ts";
import { selectAccountForCaller } from "../accounts/reads.ts";
import { cashDepositErrors } from "./errors.ts";
import { selectCheckAddress } from "./queries.ts";
import type { CheckInstructions } from "./schema.ts";

/** Answers the address in force on the New York day; 404 when there is none. */
export async function getExpressCheckInstructions(
  ctx: Context,
  accountNumber: string,
): Promise<CheckInstructions> {
  const [account, row] = await Promise.all([
    selectAccountForCaller(ctx.db, ctx.caller, accountNumber),
    selectCheckAddress(ctx.db, "express", newYorkDay(ctx.now)),
  ]);
  if (account === undefined) throw forbidden();
  if (row === undefined) throw notFound(cashDepositErrors.noAddress);

  const { payableTo, line3, ...address } = row;
  return {
    accountNumber: account.number,
    address: { ...address, ...(line3 !== null && { line3 }) },
    payableTo,
    ...(isRetirement(account.accountType) && { contributionYear: `${newYorkYear(ctx.now)}` }),
  };
}

function isRetirement(accountType: string): boolean {
  return accountTypes.find(accountType)?.taxability === "retirement";
}
