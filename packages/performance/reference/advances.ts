// Advances for the second implementation: a list to which one after another is added, and from which all
// that counts is added up again each time.
import {
  isLess,
  minus,
  plus,
  type Rational,
  read,
  total,
  zero,
} from "../../tax-lots/reference/rational.ts";
import { foliosIn } from "./facts.ts";
import { standingOf } from "./holdings.ts";
import { isOpen } from "./open-days.ts";
import type { Portfolio } from "./portfolios.ts";
import { paidFor } from "./standing.ts";

/** An amount that a folio has counted ahead of a deposit or journal; below 0 in the folio that
 * gives it. */
export interface Advance {
  readonly folio: string;
  readonly amount: Rational;
  /** The day of the purchase, and the one on which the cash comes. */
  readonly from: string;
  readonly until: string;
  readonly transaction: string;
  /** The end of the payment period of the folio that takes it. */
  readonly period: string;
}

type Fact = Portfolio["facts"][number];

/** All advances of an account whose facts are in order. */
export function advancesOf({ facts, factors = {} }: Portfolio): Advance[] {
  const known: Advance[] = [];
  for (const on of [...new Set(facts.filter(isPaid).map(({ tradeOn }) => tradeOn))].sort()) {
    const bought = facts.filter((fact) => fact.tradeOn === on && isPaid(fact));
    const cashOf = (folio: string) => standingOf(facts, { folio, on, since: on, factors }).cash;
    const folios = foliosIn(facts).sort();
    const cash = new Map(folios.map((folio) => [folio, cashOf(folio)]));
    for (;;) {
      const taken = folios.flatMap((folio) => {
        const own = bought.filter((fact) => fact.folio === folio);
        const today = known.filter(({ from }) => from === on);
        const given = today.filter((each) => each.folio === folio && isLess(each.amount, zero));
        const got = today.filter((each) => each.folio === folio && !isLess(each.amount, zero));
        const outstanding = known.filter(
          (each) => each.folio === folio && each.from <= on && on < each.until,
        );
        const balance = plus(cash.get(folio) ?? zero, sumOf(outstanding));
        const allowed = minus(
          minus(total(own.map((fact) => costOf(fact, factors))), sumOf(given)),
          sumOf(got),
        );
        const period = [...own.map(endOfPayment), ...given.map((each) => each.period)]
          .sort()
          .at(-1);
        const lacking = least([allowed, minus(zero, balance)]);
        if (!isLess(zero, lacking) || period === undefined) return [];
        const next = inflowsOf(facts, folio).find(
          (each) => each.on > on && each.on <= period && isLess(zero, leftOf(known, each)),
        );
        return next === undefined ? [] : [{ folio, lacking, period, next }];
      });
      const [first] = taken;
      if (first === undefined) break;
      const { folio, lacking, period, next } = first;
      const amount = least([lacking, leftOf(known, next)]);
      const both = { from: on, until: next.on, transaction: next.transaction, period };
      known.push({ folio, amount, ...both });
      if (next.giver) known.push({ folio: next.giver, amount: minus(zero, amount), ...both });
    }
  }
  return known;
}

function isPaid(fact: Fact): boolean {
  return ["buy", "reinvestment", "exercise"].includes(fact.kind);
}

function costOf(fact: Fact, factors: Portfolio["factors"] & {}): Rational {
  if (fact.kind === "exercise") return read(fact.amount);
  if (fact.kind !== "buy" && fact.kind !== "reinvestment") return zero;
  return plus(paidFor(fact, factors), read(fact.accruedInterest ?? "0"));
}

/** Two business days after the settlement, which is the next one unless it is stated. */
function endOfPayment(fact: Fact): string {
  const stated = "settlementOn" in fact ? fact.settlementOn : undefined;
  return later(stated ?? later(fact.tradeOn, 1), 2);
}

function later(on: string, count: number): string {
  const next = Temporal.PlainDate.from(on).add({ days: 1 }).toString();
  if (count === 0) return on;
  return later(next, isOpen(next) ? count - 1 : count);
}

interface Inflow {
  readonly transaction: string;
  readonly on: string;
  readonly amount: Rational;
  readonly giver?: string;
}

function inflowsOf(facts: readonly Fact[], folio: string): Inflow[] {
  return facts.flatMap((fact): Inflow[] => {
    const base = { transaction: fact.transactionId, on: fact.tradeOn };
    if (fact.kind === "deposit" && fact.folio === folio) {
      return [{ ...base, amount: read(fact.amount) }];
    }
    if (fact.kind !== "cashJournal" || fact.toFolio !== folio) return [];
    return [{ ...base, amount: read(fact.amount), giver: fact.folio }];
  });
}

/** The part of an inflow that is not counted ahead yet. */
function leftOf(known: readonly Advance[], { transaction, amount }: Inflow): Rational {
  const taken = known.filter(
    (each) => each.transaction === transaction && isLess(zero, each.amount),
  );
  return minus(amount, sumOf(taken));
}

const sumOf = (advances: readonly Advance[]) => total(advances.map(({ amount }) => amount));

function least(amounts: readonly Rational[]): Rational {
  return amounts.reduce((a, b) => (isLess(a, b) ? a : b));
}
