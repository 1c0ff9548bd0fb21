// Positions and cash of an account's folios, moved fact by fact on trade dates.
// (docs/performance.md, 2.1)
import type { Decimal } from "../../values/decimal.ts";
import { amountOf, places, unitsOf } from "../../values/units.ts";
import type { Disposal, LotFact, Ratio } from "../lot-relief/facts/fact.ts";
import { addBeside, centsOf, exchange, merge, returnCapital, withheld } from "./book-events.ts";
import type { CashFact } from "./cash-fact.ts";
import { type AccountBook, flowShares, folioOf, moveShares } from "./folio-book.ts";

export type { AccountBook } from "./folio-book.ts";

const sharesOf = (shares: Decimal) => unitsOf(shares, places.shares);

/** Moves what the fact moves. */
export function book(account: AccountBook, fact: LotFact | CashFact): void {
  switch (fact.kind) {
    case "deposit":
      moveExternal(account, fact.folio, centsOf(fact.amount));
      return;
    case "withdrawal":
    case "expense":
      moveExternal(account, fact.folio, -centsOf(fact.amount));
      return;
    case "dividend":
    case "interest":
      folioOf(account, fact.folio).cash += centsOf(fact.amount);
      return;
    case "fee":
      bookFee(account, fact);
      return;
    case "cashJournal":
      moveExternal(account, fact.folio, -centsOf(fact.amount));
      moveExternal(account, fact.toFolio, centsOf(fact.amount));
      return;
    case "shareJournal":
      flowShares(account, fact.folio, fact.security, -sharesOf(fact.shares));
      flowShares(account, fact.toFolio, fact.security, sharesOf(fact.shares));
      return;
    default:
      bookLots(account, fact);
      return;
  }
}

function moveExternal(account: AccountBook, folio: string, amount: bigint): void {
  const book = folioOf(account, folio);
  book.cash += amount;
  book.cashFlows += amount;
}

function bookFee(account: AccountBook, fact: CashFact & { kind: "fee" }): void {
  const amount = centsOf(fact.amount);
  const here = folioOf(account, fact.folio);
  here.fees += amount;
  if (fact.paidBy === undefined) {
    here.cash -= amount;
    return;
  }
  here.cashFlows += amount;
  if (fact.paidBy !== "outside") moveExternal(account, fact.paidBy.folio, -amount);
}

function bookLots(account: AccountBook, fact: LotFact): void {
  const folio = fact.folio ?? "";
  switch (fact.kind) {
    case "buy":
    case "reinvestment": {
      const shares = sharesOf(fact.shares);
      const cost = fact.netAmount
        ? centsOf(fact.netAmount)
        : tradedFor(shares, fact.price) + centsOf(fact.fees);
      folioOf(account, folio).cash -= cost;
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
    case "expiry": {
      const shares = sharesOf(fact.shares);
      folioOf(account, folio).cash += proceedsOf(fact, shares);
      moveShares(account, folio, fact.security, -shares);
      return;
    }
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
    case "worthlessness":
      for (const { positions } of account.folios.values()) positions.delete(fact.security);
      return;
  }
}

const one: Ratio = { ratioNew: "1" as Decimal, ratioOld: "1" as Decimal };

function tradedFor(shares: bigint, price: Decimal | undefined): bigint {
  return price === undefined ? 0n : amountOf(shares, unitsOf(price, places.price));
}

function proceedsOf(fact: Disposal, shares: bigint): bigint {
  if (fact.kind === "expiry") return 0n;
  const net = fact.netAmount
    ? centsOf(fact.netAmount)
    : tradedFor(shares, fact.price) - centsOf(fact.fees);
  return net - withheld(fact);
}
