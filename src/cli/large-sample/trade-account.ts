// An account's transactions in order, each with what it moves.
import type { SampleRow } from "./account-rows.ts";
import type { AccountState, Movement } from "./account-state.ts";
import { drawsFor } from "./draws.ts";
import { type FirmPlan, type PlannedAccount, plannedAccounts } from "./households.ts";
import { type Market, marketOf } from "./market.ts";
import { draftOf } from "./trade-drafts.ts";
import { type Intent, intentsOf } from "./trading-plan.ts";

/** A transaction as it is written, and what it moves in its folio on its day. */
export interface Trade extends Movement {
  /** The day's place among the plan's days. */
  readonly at: number;
  readonly folio: string;
  readonly row: SampleRow;
}

/** The transactions of every account. */
export function* transactionRows(plan: FirmPlan): Generator<SampleRow> {
  const market = marketOf(plan);
  for (const account of plannedAccounts(plan)) {
    for (const { row } of tradesOf(plan, market, account)) yield row;
  }
}

/** The account's transactions; none where the plan's accounts do not trade. */
export function* tradesOf(
  plan: FirmPlan,
  market: Market,
  account: PlannedAccount,
): Generator<Trade> {
  if (plan.trading === undefined) return;
  const draws = drawsFor(plan.seed, `trades ${account.index}`);
  const holdings = BigInt(plan.trading.holdings);
  const stake = (holdings + 1n) * BigInt(50_000 + draws.below(500_000));
  const state: AccountState = {
    draws,
    market,
    account,
    stake,
    stakeOfSecurity: holdings === 0n ? 0n : (stake * 85n) / (holdings * 100n),
    commission: draws.oneIn(3) ? 495n : 0n,
    cash: 0n,
    positions: new Map(),
  };
  const place: Place = { at: -1, ofDay: 0, ofAccount: 0 };
  for (const intent of intentsOf(draws, market, account, plan.trading)) {
    yield placed(state, intent, place);
  }
}

/** How many transactions there are so far, of the day and of the account. */
interface Place {
  at: number;
  ofDay: number;
  ofAccount: number;
}

function placed(state: AccountState, intent: Intent, place: Place): Trade {
  const { account, market } = state;
  const { at } = intent;
  place.ofDay = place.at === at ? place.ofDay + 1 : 1;
  place.ofAccount += 1;
  place.at = at;
  // The ids of the whole firm differ, though only those of an account have to.
  const transactionId = `${account.index + 1}${String(place.ofAccount).padStart(7, "0")}`;
  const { type, columns, ...movement } = draftOf(state, intent, transactionId);
  const folio = `${account.number}${movement.ofCashFolio ? "01" : "03"}`;
  const row = {
    accountNumber: account.number,
    transactionId,
    transactionType: type,
    entryOrder: String(place.ofDay),
    ...(type !== "SPL" && { folioNumber: folio }),
    tradeDate: market.days[at],
    ...columns,
  };
  return { ...movement, at, folio, row };
}
