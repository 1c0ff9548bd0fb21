// Corporate events in the folios of an account: what all of it is given is shared over its folios,
// and flows that wait for a price go along. (docs/performance.md, 2.1)

import type {
  Delivered,
  Merger,
  Ratio,
  ReturnOfCapital,
  Withholding,
} from "../../tax-lots/src/facts/fact.ts";
import type { Decimal } from "../../values/src/decimal.ts";
import type { Id } from "../../values/src/ids.ts";
import { amountOf, places, shareOut, unitsOf } from "../../values/src/units.ts";
import { type AccountBook, add, type FolioBook } from "./folio-book.ts";

/** New shares of the same or of another security for those of a security. */
export interface NewShares extends Ratio, Delivered {
  readonly security: Id;
  readonly intoSecurity: Id;
}

/** New shares take the place of the old ones: a split or a change of symbol. */
export function exchange(account: AccountBook, fact: NewShares): void {
  addShares(takeAll(account, fact.security), fact);
}

/** New shares come in addition to the old ones: a spin-off. */
export function addBeside(account: AccountBook, fact: NewShares): void {
  addShares(holdersOf(account, fact.security), fact);
}

/** New shares, cash less the taxes withheld, or both take the place of the old shares. */
export function merge(account: AccountBook, fact: Merger): void {
  const perShare = unitsOf(fact.cashPerShare ?? zero, places.price);
  const cashFor: Gift = (shares) => amountOf(shares, perShare);
  const holders = takeAll(account, fact.security);
  payOut(given(holders, cashFor(wholeOf(holders)) - withheld(fact), cashFor));
  const { security, intoSecurity, ratioNew, ratioOld } = fact;
  if (intoSecurity !== undefined && ratioNew !== undefined && ratioOld !== undefined) {
    const { newShares } = fact;
    const stated = newShares !== undefined && { newShares };
    addShares(holders, { security, intoSecurity, ratioNew, ratioOld, ...stated });
  }
  passInterest(account, { security, ...(intoSecurity !== undefined && { intoSecurity }) });
}

/** Accrued interest that was paid for goes to the security that takes the place of another, or ends
 * with it. */
export function passInterest(
  { folios }: AccountBook,
  { security, intoSecurity }: { readonly security: Id; readonly intoSecurity?: Id },
): void {
  for (const { boughtInterest } of folios.values()) {
    const interest = boughtInterest.get(security) ?? 0n;
    boughtInterest.delete(security);
    if (intoSecurity !== undefined) add(boughtInterest, intoSecurity, interest);
  }
}

/** From its ex-date on, the interest of a bond itself is what is accrued. */
export function endInterest({ folios }: AccountBook, folio: string, security: Id): void {
  folios.get(folio)?.boughtInterest.delete(security);
}

/** Pays capital back, less the taxes withheld. */
export function returnCapital(account: AccountBook, fact: ReturnOfCapital): void {
  payOut(returned(account, fact));
}

/** On its ex-date, capital that is paid back later is a receivable of the folios that hold then. */
export function accrueCapital(account: AccountBook, fact: ReturnOfCapital): void {
  for (const { folio, part, flowed } of returned(account, fact)) {
    add(folio.receivables, fact.transactionId, part);
    folio.flowedCash += flowed;
  }
}

/** Pays what has been a receivable since its ex-date. */
export function payAccruedCapital({ folios }: AccountBook, fact: ReturnOfCapital): void {
  for (const folio of folios.values()) {
    folio.cash += folio.receivables.get(fact.transactionId) ?? 0n;
    folio.receivables.delete(fact.transactionId);
  }
}

function returned(account: AccountBook, fact: ReturnOfCapital): Given[] {
  const amount = centsOf(fact.amount) - withheld(fact);
  return given(holdersOf(account, fact.security), amount, () => 0n);
}

/** The taxes withheld, in cents. */
export function withheld(fact: Withholding): bigint {
  return (
    centsOf(fact.federalTaxWithholding) +
    centsOf(fact.stateTaxWithholding) +
    centsOf(fact.foreignTaxWithholding)
  );
}

/** An amount in cents; 0 where there is none. */
export function centsOf(amount: Decimal | undefined): bigint {
  return amount === undefined ? 0n : unitsOf(amount, places.money);
}

const zero = "0" as Decimal;

/** A folio with shares of a security, or with waiting flows of it. */
interface Holder {
  readonly folio: FolioBook;
  readonly shares: bigint;
  readonly flowed: bigint;
}

function holdersOf({ folios }: AccountBook, security: Id): Holder[] {
  const holders: Holder[] = [];
  for (const folio of folios.values()) {
    const shares = folio.positions.get(security) ?? 0n;
    const flowed = folio.flowed.get(security) ?? 0n;
    if (shares !== 0n || flowed !== 0n) holders.push({ folio, shares, flowed });
  }
  return holders;
}

function takeAll(account: AccountBook, security: Id): Holder[] {
  const holders = holdersOf(account, security);
  for (const { folio } of holders) {
    folio.positions.delete(security);
    folio.flowed.delete(security);
  }
  return holders;
}

function wholeOf(holders: readonly Holder[]): bigint {
  return holders.reduce((total, { shares }) => total + shares, 0n);
}

/** The shares that a number of shares is given. */
export type Gift = (shares: bigint) => bigint;

/** The shares that a folio is given for its own, and for its waiting flows among them. */
interface Given {
  readonly folio: FolioBook;
  readonly part: bigint;
  readonly flowed: bigint;
}

/**
 * Shares what all of a position is given over the folios, like over lots. Waiting flows get their
 * part of the folio's, or, where it has no share left, what they are given alone; what is below
 * the last place of that is dropped.
 */
function given(holders: readonly Holder[], total: bigint, alone: Gift): Given[] {
  const weights = holders.map(({ shares }) => shares);
  const parts = wholeOf(holders) === 0n ? weights : shareOut(total, weights);
  return holders.map(({ folio, shares, flowed }, index) => {
    const part = parts[index] ?? 0n;
    return { folio, part, flowed: shares === 0n ? alone(flowed) : (flowed * part) / shares };
  });
}

/** The new shares for a number of old ones: by a ratio, what is below 0.00001 dropped. */
export function byRatio({ ratioNew, ratioOld }: Ratio): Gift {
  const into = unitsOf(ratioNew, 20);
  const from = unitsOf(ratioOld, 20);
  return (shares) => (shares * into) / from;
}

function addShares(holders: readonly Holder[], fact: NewShares): void {
  const each = byRatio(fact);
  const whole = wholeOf(holders);
  const { newShares } = fact;
  const isStated = newShares !== undefined && whole !== 0n;
  const total = isStated ? unitsOf(newShares, places.shares) : each(whole);
  for (const { folio, part, flowed } of given(holders, total, each)) {
    add(folio.positions, fact.intoSecurity, part);
    add(folio.flowed, fact.intoSecurity, flowed);
  }
}

function payOut(payments: readonly Given[]): void {
  for (const { folio, part, flowed } of payments) {
    folio.cash += part;
    folio.flowedCash += flowed;
  }
}
