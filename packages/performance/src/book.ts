// Positions and cash of an account's folios, moved fact by fact on trade dates.
// (docs/performance.md, 2.1)

import type { Disposal, LotFact, Ratio } from "../../tax-lots/src/facts/fact.ts";
import type { Decimal } from "../../values/src/decimal.ts";
import { amountOf, places, unitsOf } from "../../values/src/units.ts";
import {
  addBeside,
  centsOf,
  exchange,
  merge,
  passInterest,
  returnCapital,
  withheld,
} from "./book-events.ts";
import type { CashFact } from "./cash-fact.ts";
import {
  type AccountBook,
  add,
  flowShares,
  folioOf,
  moveShares,
  takeInterest,
} from "./folio-book.ts";

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
    case "shareJournal": {
      const shares = sharesOf(fact.shares);
      const { security } = fact;
      const interest = takeInterest(account, fact.folio, security, shares);
      flowShares(account, fact.folio, security, -shares);
      flowShares(account, fact.toFolio, security, shares);
      flowInterest(account, fact.folio, -interest);
      flowInterest(account, fact.toFolio, interest);
      add(folioOf(account, fact.toFolio).boughtInterest, security, interest);
      return;
    }
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
      const interest = centsOf(fact.accruedInterest);
      const book = folioOf(account, folio);
      book.cash -= cost + interest;
      add(book.boughtInterest, fact.security, interest);
      moveShares(account, folio, fact.security, shares);
      return;
    }
    case "transferIn":
    case "giftIn":
    case "inheritance":
      flowShares(account, folio, fact.security, sharesOf(fact.shares));
      return;
    case "transferOut": {
      const shares = sharesOf(fact.shares);
      flowInterest(account, folio, -takeInterest(account, folio, fact.security, shares));
      flowShares(account, folio, fact.security, -shares);
      return;
    }
    case "sell":
    case "redemption":
    case "cashInLieu":
    case "expiry": {
      const shares = sharesOf(fact.shares);
      // What is received beyond the part that leaves with the shares is income of the day.
      takeInterest(account, folio, fact.security, shares);
      folioOf(account, folio).cash += proceedsOf(fact, shares) + centsOf(fact.accruedInterest);
      moveShares(account, folio, fact.security, -shares);
      return;
    }
    case "split":
      exchange(account, { ...fact, intoSecurity: fact.security });
      account.onSplit(fact);
      return;
    case "symbolChange":
      exchange(account, { ...fact, ...one });
      passInterest(account, fact);
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
      for (const { positions, boughtInterest } of account.folios.values()) {
        positions.delete(fact.security);
        boughtInterest.delete(fact.security);
      }
      return;
  }
}

/** Interest that comes or goes with shares that flow. */
function flowInterest(account: AccountBook, folio: string, cents: bigint): void {
  folioOf(account, folio).flowedCash += cents;
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
