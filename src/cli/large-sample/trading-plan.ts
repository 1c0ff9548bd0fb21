// The transactions of an account by day: as many as the plan asks for, in order.
import type { Draws } from "./draws.ts";
import type { PlannedAccount, Trading } from "./households.ts";
import type { Market, MarketPayout, MarketSecurity, MarketSplit } from "./market.ts";

/** A planned transaction; its amounts are decided on its day. */
export type Intent = CashIntent | TradeIntent | SplitIntent | PayoutIntent;

/** Cash moves, or the account does whatever it can. */
export interface CashIntent {
  readonly at: number;
  readonly does: "fund" | "fundByCash" | "journal" | "fee" | "any";
}

/** Shares are bought, sold or transferred in. */
export interface TradeIntent {
  readonly at: number;
  readonly does: "acquire" | "transferIn" | "sell" | "buy";
  readonly security: MarketSecurity;
}

/** A position is split. */
export interface SplitIntent {
  readonly at: number;
  readonly does: "split";
  readonly security: MarketSecurity;
  readonly split: MarketSplit;
}

/** A payout comes, or buys shares of its security. */
export interface PayoutIntent {
  readonly at: number;
  readonly does: "pay" | "reinvest";
  readonly security: MarketSecurity;
  readonly payout: MarketPayout;
}

/** The days of the market on which an account trades. */
interface Span {
  readonly from: number;
  /** The last day of first purchases; before it their cash is spent on nothing else. */
  readonly settledAt: number;
  readonly last: number;
}

interface Acquisition {
  readonly security: MarketSecurity;
  readonly at: number;
  readonly isTransfer: boolean;
}

/** The account's transactions in the order in which they happen; none when no day is left. */
export function intentsOf(
  draws: Draws,
  market: Market,
  account: Pick<PlannedAccount, "index" | "isTaxable" | "openedOn">,
  { holdings, trades }: Trading,
): Intent[] {
  const from = market.days.findIndex((day) => day >= account.openedOn);
  if (from === -1 || trades === 0) return [];
  const last = market.days.length - 1;
  const span: Span = { from, settledAt: from + Math.floor((last - from) / 10), last };
  let left = trades - 1 - holdings;
  const usesCash = usesCashFolio(account.index) && left >= 4;
  const intents: Intent[] = [{ at: from, does: usesCash ? "fundByCash" : "fund" }];
  const take = (more: readonly Intent[]) => {
    intents.push(...more);
    left -= more.length;
  };
  if (usesCash) take([{ at: from, does: "journal" }]);

  const held = acquisitionsOf(draws, market, { span, count: holdings, splits: left >> 2 });
  for (const { security, at, isTransfer } of held) {
    intents.push({ at, does: isTransfer ? "transferIn" : "acquire", security });
  }
  take(held.flatMap(splitsOf));
  take(thinned(feesOf(market, span), Math.floor(left / 6)));
  take(thinned(payoutsOf(draws, held, span), Math.floor(left / 4)).flat());
  if (account.isTaxable && left >= 4) take(washSaleOf(draws, held, span));
  take(Array.from({ length: left }, () => anyIntent(draws, span)));
  return intents.toSorted((a, b) => a.at - b.at || placeOf(a) - placeOf(b));
}

function anyIntent(draws: Draws, { settledAt, last }: Span): Intent {
  return { at: settledAt + draws.below(last - settledAt + 1), does: "any" };
}

/** One account in four is funded by its cash folio. */
function usesCashFolio(index: number): boolean {
  return index % 4 === 3;
}

/** Events of a whole position come before all else of their day. */
function placeOf({ does }: Intent): number {
  return does === "split" ? 0 : 1;
}

/** Different securities, with as many splits as there are places for; some come by a transfer. */
function acquisitionsOf(
  draws: Draws,
  { securities }: Market,
  wanted: { readonly span: Span; readonly count: number; readonly splits: number },
): Acquisition[] {
  const { span } = wanted;
  const cameByTransfer = draws.oneIn(3);
  const chosen = new Set<MarketSecurity>();
  const held: Acquisition[] = [];
  let splits = wanted.splits;
  while (held.length < wanted.count) {
    const security = securities[draws.below(securities.length)] as MarketSecurity;
    const isTransfer = cameByTransfer && held.length < wanted.count / 2;
    const day = span.from + draws.below(span.settledAt - span.from + 1);
    const acquisition = { security, at: isTransfer ? span.from : day, isTransfer };
    const count = splitsOf(acquisition).length;
    if (chosen.has(security) || count > splits) continue;
    chosen.add(security);
    splits -= count;
    held.push(acquisition);
  }
  return held;
}

function splitsOf({ security, at }: Acquisition): Intent[] {
  const after = security.splits.filter((split) => split.at > at);
  return after.map((split) => ({ at: split.at, does: "split", security, split }));
}

/** Every n-th, so that about as many as there are places for are left, and never more. */
function thinned<T>(all: readonly T[], places: number): T[] {
  const step = Math.ceil(all.length / Math.max(places, 1));
  return all.filter((_, index) => index % step === 0).slice(0, places);
}

/** A fee at the end of each quarter. */
function feesOf({ days }: Market, { settledAt }: Span): Intent[] {
  const quarterOf = (day = "") => `${day.slice(0, 4)} ${Math.ceil(Number(day.slice(5, 7)) / 3)}`;
  const ends = days.flatMap((day, at) => {
    const isLast = at > settledAt && quarterOf(day) !== quarterOf(days[at + 1]);
    return isLast ? [at] : [];
  });
  return ends.map((at) => ({ at, does: "fee" }));
}

/** The payouts of what was held before the ex-date; half of the securities reinvest theirs. */
function payoutsOf(draws: Draws, held: readonly Acquisition[], span: Span): Intent[][] {
  return held.flatMap(({ security, at: since }) => {
    const isReinvested = draws.oneIn(2);
    const due = security.payouts.filter(({ exAt, paidAt }) => exAt > since && paidAt <= span.last);
    return due.map((payout): Intent[] => {
      const paid = { at: payout.paidAt, security, payout };
      const pay: Intent = { ...paid, does: "pay" };
      return isReinvested ? [pay, { ...paid, does: "reinvest" }] : [pay];
    });
  });
}

const maxAttempts = 4;
const daysOfWindow = 20;

/** A sale below the first price, where one is found, and a purchase within its 30 days. */
function washSaleOf(draws: Draws, held: readonly Acquisition[], span: Span): Intent[] {
  const { settledAt, last } = span;
  const [first, ...others] = held;
  for (let attempt = 1; first; attempt += 1) {
    const { security, at: since } = draws.pick([first, ...others]);
    const at = settledAt + draws.below(last - settledAt + 1);
    const isLoss = (security.closes[at] ?? 0n) < (security.closes[since] ?? 0n);
    if (attempt < maxAttempts && !(isLoss && security.splits.length === 0)) continue;
    const again = Math.min(last, at + 1 + draws.below(daysOfWindow));
    return [
      { at, does: "sell", security },
      { at: again, does: "buy", security },
    ];
  }
  return [];
}
