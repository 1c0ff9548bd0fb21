// Positions and cash of an account's folios, moved fact by fact on trade dates.
// (docs/performance.md, 2.1)
import type { Decimal } from "../../values/decimal.ts";
import { amountOf, places, unitsOf } from "../../values/units.ts";
import type { Disposal, LotFact, Ratio } from "../lot-relief/fact.ts";
import { addBeside, exchange, merge, returnCapital, withheld } from "./book-events.ts";
import type { CashFact } from "./cash-fact.ts";
import { type AccountBook, flowShares, folioOf, moveShares } from "./folio-book.ts";

export type { AccountBook } from "./folio-book.ts";

const cents = (amount: Decimal) => unitsOf(amount, places.money);
const sharesOf = (shares: Decimal) => unitsOf(shares, places.shares);

/** Moves what the fact moves. */
export function book(account: AccountBook, fact: LotFact | CashFact): void {
  switch (fact.kind) {
    case "deposit":
    case "withdrawal":
      moveExternal(account, fact.folio, fact.kind === "deposit" ? 1n : -1n, fact.amount);
      return;
    case "dividend":
    case "interest":
      folioOf(account, fact.folio).cash += cents(fact.amount);
      return;
    case "fee":
      bookFee(account, fact);
      return;
    case "cashJournal": {
      moveExternal(account, fact.folio, -1n, fact.amount);
      moveExternal(account, fact.toFolio, 1n, fact.amount);
      return;
    }
    case "shareJournal":
      flowShares(account, fact.folio, fact.security, -sharesOf(fact.shares));
      flowShares(account, fact.toFolio, fact.security, sharesOf(fact.shares));
      return;
    default:
      bookLots(account, fact);
      return;
  }
}

function moveExternal(account: AccountBook, folio: string, sign: bigint, amount: Decimal): void {
  const book = folioOf(account, folio);
  book.cash += sign * cents(amount);
  book.cashFlows += sign * cents(amount);
}

function bookFee(account: AccountBook, fact: CashFact & { kind: "fee" }): void {
  const amount = cents(fact.amount);
  const here = folioOf(account, fact.folio);
  here.fees += amount;
  if (fact.paidBy === undefined) {
    here.cash -= amount;
    return;
  }
  here.cashFlows += amount;
  if (fact.paidBy !== "outside") moveExternal(account, fact.paidBy.folio, -1n, fact.amount);
}

function bookLots(account: AccountBook, fact: LotFact): void {
  const folio = fact.folio ?? "";
  switch (fact.kind) {
    case "buy":
    case "reinvestment": {
      const shares = sharesOf(fact.shares);
      folioOf(account, folio).cash -= fact.netAmount
        ? cents(fact.netAmount)
        : tradeAmount(fact) + cents(fact.fees ?? zero);
      moveShares(account, folio, fact.security, shares);
      return;
    }
    case "transferIn":
    case "giftIn":
    case "inheritance":
      flowShares(account, folio, fact.security, sharesOf(fact.shares));
      return;
    case "transferOut":
      flowShares(account, folio, fact.security, -sharesOf(fact.shares));
      return;
    case "sell":
    case "redemption":
    case "cashInLieu":
    case "expiry":
      folioOf(account, folio).cash += proceedsOf(fact);
      moveShares(account, folio, fact.security, -sharesOf(fact.shares));
      return;
    case "split":
      exchange(account, { ...fact, intoSecurity: fact.security });
      account.onSplit(fact);
      return;
    case "symbolChange":
      exchange(account, { ...fact, ...one });
      account.onSymbolChange(fact);
      return;
    case "spinOff":
      addBeside(account, fact);
      return;
    case "merger":
      merge(account, fact);
      return;
    case "returnOfCapital":
      returnCapital(account, fact);
      return;
  }
}

const zero = "0" as Decimal;
const one: Ratio = { ratioNew: "1" as Decimal, ratioOld: "1" as Decimal };

function tradeAmount(fact: { readonly shares: Decimal; readonly price?: Decimal }): bigint {
  return amountOf(sharesOf(fact.shares), unitsOf(fact.price ?? zero, places.price));
}

function proceedsOf(fact: Disposal): bigint {
  if (fact.kind === "expiry") return 0n;
  const net = fact.netAmount ? cents(fact.netAmount) : tradeAmount(fact) - cents(fact.fees ?? zero);
  return net - withheld(fact);
}
