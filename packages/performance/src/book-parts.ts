// A part of a holding that becomes something else while it stays in its folio: no flow.
// (docs/performance.md, 2.1)

import type { Exercise } from "../../tax-lots/src/facts/fact.ts";
import type { Decimal } from "../../values/src/decimal.ts";
import { amountOf, places, unitsOf } from "../../values/src/units.ts";
import type { PartMerger } from "./account-fact.ts";
import { byRatio, centsOf, withheld } from "./book-events.ts";
import { type AccountBook, add, folioOf, moveShares, takeInterest } from "./folio-book.ts";

/** Some shares become others, cash less the taxes withheld, or both; their part of accrued interest that
 * was paid for passes to the others, or ends with cash. */
export function exchangePart(account: AccountBook, fact: PartMerger): void {
  const { folio = "", security, intoSecurity, ratioNew, ratioOld, newShares } = fact;
  const shares = unitsOf(fact.shares, places.shares);
  const book = folioOf(account, folio);
  const perShare = unitsOf(fact.cashPerShare ?? ("0" as Decimal), places.price);
  const cash = fact.netAmount ? centsOf(fact.netAmount) : amountOf(shares, perShare);
  book.cash += cash - withheld(fact);
  const interest = takeInterest(account, folio, security, shares);
  moveShares(account, folio, security, -shares);
  if (intoSecurity === undefined || ratioNew === undefined || ratioOld === undefined) return;
  const ratio = { ratioNew, ratioOld };
  const given =
    newShares === undefined ? byRatio(ratio)(shares) : unitsOf(newShares, places.shares);
  moveShares(account, folio, intoSecurity, given);
  add(book.boughtInterest, intoSecurity, interest);
}

/** Rights are given up, and what the shares cost is paid. */
export function exercise(account: AccountBook, fact: Exercise): void {
  const { folio = "", security, intoSecurity, ratioNew, ratioOld } = fact;
  const shares = unitsOf(fact.shares, places.shares);
  const book = folioOf(account, folio);
  const amount = centsOf(fact.amount);
  book.cash -= amount;
  book.paid += amount;
  takeInterest(account, folio, security, shares);
  moveShares(account, folio, security, -shares);
  moveShares(account, folio, intoSecurity, byRatio({ ratioNew, ratioOld })(shares));
}
