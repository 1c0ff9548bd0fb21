// The balances of a household: each figure the sum of the accounts', since the cash of one account pays for
// no other. (docs/households.md)
import { type Decimal, decodeDecimal, fixed, sum } from "@bursar/values/decimal";
import type { AccountBalances, ListedBalances } from "./schema.ts";

type Figure = Exclude<keyof ListedBalances, "accountNumber" | "accountName" | "asOf" | "folios">;

/** The sums of the balances of accounts of one day. */
export function sumOfBalances(balances: readonly AccountBalances[]): ListedBalances {
  const total = (name: Figure) => {
    const amounts = balances.map((own) => decodeDecimal(own[name] ?? "0") as Decimal);
    return fixed(sum(amounts), 2);
  };
  return {
    accountNumber: null,
    accountName: null,
    asOf: balances[0]?.asOf ?? "",
    tradeDateBalance: total("tradeDateBalance"),
    settlementDateBalance: total("settlementDateBalance"),
    balanceAvailableForT1Trades: total("balanceAvailableForT1Trades"),
    balanceAvailableForT2Trades: total("balanceAvailableForT2Trades"),
    balanceAvailableForWithdrawal: total("balanceAvailableForWithdrawal"),
    balanceWithheldFromT1Trades: total("balanceWithheldFromT1Trades"),
    balanceWithheldFromT2Trades: total("balanceWithheldFromT2Trades"),
    balanceWithheldFromWithdrawal: total("balanceWithheldFromWithdrawal"),
    reserved: total("reserved"),
    held: total("held"),
    pendingWithdrawals: total("pendingWithdrawals"),
    unsettledCredits: total("unsettledCredits"),
    unsettledDebits: total("unsettledDebits"),
    folios: [],
  };
}
