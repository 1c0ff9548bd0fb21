// The holdings of a folio after facts, for the second implementation: every fact is processed
// again.
import {
  minus,
  over,
  plus,
  type Rational,
  read,
  times,
  zero,
} from "../../tax-lots/reference/rational.ts";
import type { Exercise } from "../../tax-lots/src/facts/fact.ts";
import type { PartMerger } from "../src/account-fact.ts";
import { happen } from "./account-events.ts";
import {
  cashFlowsOf,
  type Fact,
  feeOf,
  foliosIn,
  inOrder,
  inParts,
  isCoupon,
  isEvent,
  isPayment,
} from "./facts.ts";
import {
  cents,
  type Factors,
  interestWith,
  move,
  negative,
  nothing,
  paidFor,
  pay,
  type Standing,
  taxOf,
  towardsZero,
  tradedFor,
} from "./standing.ts";

interface Place {
  readonly folio: string;
  readonly on: string;
  readonly since: string;
  readonly factors: Factors;
}

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

function receive(standing: Standing, transaction: string): void {
  pay(standing, standing.receivable.get(transaction) ?? zero);
  standing.receivable.delete(transaction);
}

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

function interestFlows(standing: Standing | undefined, amount: Rational, counts: boolean): void {
  if (standing && counts) standing.waitingCash = plus(standing.waitingCash, amount);
}

/** A part of a merger; the interest that was paid for goes to the new shares, or ends with cash. */
function exchangePart(standing: Standing | undefined, fact: PartMerger): void {
  const { security, shares, intoSecurity, ratioNew, ratioOld, cashPerShare = "0" } = fact;
  const product = cents(times(read(shares), read(cashPerShare)));
  pay(standing, minus(fact.netAmount ? read(fact.netAmount) : product, taxOf(fact)));
  if (intoSecurity && ratioNew && ratioOld) {
    const ratio = over(read(ratioNew), read(ratioOld));
    const interest = become(standing, { ...fact, intoSecurity }, ratio);
    move(standing?.interest, intoSecurity, interest);
    return;
  }
  interestWith(standing, { security, shares });
  move(standing?.positions, security, negative(shares));
}

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
