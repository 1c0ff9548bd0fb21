// Where a check of either kind is mailed. (interface 4.10)

import { newYorkDay, newYorkYear } from "@bursar/values/dates";
import type { Context } from "../../../platform/change/context.ts";
import { isRetirementAccount } from "../../../reference/codes.ts";
import { forbidden, notFound } from "../../../values/problem.ts";
import { cashDepositErrors } from "./errors.ts";
import { type DepositKind, selectCheckAddress } from "./queries.ts";
import type { CheckInstructions } from "./schema.ts";

/** The address for such checks in force on the New York day; 404 when there is none. */
export async function checkInstructions(
  ctx: Context,
  accountNumber: string,
  kind: DepositKind,
): Promise<CheckInstructions> {
  const on = newYorkDay(ctx.now);
  const row = await selectCheckAddress(ctx.db, accountNumber, { kind, on });
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
    ...(isRetirementAccount(accountType) && { contributionYear: `${newYorkYear(ctx.now)}` }),
  };
}
