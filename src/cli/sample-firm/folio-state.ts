// A folio of the sample firm while its history is drawn: what it holds, and the rows that it has.
import type { Day } from "@bursar/values/dates";
import { fixedPoint } from "../large-sample/history-rows.ts";
import type { CsvRow } from "./csv-rows.ts";
import type { Market } from "./market.ts";

/** A folio on a day of its history. Shares are in 0.00001, cash in cents. */
export interface FolioState {
  readonly account: string;
  readonly folio: string;
  readonly market: Market;
  readonly shares: Map<string, bigint>;
  cash: bigint;
  on: Day;
  readonly rows: CsvRow[];
}

/** A folio that holds nothing yet. */
export function emptyFolio(account: string, folio: string, market: Market): FolioState {
  return {
    account,
    folio: `${account}${folio}`,
    market,
    shares: new Map(),
    cash: 0n,
    on: market.days[0] as Day,
    rows: [],
  };
}

/** The close of a security on the folio's day, in cents. */
export function closeOf({ market, on }: FolioState, securityId: string): bigint {
  return market.closes.get(securityId)?.get(on) ?? 0n;
}

/** The value of the shares of a security, in cents. */
export function worthOf(state: FolioState, securityId: string): bigint {
  return amountOf(state.shares.get(securityId) ?? 0n, closeOf(state, securityId));
}

/** The value of shares at a price, in cents: a half cent up. */
export function amountOf(shares: bigint, price: bigint): bigint {
  return (shares * price + 50_000n) / 100_000n;
}

/** The value of the folio, cash included, in cents. */
export function folioValue(state: FolioState): bigint {
  let value = state.cash;
  for (const securityId of state.shares.keys()) value += worthOf(state, securityId);
  return value;
}

/** Adds a row of the folio's day. Its id is made of the day, the folio and its place, so that rows that
 * are left out change no other's. */
export function book(state: FolioState, transactionType: string, cells: CsvRow): void {
  const day = state.on.slice(2).replaceAll("-", "");
  const folio = Number(state.folio.slice(-2));
  const before = state.rows.filter(({ tradeDate }) => tradeDate === state.on).length;
  const place = (folio - 3) * 40 + before + 1;
  state.rows.push({
    accountNumber: state.account,
    transactionId: `${day}${String(place).padStart(3, "0")}`,
    transactionType,
    entryOrder: String(place),
    folioNumber: state.folio,
    tradeDate: state.on,
    ...cells,
  });
}

/** Cash that comes or, below 0, goes; in cents. */
export function bookCash(state: FolioState, amount: bigint, method: string): void {
  if (amount === 0n) return;
  const size = amount < 0n ? -amount : amount;
  book(state, amount < 0n ? "WDL" : "DEP", { amount: fixedPoint(size, 2), method });
  state.cash += amount;
}

/** Buys, or sells if shares are below 0, at the close of the day. */
export function trade(state: FolioState, securityId: string, shares: bigint): void {
  if (shares === 0n) return;
  const price = closeOf(state, securityId);
  const size = shares < 0n ? -shares : shares;
  book(state, shares < 0n ? "SLE" : "BUY", {
    securityId,
    shares: sharesText(size),
    price: fixedPoint(price, 2),
  });
  add(state, securityId, shares);
  state.cash -= shares < 0n ? -amountOf(size, price) : amountOf(size, price);
}

/** Adds shares to what is held. */
export function add(state: FolioState, securityId: string, shares: bigint): void {
  const held = (state.shares.get(securityId) ?? 0n) + shares;
  if (held === 0n) state.shares.delete(securityId);
  else state.shares.set(securityId, held);
}

/** Shares as a row has them: no more places than there are. */
export function sharesText(shares: bigint): string {
  return fixedPoint(shares, 5).replace(/\.?0+$/, "");
}
