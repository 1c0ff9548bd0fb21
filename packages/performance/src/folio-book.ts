// The holdings of an account's folios and the flows since their last valuation.
// (docs/performance.md, 2.1)

import type { Split, SymbolChange } from "../../tax-lots/src/facts/fact.ts";
import type { Id } from "../../values/src/ids.ts";
import { pieceOf } from "../../values/src/units.ts";
import type { QuotationFactors } from "./quotation.ts";

/** The state of a folio: cents, shares in 0.00001, and what has flowed since the last valuation. */
export interface FolioBook {
  cash: bigint;
  /** The later inflows that have been counted ahead, less the amounts that go to another folio by
   * such a one. */
  advances: bigint;
  /** The cost of the day's purchases, with accrued interest, until the day ends. */
  paid: bigint;
  /** Returns of capital from their ex-date until they are paid, by transaction. */
  readonly receivables: Map<Id, bigint>;
  readonly positions: Map<Id, bigint>;
  /** Accrued interest that was paid for, by security, until the next interest has its ex-date. */
  readonly boughtInterest: Map<Id, bigint>;
  cashFlows: bigint;
  fees: bigint;
  /** Shares that came from outside or, negative, went there, and wait for the day's price. */
  readonly flowed: Map<Id, bigint>;
  /** The cash that events have paid on such shares meanwhile: it has flowed with them. */
  flowedCash: bigint;
}

/** The holdings of an account's folios, and the listeners to changes of prices. */
export interface AccountBook {
  readonly folios: Map<string, FolioBook>;
  readonly quotationFactors?: QuotationFactors | undefined;
  /** How much of deposits and journals to come is advanced, in cents, by transaction. */
  readonly advanced?: ReadonlyMap<Id, bigint>;
  readonly onSplit: (fact: Split) => void;
  readonly onSymbolChange: (fact: SymbolChange) => void;
}

/** The folio's book, opened when it is first named. */
export function folioOf({ folios }: AccountBook, name: string): FolioBook {
  const known = folios.get(name);
  if (known !== undefined) return known;
  const opened: FolioBook = {
    cash: 0n,
    advances: 0n,
    paid: 0n,
    receivables: new Map(),
    positions: new Map(),
    boughtInterest: new Map(),
    cashFlows: 0n,
    fees: 0n,
    flowed: new Map(),
    flowedCash: 0n,
  };
  folios.set(name, opened);
  return opened;
}

/** Forgets what has flowed: it is counted. */
export function settle(folio: FolioBook): void {
  folio.cashFlows = 0n;
  folio.fees = 0n;
  folio.flowed.clear();
  folio.flowedCash = 0n;
}

/** Moves cash from outside or to it. What of it was advanced has flowed already, and is no longer
 * outstanding. */
export function moveCash(folio: FolioBook, cents: bigint, advanced = 0n): void {
  folio.cash += cents;
  folio.cashFlows += cents - advanced;
  folio.advances -= advanced;
}

/** Adds shares to what a folio holds, or, negative, takes them from it. */
export function moveShares(
  account: AccountBook,
  folio: string,
  security: Id,
  shares: bigint,
): void {
  add(folioOf(account, folio).positions, security, shares);
}

/** Moves shares that come from outside or go there. */
export function flowShares(
  account: AccountBook,
  folio: string,
  security: Id,
  shares: bigint,
): void {
  moveShares(account, folio, security, shares);
  add(folioOf(account, folio).flowed, security, shares);
}

/** Takes from what a folio has paid for accrued interest the part of shares that are about to leave,
 * in cents: nearest, the last share the rest. */
export function takeInterest(
  account: AccountBook,
  folio: string,
  security: Id,
  shares: bigint,
): bigint {
  const { positions, boughtInterest } = folioOf(account, folio);
  const interest = boughtInterest.get(security) ?? 0n;
  const held = positions.get(security) ?? 0n;
  const part = shares >= held ? interest : pieceOf(interest, shares, held);
  add(boughtInterest, security, -part);
  return part;
}

/** Adds to the holding of a security; one of nothing is left out. */
export function add(holdings: Map<Id, bigint>, security: Id, shares: bigint): void {
  const sum = (holdings.get(security) ?? 0n) + shares;
  if (sum === 0n) holdings.delete(security);
  else holdings.set(security, sum);
}
