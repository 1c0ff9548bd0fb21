// Reading what a person has in all accounts together, and what waits. (interface 6)
import { encodeDay, newYorkDay } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import { moneyText, places, unitsOf } from "@bursar/values/units";
import type { Context } from "../../../platform/change/context.ts";
import type { AccessRule } from "../../../platform/http/frame.ts";
import { type ListedAccount, listAccounts } from "../accounts/reads.ts";
import type { MemberOverview } from "./overview-schema.ts";

/** Nobody has more accounts; of more only these are summed up, as `accounts` says. */
const limit = "1000" as Decimal;

/** Sums up the accounts that a member owns or is permitted on, as far as the caller sees them. */
export async function getMemberOverview(
  ctx: Context,
  loginId: string,
  mayUseMember: AccessRule,
): Promise<MemberOverview> {
  const query = { user: loginId, overview: true, limit };
  const { entries: accounts } = await listAccounts(ctx, query, mayUseMember);
  const values = known(accounts, "value");
  const cash = known(accounts, "cash");
  const days = known(accounts, "valueDate").toSorted();
  const items = known(accounts, "openItems");
  return {
    loginId,
    asOf: encodeDay(newYorkDay(ctx.now)),
    accounts: String(accounts.length),
    value: sumOf(values),
    valueDate: days.at(-1) ?? null,
    accountsUnvalued: String(accounts.length - values.length),
    cash: cash.length === 0 ? null : sumOf(cash),
    openItems: items.reduce((sum, each) => sum + BigInt(each), 0n).toString(),
  };
}

function known(
  accounts: readonly ListedAccount[],
  figure: "value" | "cash" | "valueDate" | "openItems",
): string[] {
  return accounts.flatMap(({ overview }) => overview?.[figure] ?? []);
}

function sumOf(amounts: readonly string[]): string {
  const cents = amounts.map((amount) => unitsOf(amount as Decimal, places.money));
  return moneyText(cents.reduce((sum, each) => sum + each, 0n));
}
