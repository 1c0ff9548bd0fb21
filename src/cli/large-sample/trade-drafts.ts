// Turns an intent into a transaction with the cash and positions of its day, so that nothing is
// bought without cash and nothing sold that is not held.
import {
  type AccountState,
  type Draft,
  move,
  type Position,
  sharesOf,
  type Traded,
  traded,
} from "./account-state.ts";
import type { Draws } from "./draws.ts";
import { pay, reinvest, split, transferIn } from "./event-drafts.ts";
import { fixedPoint } from "./history-rows.ts";
import { taxableMethods } from "./households.ts";
import { closeAt, type MarketSecurity, worthOf } from "./market.ts";
import type { Intent } from "./trading-plan.ts";

/** Turns an intent into a transaction and moves the account's state. */
export function draftOf(state: AccountState, intent: Intent, transactionId: string): Draft {
  switch (intent.does) {
    case "fund":
      return deposit(state, state.stake);
    case "fundByCash":
      return depositOfCashFolio(state.stake);
    case "journal":
      return journal(state, state.stake);
    case "transferIn":
      return transferIn(state, intent);
    case "acquire":
      return buy(state, intent, { transactionId, amount: state.stakeOfSecurity });
    case "buy":
      return buy(state, intent, { transactionId, amount: state.cash / 4n });
    case "sell":
      return sell(state, intent) ?? deposit(state, drawnAmount(state.draws));
    case "split":
      return split(state, intent);
    case "pay":
      return pay(state, intent);
    case "reinvest":
      return reinvest(state, intent);
    case "fee":
      return fee(state);
    case "any":
      return anything(state, intent.at, transactionId);
  }
}

const dollars = (cents: bigint) => fixedPoint(cents, 2);
const sharesText = (shares: bigint) => fixedPoint(shares, 5);
const oneShare = 100_000n;
const leastSale = 200_00n;
const leastPurchase = 100_00n;

function drawnAmount(draws: Draws): bigint {
  return BigInt(500 + draws.below(9_500)) * 100n;
}

function anything(state: AccountState, at: number, transactionId: string): Draft {
  const { draws, cash, positions } = state;
  const held = [...positions.keys()];
  const drawn = draws.below(100);
  if (drawn < 80 && held.length > 0) {
    const intent = { at, security: held[draws.below(held.length)] as MarketSecurity };
    const sale = drawn < 35 ? sell(state, intent) : undefined;
    if (sale !== undefined) return sale;
    const share = BigInt(5 + draws.below(25));
    if (cash > 5n * leastPurchase) {
      return buy(state, intent, { transactionId, amount: (cash * share) / 100n });
    }
  }
  if (drawn < 86) return interest(state);
  const most = cash / 5n;
  return drawn < 93 && most > leastPurchase
    ? withdraw(state, most)
    : deposit(state, drawnAmount(draws));
}

function deposit(state: AccountState, amount: bigint): Draft {
  state.cash += amount;
  return { type: "DEP", columns: { amount: dollars(amount) }, cash: amount, flow: amount };
}

function depositOfCashFolio(amount: bigint): Draft {
  const columns = { amount: dollars(amount) };
  return { type: "DEP", columns, cash: amount, flow: amount, ofCashFolio: true };
}

/** Written as what the cash folio gives; the trading folio receives the same. */
function journal(state: AccountState, amount: bigint): Draft {
  state.cash += amount;
  const columns = { amount: dollars(amount), toFolioNumber: `${state.account.number}03` };
  return { type: "CJL", columns, cash: -amount, flow: -amount, ofCashFolio: true };
}

function withdraw(state: AccountState, most: bigint): Draft {
  const amount = (most * BigInt(20 + state.draws.below(81))) / 100n;
  state.cash -= amount;
  return { type: "WDL", columns: { amount: dollars(amount) }, cash: -amount, flow: -amount };
}

function interest(state: AccountState): Draft {
  const amount = state.cash / 1_000n + 1n;
  state.cash += amount;
  return { type: "INT", columns: { amount: dollars(amount) }, cash: amount };
}

/** A quarter of a per cent of what was first paid in, where the cash suffices. */
function fee(state: AccountState): Draft {
  const wanted = state.stake / 400n;
  const half = state.cash / 2n;
  const amount = wanted < half ? wanted : half;
  if (amount === 0n) return interest(state);
  state.cash -= amount;
  return { type: "FEE", columns: { amount: dollars(amount) }, cash: -amount, fee: amount };
}

/** A trade's price lies within half a per cent of the close. */
function tradePrice({ draws }: AccountState, { at, security }: Traded): bigint {
  const price = (closeAt(security, at) * BigInt(9_950 + draws.below(101))) / 10_000n;
  return price - (price % 100n);
}

interface Order {
  readonly transactionId: string;
  /** The amount that may be spent. */
  readonly amount: bigint;
}

function buy(state: AccountState, trade: Traded, { transactionId, amount }: Order): Draft {
  const spent = amount < leastPurchase && state.cash > leastPurchase ? leastPurchase : amount;
  const price = tradePrice(state, trade);
  const whole = wholeIfMany((spent * 1_000_000_000n) / price);
  const cost = worthOf(whole, price) + state.commission;
  if (whole === 0n || cost > state.cash) return deposit(state, drawnAmount(state.draws));
  state.cash -= cost;
  const position = move(state, trade, whole);
  position.whole = { transactionId, shares: whole };
  return traded(state, trade, { type: "BUY", shares: whole, price, cash: -cost });
}

/** Many shares are traded whole. */
function wholeIfMany(shares: bigint): bigint {
  return shares > 20n * oneShare ? shares - (shares % oneShare) : shares;
}

/** A tenth to three fifths of a position, or the whole of its newest purchase by name; undefined
 * where the position is too small for it. */
function sell(state: AccountState, trade: Traded): Draft | undefined {
  const { draws, commission } = state;
  const position = state.positions.get(trade.security);
  const price = tradePrice(state, trade);
  const held = sharesOf(position);
  if (position === undefined || worthOf(held, price) < leastSale) return undefined;
  const part = wholeIfMany((held * BigInt(10 + draws.below(51))) / 100n);
  const { order, shares } = orderOf(state, position, part);
  move(state, trade, -shares);
  const cash = worthOf(shares, price) - commission;
  state.cash += cash;
  return traded(state, trade, { type: "SLE", shares, price, cash, columns: order });
}

/** Most sales leave the lots to the account's method. */
function orderOf({ draws, account }: AccountState, { whole }: Position, part: bigint) {
  const drawn = draws.below(8);
  const isNamed = drawn === 0 && whole !== undefined;
  const shares = isNamed && whole.shares < part ? whole.shares : part;
  if (!account.isTaxable) return { order: {}, shares };
  if (isNamed) {
    const namedLots = JSON.stringify([`${whole.transactionId}:${sharesText(shares)}`]);
    return { order: { namedLots }, shares };
  }
  return { order: drawn === 1 ? { reliefMethod: draws.pick(taxableMethods) } : {}, shares };
}
