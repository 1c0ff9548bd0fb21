// The order of facts, the folios that they name, and the cash that they bring from outside, for the
// second implementation.
import { minus, type Rational, read, zero } from "../../tax-lots/reference/rational.ts";
import type { AccountFact, PartMerger } from "../src/account-fact.ts";

export type Fact = AccountFact;

const eventKinds = ["split", "merger", "spinOff", "returnOfCapital", "symbolChange"];

/** A merger of some shares alone stays in its folio, as a sale does. */
const isPart = (fact: Fact): fact is PartMerger => fact.kind === "merger" && "shares" in fact;

export const isEvent = (fact: Fact) => eventKinds.includes(fact.kind) && !isPart(fact);

/** A fact that changes bases alone moves nothing. */
const isOfBasis = ({ kind }: Fact) => kind === "basisAdjustment" || kind === "stepUp";

/** By trade date; on one day events first, what is worthless last; then in the order of entry. */
export function inOrder(facts: readonly Fact[]): Fact[] {
  const rank = (fact: Fact) =>
    couponRanks[fact.kind] ?? (isEvent(fact) ? 1 : fact.kind === "worthlessness" ? 4 : 3);
  const key = (fact: Fact) =>
    `${fact.tradeOn} ${rank(fact)} ${String(fact.entryOrder).padStart(9, "0")}`;
  return facts.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** Stand for the ex-date of a bond's interest, which ends what was paid for interest before: what its
 * security has as the day begins, and what the events of the day have made of it. */
const couponRanks: Readonly<Record<string, number>> = { coupon: 0, couponBehindEvents: 2 };

export const isCoupon = ({ kind }: Fact) => kind in couponRanks;

/** The folios that facts name, oldest first. */
export function foliosIn(facts: readonly Fact[]): string[] {
  const named = facts
    .filter((fact) => !isEvent(fact) && !isCoupon(fact) && !isOfBasis(fact))
    .flatMap((fact) => [
      fact.folio,
      "toFolio" in fact ? fact.toFolio : undefined,
      fact.kind === "fee" && typeof fact.paidBy === "object" ? fact.paidBy.folio : undefined,
    ]);
  return [...new Set(named.filter((folio) => folio !== undefined))];
}

/** The external cash of a fact, by folio. */
export function cashFlowsOf(fact: Fact): { folio: string; amount: Rational }[] {
  const into = (folio: string, amount: string) => ({ folio, amount: read(amount) });
  const out = (folio: string, amount: string) => ({ folio, amount: minus(zero, read(amount)) });
  switch (fact.kind) {
    case "deposit":
      return [into(fact.folio, fact.amount)];
    case "withdrawal":
    case "expense":
      return [out(fact.folio, fact.amount)];
    case "cashJournal":
      return [out(fact.folio, fact.amount), into(fact.toFolio, fact.amount)];
    case "fee": {
      const amount = feeOf(fact);
      if (fact.paidBy === undefined) return [];
      if (fact.paidBy === "outside") return [{ folio: fact.folio, amount }];
      return [
        { folio: fact.folio, amount },
        { folio: fact.paidBy.folio, amount: minus(zero, amount) },
      ];
    }
    default:
      return [];
  }
}

/** The fee that a fact takes, below 0 where it gives it back. */
export function feeOf(fact: Fact & { readonly kind: "fee" }): Rational {
  return fact.isRefund ? minus(zero, read(fact.amount)) : read(fact.amount);
}

/** A return of capital that is paid after its ex-date: what stands on that day, and the payment; what
 * is worthless goes at the end of its year. */
export function inParts(fact: Fact): Fact[] {
  if (fact.kind === "worthlessness") {
    return [{ ...fact, tradeOn: `${fact.tradeOn.slice(0, 4)}-12-31` } as Fact];
  }
  if (fact.kind === "interest" && fact.security) {
    const tradeOn = fact.exOn ?? fact.tradeOn;
    const coupons = Object.keys(couponRanks).map((kind) => ({ ...fact, kind, tradeOn }));
    return [...(coupons as unknown as Fact[]), fact];
  }
  if (fact.kind !== "returnOfCapital" || !fact.exOn) return [fact];
  const { exOn, ...atOnce } = fact;
  if (exOn >= fact.tradeOn) return [atOnce];
  return [{ ...fact, tradeOn: exOn }, { ...fact, amount: "0" } as Fact];
}

export const isPayment = (fact: Fact) =>
  fact.kind === "returnOfCapital" && fact.exOn !== undefined && fact.exOn < fact.tradeOn;
