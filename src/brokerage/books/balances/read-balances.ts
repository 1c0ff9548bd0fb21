// Reading the balances of accounts: their cash, what is not settled, and what may be used. (docs/balances.md)

import { type Day, encodeDay, newYorkDay } from "@bursar/values/dates";
import { moneyText, places, unitsOf } from "@bursar/values/units";
import type { Context } from "../../../platform/change/context.ts";
import type { Reader } from "../../../platform/store/db.ts";
import { type Calendar, selectCalendar } from "../../../reference/settlement/queries.ts";
import { factsOf, selectTransactionsOf } from "../transactions/reads.ts";
import { availableOf, type Balances, balancesOf, type CashHolds } from "./balances.ts";
import { type AccountCashRow, selectAccountCash } from "./queries.ts";
import type { AccountBalances } from "./schema.ts";
import { firstUnsettled, paysByPositions, unsettledCash, unsettledRows } from "./unsettled-cash.ts";

/** The balances of some accounts at the end of a day, today if none is given, by number. */
export async function readBalances(
  { db, now }: Pick<Context, "db" | "now">,
  numbers: readonly string[],
  day?: Day,
): Promise<AccountBalances[]> {
  const today = newYorkDay(now);
  const on = day ?? today;
  const calendar = await selectCalendar(db);
  const asked = { on, isToday: on === today, ...firstUnsettled(calendar, on) };
  const found: AccountBalances[] = [];
  for (const row of await selectAccountCash(db, numbers, asked)) {
    const balances = await balancesOfRow(db, row, { calendar, on });
    const usable =
      on === today ? usableFigures(balances, cashHoldsOf(row, on), calendar, on) : none;
    found.push(encode(row, balances, { on, usable }));
  }
  return found;
}

/** The cash of an account, settled and not. */
export async function balancesOfRow(
  db: Reader,
  { accountNumber, folios, rows }: AccountCashRow,
  { calendar, on }: { readonly calendar: Calendar; readonly on: Day },
): Promise<Balances> {
  const unsettled = unsettledRows(rows, calendar, on);
  const needsAll = paysByPositions(unsettled.map(({ row }) => row));
  const all = needsAll ? (await selectTransactionsOf(db, [accountNumber])).get(accountNumber) : [];
  return balancesOf({ folios }, unsettledCash(unsettled, factsOf(all ?? [], on).facts));
}

/** Pending withdrawals and reserves of orders are those of requests that this version does not have yet. */
export function cashHoldsOf({ deposits, fills }: AccountCashRow, on: Day): CashHolds {
  const held = deposits
    .filter(({ settlementOn }) => settlementOn <= on)
    .reduce((sum, { amount }) => sum + unitsOf(amount, places.money), 0n);
  return { reserved: unitsOf(fills, places.money), held, pending: 0n };
}

const names = [
  "balanceAvailableForT1Trades",
  "balanceAvailableForT2Trades",
  "balanceAvailableForWithdrawal",
  "balanceWithheldFromT1Trades",
  "balanceWithheldFromT2Trades",
  "balanceWithheldFromWithdrawal",
  "reserved",
  "held",
  "pendingWithdrawals",
  "unsettledCredits",
  "unsettledDebits",
] as const;

type Usable = Readonly<Record<(typeof names)[number], string | null>>;

const none = Object.fromEntries(names.map((name) => [name, null])) as Usable;

function usableFigures(
  balances: Balances,
  holds: CashHolds,
  { isTradingDay, addTradingDays, addSettlementDays }: Calendar,
  on: Day,
): Usable {
  const nextTradingDay = isTradingDay(on) ? on : addTradingDays(on, 1);
  const available = availableOf(balances, holds, { addSettlementDays, nextTradingDay });
  const [one, two] = available.toTrade;
  const { traded, credits, debits } = balances;
  return {
    balanceAvailableForT1Trades: moneyText(one),
    balanceAvailableForT2Trades: moneyText(two),
    balanceAvailableForWithdrawal: moneyText(available.toWithdraw),
    balanceWithheldFromT1Trades: moneyText(traded - one),
    balanceWithheldFromT2Trades: moneyText(traded - two),
    balanceWithheldFromWithdrawal: moneyText(traded - available.toWithdraw),
    reserved: moneyText(holds.reserved),
    held: moneyText(holds.held),
    pendingWithdrawals: moneyText(holds.pending),
    unsettledCredits: moneyText(credits),
    unsettledDebits: moneyText(debits),
  };
}

function encode(
  { accountNumber }: AccountCashRow,
  { traded, settled, settlements, folios }: Balances,
  { on, usable }: { readonly on: Day; readonly usable: Usable },
): AccountBalances {
  // A subscription is paid from the cash folio.
  const reservedIn = (folioNumber: string) =>
    usable.reserved !== null && folioNumber !== `${accountNumber}01` ? "0.00" : usable.reserved;
  return {
    accountNumber,
    asOf: encodeDay(on),
    tradeDateBalance: moneyText(traded),
    settlementDateBalance: moneyText(settled),
    ...usable,
    settlements: settlements.map(({ on: date, credits, debits, balance }) => ({
      date: encodeDay(date),
      credits: moneyText(credits),
      debits: moneyText(debits),
      balance: moneyText(balance),
    })),
    folios: folios.map((folio) => ({
      folioNumber: folio.folioNumber,
      tradeDateBalance: moneyText(folio.traded),
      settlementDateBalance: moneyText(folio.settled),
      reserved: reservedIn(folio.folioNumber),
    })),
  };
}
