// Events of all folios of an account together, for the second implementation.
import {
  isLess,
  isSame,
  minus,
  over,
  plus,
  type Rational,
  read,
  shared,
  times,
  total,
  zero,
} from "../../tax-lots/reference/rational.ts";
import type { Fact } from "./facts.ts";
import { cents, move, pay, type Standing, taxOf, towardsZero } from "./standing.ts";

/** An event of all folios together; its result is shared over those that hold the security. */
export function happen(folios: readonly Standing[], fact: Fact): void {
  const { security, newShares: stated } = fact as { security: string; newShares?: string };
  const held = folios.map(({ positions }) => positions.get(security) ?? zero);
  const flowed = folios.map(({ waiting }) => waiting.get(security) ?? zero);
  const whole = total(held);
  /** Gives each folio its part, and each waiting flow its own. */
  const give = (
    all: Rational,
    places: number,
    alone: (shares: Rational) => Rational,
    to: (folio: Standing, part: Rational, waitingPart: Rational) => void,
  ) => {
    const isHeld = !isSame(whole, zero);
    const sign = isLess(all, zero) ? { n: -1n, d: 1n } : { n: 1n, d: 1n };
    const parts = isHeld
      ? shared(times(all, sign), held, places).map((part) => times(part, sign))
      : held;
    folios.forEach((folio, at) => {
      const shares = held[at] ?? zero;
      const waits = flowed[at] ?? zero;
      const part = parts[at] ?? zero;
      const along = isSame(shares, zero) ? alone(waits) : over(times(waits, part), shares);
      to(folio, part, towardsZero(along, places));
    });
  };
  const newShares = (into: string, ratio: Rational) => {
    const byRatio = (shares: Rational) => towardsZero(times(shares, ratio), 5);
    give(
      stated && !isSame(whole, zero) ? read(stated) : byRatio(whole),
      5,
      byRatio,
      (folio, part, along) => {
        move(folio.positions, into, part);
        move(folio.waiting, into, along);
      },
    );
  };
  const cash = (all: Rational, alone: (shares: Rational) => Rational) =>
    give(minus(all, taxOf(fact)), 2, alone, (folio, part, along) => {
      pay(folio, part);
      folio.waitingCash = plus(folio.waitingCash, along);
    });
  const ratioOf = (of: { ratioNew: string; ratioOld: string }) =>
    over(read(of.ratioNew), read(of.ratioOld));

  if (fact.kind === "merger" || fact.kind === "symbolChange")
    moveInterest(folios, security, fact.intoSecurity);
  if (fact.kind === "split" || fact.kind === "symbolChange") takeAll(folios, security);
  if (fact.kind === "split") newShares(security, ratioOf(fact));
  if (fact.kind === "symbolChange") newShares(fact.intoSecurity, read("1"));
  if (fact.kind === "spinOff") newShares(fact.intoSecurity, ratioOf(fact));
  if (fact.kind === "returnOfCapital" && fact.exOn === fact.tradeOn) {
    give(
      minus(read(fact.amount), taxOf(fact)),
      2,
      () => zero,
      (folio, part, along) => {
        move(folio.receivable, fact.transactionId, part);
        folio.waitingCash = plus(folio.waitingCash, along);
      },
    );
  } else if (fact.kind === "returnOfCapital") cash(read(fact.amount), () => zero);
  if (fact.kind === "merger") {
    const { intoSecurity, ratioNew, ratioOld, cashPerShare = "0" } = fact;
    takeAll(folios, security);
    const cashFor = (shares: Rational) => cents(times(shares, read(cashPerShare)));
    cash(cashFor(whole), cashFor);
    if (intoSecurity && ratioNew && ratioOld)
      newShares(intoSecurity, ratioOf({ ratioNew, ratioOld }));
  }
}

function takeAll(folios: readonly Standing[], security: string): void {
  for (const { positions, waiting } of folios) {
    positions.delete(security);
    waiting.delete(security);
  }
}

/** Interest that was paid with a purchase follows the security that takes its place. */
function moveInterest(
  folios: readonly Standing[],
  security: string,
  into: string | undefined,
): void {
  for (const { interest } of folios) {
    const paid = interest.get(security) ?? zero;
    interest.delete(security);
    if (into) move(interest, into, paid);
  }
}
