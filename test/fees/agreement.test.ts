// The calculation of fees and a second one in fractions agree on random groups of accounts: 300 in each run of the
// tests, 100,000 in `npm run proofs`, or as many as HISTORIES says, from HISTORIES_SEED.
import fc from "fast-check";
import { expect, test } from "vitest";
import { calculateCase } from "./fee-case-calculated.ts";
import { type FeeCase, feeCases, plans } from "./fee-cases.ts";
import { feeInFractions } from "./fee-in-fractions.ts";
import { fraction } from "./fraction.ts";

const { PROOFS, HISTORIES, HISTORIES_SEED } = process.env;
const each: fc.Parameters<unknown> = {
  numRuns: Number(HISTORIES ?? (PROOFS === undefined ? 300 : 100_000)),
  ...(HISTORIES_SEED !== undefined && { seed: Number(HISTORIES_SEED) }),
};

/** Cents as dollars, and the like for a rate or a percent. */
const dollars = (cents: bigint) => fraction(cents, 100n);
const orNone = (cents: bigint | undefined) => (cents === undefined ? undefined : dollars(cents));

function inFractions({ plan, periodDays, parts }: FeeCase) {
  return feeInFractions(
    {
      ...plan,
      tiers: plan.tiers.map(({ from, rate }) => ({
        from: dollars(from),
        rate: fraction(rate, 100_000_000n),
      })),
      flatFee: orNone(plan.flatFee),
      minimumFee: orNone(plan.minimumFee),
      maximumFee: orNone(plan.maximumFee),
      maximumRate: fraction(plan.maximumRate, 10_000n),
      flowFrom: orNone(plan.flowFrom),
    },
    periodDays,
    parts.map(({ account, values, flows, discount }) => ({
      account,
      values: values.map(dollars),
      flows: flows.map(dollars),
      discount: fraction(discount, 10_000n),
    })),
  );
}

test("both calculate the same fee, shared alike, and shares add up to it", () => {
  fc.assert(
    fc.property(feeCases, (feeCase) => {
      const { exact, cents, shares } = calculateCase(feeCase);
      const expected = inFractions(feeCase);
      expect(fraction(exact.numerator, exact.denominator * 100n)).toEqual(expected.exact);
      expect(new Map(shares.map((share) => [share.accountNumber, share.cents]))).toEqual(
        expected.shares,
      );
      expect(shares.reduce((sum, share) => sum + share.cents, 0n)).toBe(cents);
    }),
    each,
  );
});

const basis = fc.bigInt({ min: 0n, max: 200_000_000n });
const alone = (cents: bigint, plan: FeeCase["plan"], account = "A") => ({
  plan: {
    ...plan,
    flatFee: undefined,
    minimumFee: undefined,
    maximumFee: undefined,
    maximumRate: 10_000n,
  },
  periodDays: 90,
  parts: [
    {
      account,
      firstDay: 0,
      values: Array(90).fill(cents),
      flows: Array(90).fill(0n),
      discount: 0n,
    },
  ],
});
const exactOf = (feeCase: FeeCase) => {
  const { numerator, denominator } = calculateCase(feeCase).exact;
  return { over: numerator, under: denominator };
};
const fallingRates = ({ tiers }: FeeCase["plan"]) =>
  tiers.map(({ rate }) => rate).toSorted((a, b) => (a > b ? -1 : 1));
const few: fc.Parameters<unknown> = { ...each, numRuns: Math.ceil((each.numRuns ?? 0) / 10) };

test("marginal fees rise with the basis, by at most the highest rate of what was added", () => {
  fc.assert(
    fc.property(plans, basis, basis, (plan, one, more) => {
      const marginal = { ...plan, tierType: "M" as const };
      const low = exactOf(alone(one, marginal));
      const high = exactOf(alone(one + more, marginal));
      // Both are over multiples of the same, so that one cross product compares them.
      const risen = high.over * low.under - low.over * high.under;
      const [highest = 0n] = fallingRates(plan);
      expect(risen >= 0n).toBe(true);
      const most = more * highest * plan.months * low.under * high.under;
      expect(risen * 12n * 100_000_000n <= most).toBe(true);
    }),
    few,
  );
});

test("with falling rates a household never pays more than its accounts alone", () => {
  fc.assert(
    fc.property(plans, basis, basis, (plan, one, other) => {
      const rates = fallingRates(plan);
      const falling = {
        ...plan,
        tierType: "M" as const,
        tiers: plan.tiers.map((tier, at) => ({
          from: at === 0 ? 0n : tier.from,
          rate: rates[at] ?? 0n,
        })),
      };
      const a = alone(one, falling);
      const b = alone(other, falling, "B");
      const feeOfA = exactOf(a);
      const feeOfB = exactOf(b);
      const together = exactOf({ ...a, parts: [...a.parts, ...b.parts] });
      const apart = feeOfA.over * feeOfB.under + feeOfB.over * feeOfA.under;
      expect(together.over * feeOfA.under * feeOfB.under <= apart * together.under).toBe(true);
    }),
    few,
  );
});

test("a period on average, without bounds and at one rate, is the sum of its parts before rounding", () => {
  fc.assert(
    fc.property(feeCases, fc.bigInt({ min: 0n, max: 3_000_000n }), (feeCase, rate) => {
      const { plan } = alone(0n, feeCase.plan);
      const flat = { ...plan, basis: "AVG" as const, tiers: [{ from: 0n, rate }] };
      const parts = feeCase.parts.map((part) => ({
        ...part,
        values: part.values.map((cents) => (cents < 0n ? 0n : cents)),
      }));
      const whole = exactOf({ ...feeCase, plan: flat, parts });
      const cut = parts.map((part) => exactOf({ ...feeCase, plan: flat, parts: [part] }));
      const sum = cut.reduce(
        (a, b) => fraction(a.over * b.under + b.over * a.under, a.under * b.under),
        fraction(0n),
      );
      expect(fraction(whole.over, whole.under)).toEqual(sum);
    }),
    few,
  );
});

test("the mean of a constant value is the value at the end", () => {
  fc.assert(
    fc.property(plans, basis, (plan, cents) => {
      const at = (kind: "AVG" | "END") =>
        calculateCase(alone(cents, { ...plan, basis: kind })).cents;
      expect(at("AVG")).toBe(at("END"));
    }),
    few,
  );
});
