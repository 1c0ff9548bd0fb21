// Positions and cash of an account's folios, moved fact by fact on trade dates.
// (docs/performance.md, 2.1)

import type { Disposal, Purchase, Ratio } from "../../tax-lots/src/facts/fact.ts";
import type { Decimal } from "../../values/src/decimal.ts";
import { places, unitsOf } from "../../values/src/units.ts";
import { type AccountFact, isPartMerger } from "./account-fact.ts";
import {
  addBeside,
  centsOf,
  exchange,
  merge,
  passInterest,
  returnCapital,
  withheld,
} from "./book-events.ts";
import { exchangePart, exercise } from "./book-parts.ts";
import type { CashFact } from "./cash-fact.ts";
import {
  type AccountBook,
  add,
  flowShares,
  folioOf,
  moveCash,
  moveShares,
  takeInterest,
} from "./folio-book.ts";
import { factorOf, worthOf } from "./quotation.ts";

export type { AccountBook } from "./folio-book.ts";

const sharesOf = (shares: Decimal) => unitsOf(shares, places.shares);

/** Moves what the fact moves. */
export function book(account: AccountBook, fact: AccountFact): void {
  switch (fact.kind) {
    case "deposit":
      moveCash(folioOf(account, fact.folio), centsOf(fact.amount), advancedOf(account, fact));
      return;
    case "withdrawal":
    case "expense":
      moveCash(folioOf(account, fact.folio), -centsOf(fact.amount));
      return;
    case "dividend":
    case "interest":
      folioOf(account, fact.folio).cash += centsOf(fact.amount);
      return;
    case "fee":
      bookFee(account, fact);
      return;
    case "cashJournal": {
      const cents = centsOf(fact.amount);
      const advanced = advancedOf(account, fact);
      moveCash(folioOf(account, fact.folio), -cents, -advanced);
      moveCash(folioOf(account, fact.toFolio), cents, advanced);
      return;
    }
    case "shareJournal":
      bookShareJournal(account, fact);
      return;
    default:
      bookLots(account, fact);
      return;
  }
}

function advancedOf({ advanced }: AccountBook, { transactionId }: CashFact): bigint {
  return advanced?.get(transactionId) ?? 0n;
}

/** A refund is a fee below 0, wherever it goes. */
function bookFee(account: AccountBook, fact: CashFact & { kind: "fee" }): void {
  const amount = fact.isRefund ? -centsOf(fact.amount) : centsOf(fact.amount);
  const here = folioOf(account, fact.folio);
  here.fees += amount;
  if (fact.paidBy === undefined) {
    here.cash -= amount;
    return;
  }
  here.cashFlows += amount;
  if (fact.paidBy !== "outside") moveCash(folioOf(account, fact.paidBy.folio), -amount);
}

function bookShareJournal(account: AccountBook, fact: CashFact & { kind: "shareJournal" }): void {
  const shares = sharesOf(fact.shares);
  const { security } = fact;
  const interest = takeInterest(account, fact.folio, security, shares);
  flowShares(account, fact.folio, security, -shares);
  flowShares(account, fact.toFolio, security, shares);
  flowInterest(account, fact.folio, -interest);
  flowInterest(account, fact.toFolio, interest);
  add(folioOf(account, fact.toFolio).boughtInterest, security, interest);
}

function bookPurchase(account: AccountBook, fact: Purchase): void {
  const shares = sharesOf(fact.shares);
  const factor = factorOf(account.quotationFactors, fact.security);
  const cost = fact.netAmount
    ? centsOf(fact.netAmount)
    : worthOf(shares, fact.price, factor) + centsOf(fact.fees);
  const interest = centsOf(fact.accruedInterest);
  const book = folioOf(account, fact.folio ?? "");
  book.cash -= cost + interest;
  book.paid += cost + interest;
  add(book.boughtInterest, fact.security, interest);
  add(book.positions, fact.security, shares);
}

type OtherFact = Exclude<AccountFact, CashFact>;

function bookLots(account: AccountBook, fact: OtherFact): void {
  const folio = fact.folio ?? "";
  switch (fact.kind) {
    case "buy":
    case "reinvestment":
      bookPurchase(account, fact);
      return;
    case "transferIn":
    case "giftIn":
    case "inheritance":
      flowShares(account, folio, fact.security, sharesOf(fact.shares));
      return;
    case "lotsReceived":
      for (const { shares } of fact.lots) {
        flowShares(account, folio, fact.security, sharesOf(shares));
      }
      return;
    case "lotsMoved":
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
      // An amount received beyond the part that leaves with the shares is income of the day.
      takeInterest(account, folio, fact.security, shares);
      const factor = factorOf(account.quotationFactors, fact.security);
      const proceeds = proceedsOf(fact, shares, factor);
      folioOf(account, folio).cash += proceeds + centsOf(fact.accruedInterest);
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
      if (isPartMerger(fact)) exchangePart(account, fact);
      else merge(account, fact);
      return;
    case "exercise":
      exercise(account, fact);
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
    case "basisAdjustment":
    case "stepUp":
    case "averageElection":
      return;
  }
}

/** Interest that comes or goes with shares that flow. */
function flowInterest(account: AccountBook, folio: string, cents: bigint): void {
  folioOf(account, folio).flowedCash += cents;
}

const one: Ratio = { ratioNew: "1" as Decimal, ratioOld: "1" as Decimal };

function proceedsOf(fact: Disposal, shares: bigint, factor: bigint): bigint {
  if (fact.kind === "expiry") return 0n;
  const net = fact.netAmount
    ? centsOf(fact.netAmount)
    : worthOf(shares, fact.price, factor) - centsOf(fact.fees);
  return net - withheld(fact);
}
