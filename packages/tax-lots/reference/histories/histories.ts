// Random histories of an account: mostly possible facts, drawn from small whole numbers so that
// fast-check can shrink them.

import fc from "fast-check";
import type { Decimal } from "../../../values/src/decimal.ts";
import type { Id } from "../../../values/src/ids.ts";
import type { LotAccount, LotFact } from "../../src/facts/fact.ts";
import { basisFact } from "./bases.ts";
import {
  type Drawing,
  type Elections,
  type Fields,
  firstBasisOp,
  type Holdings,
  lastBasisOp,
  later,
  methodCodes,
  type Newest,
  type Step,
} from "./drawing.ts";
import { event, spunBeside } from "./reorganizations.ts";
import { arrival, disposal, noted, purchase } from "./trades.ts";

/** An account and what happened to it. */
export interface History {
  readonly account: LotAccount;
  readonly facts: LotFact[];
}

const basisOp = fc.integer({ min: firstBasisOp, max: lastBasisOp });

const step = fc.record<Step>({
  op: fc.oneof({ weight: 5, arbitrary: fc.nat(46) }, { weight: 1, arbitrary: basisOp }),
  security: fc.nat(2),
  days: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constantFrom(0, 1, 1, 2, 3, 30, 31, 365, 366)),
  shares: fc.integer({ min: 1, max: 40 }),
  price: fc.integer({ min: 1, max: 1200 }),
  extra: fc.nat(999),
});

const dense = {
  days: fc.constantFrom(0, 0, 1, 1, 2, 5, 30),
  shares: fc.integer({ min: 1, max: 12 }),
  price: fc.integer({ min: 800, max: 1200 }),
  extra: fc.nat(999),
};

const trade = fc.record<Step>({
  op: fc.oneof(fc.nat(22), fc.integer({ min: 30, max: 32 }), fc.constantFrom(37, 37, 40, 43)),
  security: fc.constant(0),
  ...dense,
});

/** Rights to that security are bought and exercised. */
const right = fc.record<Step>({
  op: fc.constantFrom(1, 2, 41, 41),
  security: fc.constant(2),
  ...dense,
});

/** Quotation factors of some of the securities. */
function factorsOf(drawn: number): Pick<LotAccount, "quotationFactors"> {
  const factors = ["0.01", "100", "1", "0.123456"] as Decimal[];
  const security = String(601 + (drawn % 3)) as Id;
  const other = String(601 + ((drawn + 1) % 3)) as Id;
  if (drawn % 2 === 0) return {};
  const [one, two] = [factors[drawn % 4], factors[(drawn >> 2) % 4]] as [Decimal, Decimal];
  return {
    quotationFactors: new Map([
      [security, one],
      [other, two],
    ]),
  };
}

/** Taxable histories of one security, so dense that most losses are washed. */
export function washHistories(most: number): fc.Arbitrary<History> {
  return fc
    .tuple(
      fc.nat(9),
      fc.nat(47),
      fc.nat(999),
      fc.array(fc.oneof(trade, trade, trade, right), {
        minLength: 2,
        maxLength: most,
        size: "max",
      }),
    )
    .map(([method, factors, funds, steps]) => {
      const defaultMethod = methodCodes[method] ?? "FIFO";
      const base = { account: "RA00000001", isTaxable: true, defaultMethod };
      const account: LotAccount = { ...base, ...factorsOf(factors), ...averagingOf(funds) };
      return { account, facts: factsOf(account, steps) };
    });
}

/** Histories of up to the given number of facts, of every kind. */
export function histories(most: number): fc.Arbitrary<History> {
  return fc
    .tuple(
      fc.nat(9),
      fc.nat(4),
      fc.nat(47),
      fc.nat(999),
      fc.array(step, { minLength: 2, maxLength: most, size: "max" }),
    )
    .map(([method, kind, factors, funds, steps]) => {
      const isTaxable = kind > 0;
      const defaultMethod = isTaxable ? (methodCodes[method] ?? "FIFO") : "AVGC";
      const base = { account: "RA00000001", isTaxable, defaultMethod };
      const account: LotAccount = { ...base, ...factorsOf(factors), ...averagingOf(funds) };
      return { account, facts: factsOf(account, steps) };
    });
}

/** Three accounts, each of which moves lots to the next one; the last to the first. */
export function tiedHistories(most: number): fc.Arbitrary<History[]> {
  const one = histories(most);
  return fc.tuple(one, one, one).map((drawn) =>
    drawn.map(({ account, facts }, at) => ({
      account: { ...account, account: `RA0000000${at + 1}` },
      facts: facts.map((fact) => tiedFact(fact, at)),
    })),
  );
}

/** The same fact with an id and a place that no fact of another account has. */
function tiedFact(fact: LotFact, at: number): LotFact {
  const toId = (id: Id) => String(Number(id) * 10 + at) as Id;
  const named = <Lot extends { transactionId: Id }>(lots: readonly Lot[]) =>
    lots.map((lot) => ({ ...lot, transactionId: toId(lot.transactionId) }));
  return {
    ...fact,
    transactionId: toId(fact.transactionId),
    entryOrder: fact.entryOrder * 10 + at,
    ...("namedLots" in fact && fact.namedLots && { namedLots: named(fact.namedLots) }),
    ...("adjustedLots" in fact && fact.adjustedLots && { adjustedLots: named(fact.adjustedLots) }),
    ...(fact.kind === "lotsMoved" && { toAccount: `RA0000000${((at + 1) % 3) + 1}` }),
  } as LotFact;
}

/** The securities that are funds, in half of the accounts averaged from a day on. */
function averagingOf(drawn: number): Pick<LotAccount, "fundSecurities" | "fundsAveragedFrom"> {
  const ids = ["601", "602", "603"].filter((_, at) => (drawn >> at) % 2 === 1) as Id[];
  const fundSecurities = new Set(ids);
  if (drawn % 16 < 8) return { fundSecurities };
  return { fundSecurities, fundsAveragedFrom: later("2019-12-20", drawn) };
}

function factsOf(account: LotAccount, steps: readonly Step[]): LotFact[] {
  const holdings: Holdings = new Map();
  const newest: Newest = new Map();
  const elections: Elections = new Map();
  const worthless: { security: string; year: number }[] = [];
  let day = Temporal.PlainDate.from("2019-12-20");
  return steps.flatMap((each, at) => {
    day = day.add({ days: each.days });
    const base = {
      transactionId: String(each.extra * 100 + at + 1),
      entryOrder: 2 * at,
      tradeOn: day.toString(),
      security: String(601 + each.security),
    };
    for (const { security, year } of worthless.splice(0)) {
      if (year < day.year) holdings.delete(security);
      else worthless.push({ security, year });
    }
    const drawing = { account, holdings, newest, elections, base, step: each };
    const fact = factOf(drawing);
    if (fact?.kind === "worthlessness") worthless.push({ security: base.security, year: day.year });
    const facts = [fact, each.op === 45 && spunBeside(drawing, fact)];
    return facts.filter((one) => typeof one === "object") as unknown as LotFact[];
  });
}

function factOf(drawing: Drawing): Fields | undefined {
  const { op } = drawing.step;
  if (op >= firstBasisOp) return basisFact(drawing);
  if (op === 46) return disposal(drawing);
  if (op < 12) return noted(drawing, purchase(drawing));
  if (op < 26) return disposal(drawing);
  if (op < 30) return noted(drawing, arrival(drawing));
  const fact = event(drawing);
  drawing.newest.clear();
  return fact;
}
