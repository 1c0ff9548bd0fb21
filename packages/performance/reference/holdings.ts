// What a folio holds after facts, for the second implementation: every fact is processed again.

import {
  isLess,
  isSame,
  minus,
  over,
  plus,
  type Rational,
  read,
  rounded,
  shared,
  times,
  total,
  zero,
} from "../../tax-lots/reference/rational.ts";
import type { Exercise } from "../../tax-lots/src/facts/fact.ts";
import type { AccountFact, PartMerger } from "../src/account-fact.ts";

type Fact = AccountFact;

const eventKinds = ["split", "merger", "spinOff", "returnOfCapital", "symbolChange"];
/** A merger of some shares alone stays in its folio, as a sale does. */
const isPart = (fact: Fact): fact is PartMerger => fact.kind === "merger" && "shares" in fact;
const isEvent = (fact: Fact) => eventKinds.includes(fact.kind) && !isPart(fact);

/** What changes bases alone moves nothing. */
const isOfBasis = ({ kind }: Fact) => kind === "basisAdjustment" || kind === "stepUp";

/** The quotation factors of securities; 1 for one that is not here. */
export type Factors = Readonly<Record<string, string>>;

/** The factor of a security. */
export const factorOf = (factors: Factors, security: string) => read(factors[security] ?? "1");

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
const isCoupon = ({ kind }: Fact) => kind in couponRanks;

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

/** What a folio has after facts; `waiting` is what has flowed since its last valuation. */
export interface Standing {
  cash: Rational;
  readonly positions: Map<string, Rational>;
  readonly waiting: Map<string, Rational>;
  waitingCash: Rational;
  /** Capital to be paid back since its ex-date, by transaction. */
  readonly receivable: Map<string, Rational>;
  /** What was paid for accrued interest, by security. */
  readonly interest: Map<string, Rational>;
}

interface Place {
  readonly folio: string;
  readonly on: string;
  readonly since: string;
  readonly factors: Factors;
}

const nothing = (): Standing => ({
  cash: zero,
  positions: new Map(),
  waiting: new Map(),
  waitingCash: zero,
  receivable: new Map(),
  interest: new Map(),
});

/** The state of a folio at the end of a day. */
export function standingOf(facts: readonly Fact[], { folio, on, since, factors }: Place): Standing {
  const past = inOrder(facts.flatMap(inParts)).filter(({ tradeOn }) => tradeOn <= on);
  const standings = new Map(foliosIn(past).map((name) => [name, nothing()]));
  for (const fact of past) {
    for (const flow of cashFlowsOf(fact)) pay(standings.get(flow.folio), flow.amount);
    const folios = [...standings.values()];
    if (isCoupon(fact)) {
      standings.get(fact.folio ?? "")?.interest.delete((fact as { security: string }).security);
    } else if (isPayment(fact)) for (const each of folios) receive(each, fact.transactionId);
    else if (fact.kind === "worthlessness") {
      for (const each of folios) {
        each.positions.delete(fact.security);
        each.interest.delete(fact.security);
      }
    } else if (isEvent(fact)) happen(folios, fact);
    else trade(standings, fact, { counts: fact.tradeOn > since, factors });
  }
  // A folio may have begun by what it is going to give to another.
  return standings.get(folio) ?? nothing();
}

/** A return of capital that is paid after its ex-date: what stands on that day, and the payment; what
 * is worthless goes at the end of its year. */
