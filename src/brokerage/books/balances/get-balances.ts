// Reading the balances of one account. (interface 4.28)
import type { Day } from "@bursar/values/dates";
import type { Context } from "../../../platform/change/context.ts";
import { readBalances } from "./read-balances.ts";
import type { AccountBalances } from "./schema.ts";

/** Returns the balances of an account that the caller sees, at the end of a day that has come. */
export async function getBalances(
  ctx: Context,
  accountNumber: string,
  asOf?: Day,
): Promise<AccountBalances> {
  const [balances] = await readBalances(ctx, [accountNumber], asOf);
  return balances as AccountBalances;
}
