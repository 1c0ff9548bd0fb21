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
import type { LotFact } from "../../tax-lots/src/facts/fact.ts";
import type { CashFact } from "../src/cash-fact.ts";

type Fact = LotFact | CashFact;

const eventKinds = ["split", "merger", "spinOff", "returnOfCapital", "symbolChange"];
const isEvent = ({ kind }: Fact) => eventKinds.includes(kind);

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
    .filter((fact) => !isEvent(fact) && !isCoupon(fact))
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
    case "fee":
      if (fact.paidBy === undefined) return [];
      if (fact.paidBy === "outside") return [into(fact.folio, fact.amount)];
      return [into(fact.folio, fact.amount), out(fact.paidBy.folio, fact.amount)];
    default:
      return [];
  }
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
}

/** The state of a folio at the end of a day. */
export function standingOf(facts: readonly Fact[], { folio, on, since }: Place): Standing {
  const past = inOrder(facts.flatMap(inParts)).filter(({ tradeOn }) => tradeOn <= on);
  const standings = new Map<string, Standing>(
    foliosIn(past).map((name) => [
      name,
      {
        cash: zero,
        positions: new Map(),
        waiting: new Map(),
        waitingCash: zero,
        receivable: new Map(),
        interest: new Map(),
      },
    ]),
  );
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
    } else if (isEvent(fact)) happen(folios, fact as LotFact);
    else trade(standings, fact, fact.tradeOn > since);
  }
  const found = standings.get(folio);
  if (found === undefined) throw new Error(`no fact names folio ${folio}`);
  return found;
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

function trade(standings: Map<string, Standing>, fact: Fact, counts: boolean): void {
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
      pay(here, negative(fact.amount));
      return;
    case "transferIn":
    case "giftIn":
    case "inheritance":
      flow(here, fact.security, read(fact.shares));
      return;
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
      pay(here, minus(zero, fact.netAmount ? read(fact.netAmount) : costOf(fact)));
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
      const net = fact.netAmount ? read(fact.netAmount) : minus(tradedFor(fact), fees);
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

type Priced = { readonly shares: string; readonly price?: string; readonly fees?: string };

const tradedFor = ({ shares, price = "0" }: Priced) => cents(times(read(shares), read(price)));
const costOf = (fact: Priced) => plus(tradedFor(fact), read(fact.fees ?? "0"));

function taxOf(fact: LotFact): Rational {
  const taxes = ["federal", "state", "foreign"].map(
    (kind) => (fact as unknown as Record<string, string>)[`${kind}TaxWithholding`] ?? "0",
  );
  return total(taxes.map(read));
}

/** An event of all folios together; its result is shared over those that hold the security. */
function happen(folios: readonly Standing[], fact: LotFact): void {
  const { security } = fact;
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
    give(byRatio(whole), 5, byRatio, (folio, part, along) => {
      move(folio.positions, into, part);
      move(folio.waiting, into, along);
    });
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