function inParts(fact: Fact): Fact[] {
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

const isPayment = (fact: Fact) =>
  fact.kind === "returnOfCapital" && fact.exOn !== undefined && fact.exOn < fact.tradeOn;

function receive(standing: Standing, transaction: string): void {
  pay(standing, standing.receivable.get(transaction) ?? zero);
  standing.receivable.delete(transaction);
}

function pay(standing: Standing | undefined, amount: Rational): void {
  if (standing) standing.cash = plus(standing.cash, amount);
}

function move(holdings: Map<string, Rational> | undefined, security: string, shares: Rational) {
  holdings?.set(security, plus(holdings.get(security) ?? zero, shares));
}

/** Half a cent away from zero. */
export function cents(amount: Rational): Rational {
  if (isLess(amount, zero)) return minus(zero, cents(minus(zero, amount)));
  return rounded(amount, 2, "up");
}

const negative = (text: string) => minus(zero, read(text));

interface Circumstances {
  /** Whether it has happened since the last valuation. */
  readonly counts: boolean;
  readonly factors: Factors;
}

function trade(
  standings: Map<string, Standing>,
  fact: Fact,
  { counts, factors }: Circumstances,
): void {
  const here = standings.get(fact.folio ?? "");
  const flow = (standing: Standing | undefined, security: string, shares: Rational) => {
    move(standing?.positions, security, shares);
    if (counts) move(standing?.waiting, security, shares);
  };
  switch (fact.kind) {
    case "dividend":
    case "interest":
      pay(here, read(fact.amount));
      return;
    case "fee":
      pay(here, minus(zero, feeOf(fact)));
      return;
    case "merger":
      exchangePart(here, fact as PartMerger);
      return;
    case "exercise":
      pay(here, negative(fact.amount));
      become(here, fact, over(read(fact.ratioNew), read(fact.ratioOld)));
      return;
    case "lotsReceived":
      for (const { shares } of fact.lots) flow(here, fact.security, read(shares));
      return;
    case "transferIn":
    case "giftIn":
    case "inheritance":
      flow(here, fact.security, read(fact.shares));
      return;
    case "lotsMoved":
    case "transferOut":
      interestFlows(here, minus(zero, interestWith(here, fact)), counts);
      flow(here, fact.security, negative(fact.shares));
      return;
    case "shareJournal": {
      const there = standings.get(fact.toFolio);
      const along = interestWith(here, fact);
      move(there?.interest, fact.security, along);
      interestFlows(here, minus(zero, along), counts);
      interestFlows(there, along, counts);
      flow(here, fact.security, negative(fact.shares));
      flow(there, fact.security, read(fact.shares));
      return;
    }
    case "buy":
    case "reinvestment":
      move(here?.positions, fact.security, read(fact.shares));
      pay(here, minus(zero, paidFor(fact, factors)));
      pay(here, negative(fact.accruedInterest ?? "0"));
      move(here?.interest, fact.security, read(fact.accruedInterest ?? "0"));
      return;
    case "sell":
    case "redemption":
    case "cashInLieu":
    case "expiry": {
      interestWith(here, fact);
      move(here?.positions, fact.security, negative(fact.shares));
      if (fact.kind === "expiry") return;
      pay(here, read(fact.accruedInterest ?? "0"));
      const fees = read(fact.fees ?? "0");
      const net = fact.netAmount ? read(fact.netAmount) : minus(tradedFor(fact, factors), fees);
      pay(here, minus(net, taxOf(fact)));
      return;
    }
  }
}

/** Takes the part of shares, which still stand in the folio, of what was paid for their interest. */
function interestWith(
  standing: Standing | undefined,
  { security, shares }: { readonly security: string; readonly shares: string },
): Rational {
  const paid = standing?.interest.get(security) ?? zero;
  const held = standing?.positions.get(security) ?? zero;
  const isAll = !isLess(read(shares), held);
  const part = isAll ? paid : cents(over(times(paid, read(shares)), held));
  move(standing?.interest, security, minus(zero, part));
  return part;
}

function interestFlows(standing: Standing | undefined, amount: Rational, counts: boolean): void {
  if (standing && counts) standing.waitingCash = plus(standing.waitingCash, amount);
}

type Priced = {
  readonly security: string;
  readonly shares: string;
  readonly price?: string;
  readonly fees?: string;
  readonly netAmount?: string;
};

const tradedFor = ({ security, shares, price = "0" }: Priced, factors: Factors) =>
  cents(times(times(read(shares), read(price)), factorOf(factors, security)));

/** What a purchase costs, without accrued interest. */
export const paidFor = (fact: Priced, factors: Factors) =>
  fact.netAmount ? read(fact.netAmount) : plus(tradedFor(fact, factors), read(fact.fees ?? "0"));

/** Some shares become others of the same folio, by a ratio or as many as are said; their part of the
 * interest that was paid for ends. */
function become(
  standing: Standing | undefined,
  { security, shares, intoSecurity, newShares }: Becoming,
  ratio: Rational,
): Rational {
  const interest = interestWith(standing, { security, shares });
  const given = newShares ? read(newShares) : towardsZero(times(read(shares), ratio), 5);
  move(standing?.positions, security, negative(shares));
  move(standing?.positions, intoSecurity, given);
  return interest;
}

type Becoming = Pick<Exercise, "security" | "shares" | "intoSecurity"> & {
  readonly newShares?: string;
};

/** A part of a merger; the interest that was paid for goes to the new shares, or ends with cash. */
function exchangePart(standing: Standing | undefined, fact: PartMerger): void {
  const { security, shares, intoSecurity, ratioNew, ratioOld, cashPerShare = "0" } = fact;
  pay(standing, minus(cents(times(read(shares), read(cashPerShare))), taxOf(fact)));
  if (intoSecurity && ratioNew && ratioOld) {
    const ratio = over(read(ratioNew), read(ratioOld));
    const interest = become(standing, { ...fact, intoSecurity }, ratio);
    move(standing?.interest, intoSecurity, interest);
    return;
  }
  interestWith(standing, { security, shares });
  move(standing?.positions, security, negative(shares));
}

function taxOf(fact: Fact): Rational {
  const taxes = ["federal", "state", "foreign"].map(
    (kind) => (fact as unknown as Record<string, string>)[`${kind}TaxWithholding`] ?? "0",
  );
  return total(taxes.map(read));
}

/** An event of all folios together; its result is shared over those that hold the security. */
function happen(folios: readonly Standing[], fact: Fact): void {
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
  const takeAll = () => {
    for (const { positions, waiting } of folios) {
      positions.delete(security);
      waiting.delete(security);
    }
  };
  const ratioOf = (of: { ratioNew: string; ratioOld: string }) =>
    over(read(of.ratioNew), read(of.ratioOld));

  if (fact.kind === "merger" || fact.kind === "symbolChange") {
    for (const { interest } of folios) {
      const paid = interest.get(security) ?? zero;
      interest.delete(security);
      if (fact.intoSecurity) move(interest, fact.intoSecurity, paid);
    }
  }
  if (fact.kind === "split" || fact.kind === "symbolChange") takeAll();
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
    takeAll();
    const cashFor = (shares: Rational) => cents(times(shares, read(cashPerShare)));
    cash(cashFor(whole), cashFor);
    if (intoSecurity && ratioNew && ratioOld)
      newShares(intoSecurity, ratioOf({ ratioNew, ratioOld }));
  }
}

/** Digits beyond the places are dropped. */
function towardsZero(a: Rational, places: number): Rational {
  const scale = 10n ** BigInt(places);
  return over({ n: (a.n * scale) / a.d, d: 1n }, { n: scale, d: 1n });
}
