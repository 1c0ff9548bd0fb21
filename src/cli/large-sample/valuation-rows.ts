// The rows of daily valuations, as a custodian of the generated accounts would provide them:
// computed from their transactions at the market's closes.
import type { SampleRow } from "./account-rows.ts";
import { fixedPoint } from "./history-rows.ts";
import { type FirmPlan, plannedAccounts } from "./households.ts";
import { closeAt, type Market, type MarketSecurity, marketOf, worthOf } from "./market.ts";
import { type Trade, tradesOf } from "./trade-account.ts";

/** Each day of each folio that something has happened in, from its first transaction on. */
export function* valuationRows(plan: FirmPlan): Generator<SampleRow> {
  if (!plan.trading?.isValued) return;
  const market = marketOf(plan);
  for (const account of plannedAccounts(plan)) {
    const trades = [...tradesOf(plan, market, account)];
    const core = `${account.number}03`;
    // The cash folio gives and the other one gets.
    const gets = trades.filter(({ row }) => row.transactionType === "CJL").map(takenBy(core));
    for (const folio of [`${account.number}01`, core]) {
      const own = [...gets, ...trades].filter((trade) => trade.folio === folio);
      for (const row of folioRows(market, own)) {
        yield { accountNumber: account.number, folioNumber: folio, ...row };
      }
    }
  }
}

function takenBy(folio: string): (journal: Trade) => Trade {
  return (journal) => ({
    ...journal,
    folio,
    cash: -(journal.cash ?? 0n),
    flow: -(journal.flow ?? 0n),
  });
}

/** The holdings of a folio as days pass, in cents and 0.00001 of a share. */
interface FolioState {
  cash: bigint;
  readonly positions: Map<MarketSecurity, bigint>;
}

function* folioRows({ days }: Market, trades: readonly Trade[]): Generator<SampleRow> {
  const state: FolioState = { cash: 0n, positions: new Map() };
  const byDay = Map.groupBy(trades, ({ at }) => at);
  const payouts = trades.filter(({ exAt }) => exAt !== undefined);
  for (let at = trades[0]?.at ?? days.length; at < days.length; at += 1) {
    const flows = byDay.has(at) ? flowsOf(state, byDay.get(at) ?? []) : undefined;
    let value = state.cash;
    for (const [security, shares] of state.positions)
      value += worthOf(shares, closeAt(security, at));
    let accrued = 0n;
    for (const payout of payouts) {
      if ((payout.exAt ?? at) <= at && at < payout.at) accrued += payout.cash ?? 0n;
    }
    yield {
      date: days[at],
      marketValue: fixedPoint(value, 2),
      accrued: amountText(accrued),
      cash: amountText(state.cash),
      ...flows,
    };
  }
}

/** Books a day's transactions; returns what has flowed, at the day's closes. */
function flowsOf(state: FolioState, trades: readonly Trade[]): SampleRow {
  let cashFlows = 0n;
  let securityFlows = 0n;
  let fees = 0n;
  for (const { at, cash = 0n, flow = 0n, fee = 0n, ...moved } of trades) {
    state.cash += cash;
    cashFlows += flow;
    fees += fee;
    const { security, shares = 0n, isTransfer } = moved;
    if (security === undefined) continue;
    state.positions.set(security, (state.positions.get(security) ?? 0n) + shares);
    if (isTransfer) securityFlows += worthOf(shares, closeAt(security, at));
  }
  return {
    cashFlows: amountText(cashFlows),
    securityFlows: amountText(securityFlows),
    fees: amountText(fees),
  };
}

/** Nothing is left out. */
function amountText(cents: bigint): string | undefined {
  return cents === 0n ? undefined : fixedPoint(cents, 2);
}
