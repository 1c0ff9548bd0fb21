// An account between two transactions: its cash and positions, and how shares move.
import type { SampleRow } from "./account-rows.ts";
import type { Draws } from "./draws.ts";
import { fixedPoint } from "./history-rows.ts";
import type { PlannedAccount } from "./households.ts";
import type { Market, MarketSecurity } from "./market.ts";

/** The state of an account between two transactions; amounts in cents, shares in 0.00001. */
export interface AccountState {
  readonly draws: Draws;
  readonly market: Market;
  readonly account: PlannedAccount;
  /** The first deposit, and the part of it for each security. */
  readonly stake: bigint;
  readonly stakeOfSecurity: bigint;
  readonly commission: bigint;
  /** The cash of the folio that trades; that of the cash folio is never spent. */
  cash: bigint;
  readonly positions: Map<MarketSecurity, Position>;
}

/** The holding of a security. */
export interface Position {
  /** The shares after each day on which they changed, the newest last. */
  readonly days: { readonly at: number; shares: bigint }[];
  /** The newest purchase, if nothing has moved since, so that all of it is held. */
  whole: { readonly transactionId: string; readonly shares: bigint } | undefined;
}

/** The movement by a transaction; amounts in cents, shares in 0.00001. */
export interface Movement {
  /** The gain of the folio's cash. */
  readonly cash?: bigint;
  /** The part of it that came from outside the folio. */
  readonly flow?: bigint;
  readonly fee?: bigint;
  readonly ofCashFolio?: boolean;
  readonly security?: MarketSecurity;
  readonly shares?: bigint;
  /** Whether the shares came from outside the account. */
  readonly isTransfer?: boolean;
  /** The ex-date of a payout, as a place among the days. */
  readonly exAt?: number;
}

/** A transaction's type, the columns that not every one has, and what it moves. */
export interface Draft extends Movement {
  readonly type: string;
  readonly columns: SampleRow;
}

/** A security on a day. */
export interface Traded {
  readonly at: number;
  readonly security: MarketSecurity;
}

/** Moves shares into a position, or out of it. */
export function move(state: AccountState, { at, security }: Traded, shares: bigint): Position {
  const position = state.positions.get(security) ?? { days: [], whole: undefined };
  state.positions.set(security, position);
  const last = position.days.at(-1);
  if (last?.at === at) last.shares += shares;
  else position.days.push({ at, shares: sharesOf(position) + shares });
  position.whole = undefined;
  return position;
}

/** The shares that are held now. */
export function sharesOf(position: Position | undefined): bigint {
  return position?.days.at(-1)?.shares ?? 0n;
}

/** The shares that were held as a day began. */
export function sharesBefore({ positions }: AccountState, of: MarketSecurity, at: number): bigint {
  const days = positions.get(of)?.days ?? [];
  return days.findLast((day) => day.at < at)?.shares ?? 0n;
}

interface Exchange {
  readonly type: string;
  readonly shares: bigint;
  readonly price: bigint;
  readonly cash: bigint;
  readonly columns?: SampleRow;
}

/** A purchase or sale; it settles on the day after. */
export function traded(state: AccountState, { at, security }: Traded, trade: Exchange): Draft {
  const { type, shares, price, cash } = trade;
  const { commission, market } = state;
  const settlementDate = market.days[at + 1] ?? market.days[at];
  const columns = {
    settlementDate,
    securityId: security.id,
    shares: fixedPoint(shares, 5),
    price: fixedPoint(price, 6),
    ...(commission > 0n && type !== "REI" && { fees: fixedPoint(commission, 2) }),
    ...trade.columns,
  };
  return { type, columns, cash, security, shares: type === "SLE" ? -shares : shares };
}
