// Where to mail a check by express for an account. (interface 4.10)
import type { Context } from "../../platform/change/context.ts";
import { accountTypes } from "../../reference/codes.ts";
import { newYorkDay, newYorkYear } from "../../values/dates.ts";
import { forbidden, notFound } from "../../values/problem.ts";
import { cashDepositErrors } from "./errors.ts";
import { selectCheckAddress } from "./queries.ts";
import type { CheckInstructions } from "./schema.ts";

/** Returns the address in force on the New York day; 404 when there is none. */
export async function getExpressCheckInstructions(
  ctx: Context,
  accountNumber: string,
): Promise<CheckInstructions> {
  const on = newYorkDay(ctx.now);
  const row = await selectCheckAddress(ctx.db, accountNumber, { kind: "express", on });
  if (row === undefined) throw forbidden();
  const { accountType, payableTo, line1, line2, line3, ...address } = row;
  if (payableTo === null) throw notFound(cashDepositErrors.noAddress);

  return {
    accountNumber,
    address: {
      line1,
      ...(line2 !== null && { line2 }),
      ...(line3 !== null && { line3 }),
      ...address,
    },
    payableTo,
    ...(isRetirement(accountType) && { contributionYear: `${newYorkYear(ctx.now)}` }),
  };
}

function isRetirement(accountType: string): boolean {
  return accountTypes.find(accountType)?.taxability === "retirement";
}
