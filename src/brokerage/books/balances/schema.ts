// The wire shapes of balances. (interface 4.28)
import type { Static } from "typebox";
import { pageLimit } from "../../../values/page.ts";
import { bool, day, decimal, id, text } from "../../../values/scalars.ts";
import { Type } from "../../../values/type.ts";
import { nullable, nullableText, object, optional } from "../../../values/wire.ts";
import { balanceErrors } from "./errors.ts";

/** Of which day balances are. */
export const BalancesQuery = object({
  asof: optional(day({ error: balanceErrors.asOf, description: "The day; today if left out." })),
});
export type BalancesQuery = Static<typeof BalancesQuery>;

const cash = (description: string) =>
  decimal({ places: 2, min: "-9999999999999.99", max: "9999999999999.99", description });

/** The filters of the list of balances. */
export const BalanceListQuery = object({
  overdrawn: optional(
    bool({ description: "Only accounts whose cash by trade date is below 0, or is not." }),
  ),
  cashfrom: optional(cash("Only those with this much cash by trade date, or more.")),
  cashto: optional(cash("Only those with this much cash by trade date, or less.")),
  household: optional(
    id({
      description:
        "Only the accounts that are in this household today; the list begins with their sums.",
    }),
  ),
  limit: pageLimit("50"),
  after: optional(
    text({ max: 1000, description: "Where the page begins, as the one before it says." }),
  ),
});
export type BalanceListQuery = Static<typeof BalanceListQuery>;

const money = (description: string) => Type.String({ description: `${description}, 2 places.` });
const ofToday = (description: string) => nullable(money(description));

const DaySettlement = Type.Object(
  {
    date: Type.String({ format: "date-time" }),
    credits: money("Cash that comes in"),
    debits: money("Cash that goes out"),
    balance: money("The settled cash at its end"),
  },
  { title: "DaySettlement" },
);

const FolioBalance = Type.Object(
  {
    folioNumber: Type.String(),
    tradeDateBalance: money("By trade date"),
    settlementDateBalance: money("As far as it is settled"),
    reserved: ofToday("For orders that are placed"),
  },
  { title: "FolioBalance" },
);

const figures = {
  accountNumber: Type.String(),
  asOf: Type.String({ format: "date-time" }),
  tradeDateBalance: money("The cash of all folios by trade date"),
  settlementDateBalance: money("The settled part of it"),
  balanceAvailableForT1Trades: ofToday("For a buy of now that settles after one settlement day"),
  balanceAvailableForT2Trades: ofToday("For a buy that settles after two settlement days"),
  balanceAvailableForWithdrawal: ofToday("Cash that may be withdrawn"),
  balanceWithheldFromT1Trades: ofToday("The trade date balance less `balanceAvailableForT1Trades`"),
  balanceWithheldFromT2Trades: ofToday("The trade date balance less `balanceAvailableForT2Trades`"),
  balanceWithheldFromWithdrawal: ofToday(
    "The trade date balance less `balanceAvailableForWithdrawal`",
  ),
  reserved: ofToday("For orders that are placed"),
  held: ofToday("Deposits that are settled and may not be withdrawn yet"),
  pendingWithdrawals: ofToday("Withdrawals that are under way, with their fees"),
  unsettledCredits: ofToday("Incoming cash that is not settled"),
  unsettledDebits: ofToday("Outgoing cash that is not settled"),
};

const note = "Of a past day the figures that are null are those of what could be used then.";

/** The balances of an account. */
export const AccountBalances = Type.Object(
  {
    ...figures,
    settlements: Type.Array(DaySettlement, {
      description: "The days to come on which cash settles.",
    }),
    folios: Type.Array(FolioBalance),
  },
  { title: "AccountBalances", description: note },
);
export type AccountBalances = Static<typeof AccountBalances>;

/** The balances of an account in a list. */
export const ListedBalances = Type.Object(
  {
    ...figures,
    accountNumber: nullableText("Null of the sums of a household."),
    accountName: nullableText("The same."),
    folios: Type.Array(FolioBalance),
  },
  { title: "ListedBalances" },
);
export type ListedBalances = Static<typeof ListedBalances>;
