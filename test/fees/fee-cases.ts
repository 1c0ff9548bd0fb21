// Random plans, and groups of accounts with values and flows day by day.
import { addDays, type Day } from "@bursar/values/dates";
import fc from "fast-check";

/** A plan: money in cents, rates in 0.000001 percent, percents in 0.01 percent. */
export interface PlanCase {
  readonly tiers: readonly { readonly from: bigint; readonly rate: bigint }[];
  readonly tierType: "M" | "W";
  readonly basis: "AVG" | "END";
  readonly months: bigint;
  readonly flatFee: bigint | undefined;
  readonly minimumFee: bigint | undefined;
  readonly maximumFee: bigint | undefined;
  readonly maximumRate: bigint;
  readonly flowFrom: bigint | undefined;
}

/** A part of a period: cents at the end of each of its days, and the flow of each. */
export interface PartCase {
  readonly account: string;
  readonly firstDay: number;
  readonly values: readonly bigint[];
  readonly flows: readonly bigint[];
  readonly discount: bigint;
}

/** A group that is billed together. */
export interface FeeCase {
  readonly plan: PlanCase;
  readonly periodDays: number;
  readonly parts: readonly PartCase[];
}

/** The day of the period's n-th day, from 0. */
export const dayOf = (n: number) => addDays("2026-01-01" as Day, n);

const cents = (max: number) => fc.bigInt({ min: 0n, max: BigInt(max) });
const orNone = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 1 });

const tiers = fc
  .uniqueArray(fc.constantFrom(0n, 1n, 10_000_000n, 25_000_000n, 33_333_333n, 100_000_000n), {
    maxLength: 4,
  })
  .chain((amounts) =>
    fc.tuple(
      fc.constant(amounts.toSorted((a, b) => (a < b ? -1 : 1))),
      fc.array(cents(3_000_000), { minLength: amounts.length, maxLength: amounts.length }),
    ),
  )
  .map(([amounts, rates]) => amounts.map((from, at) => ({ from, rate: rates[at] ?? 0n })));

/** Any plan that a load accepts. */
export const plans: fc.Arbitrary<PlanCase> = fc.record({
  tiers,
  tierType: fc.constantFrom("M", "W"),
  basis: fc.constantFrom("AVG", "END"),
  months: fc.constantFrom(1n, 3n),
  flatFee: orNone(cents(500_000)),
  minimumFee: orNone(cents(300_000)),
  maximumFee: orNone(cents(2_000_000)),
  maximumRate: fc.constantFrom(300n, 300n, 0n, 125n, 10_000n),
  flowFrom: orNone(fc.constantFrom(0n, 1_000_000n)),
});

const value = fc.oneof(
  { weight: 6, arbitrary: cents(80_000_000) },
  fc.constantFrom(0n, 1n, -500n, 10_000_000n, 25_000_000n, 100_000_000n),
);
const flow = fc.constantFrom(0n, 0n, 0n, 999_999n, 1_000_000n, -1_000_000n, 5_000_001n);
const discount = fc.constantFrom(0n, 0n, 0n, 1_000n, 3_333n, 10_000n);

/** Values that change on a few days, as one a day. */
const dailyValues = (length: number) =>
  fc
    .array(fc.tuple(fc.nat({ max: length - 1 }), value), { minLength: 1, maxLength: 4 })
    .map((changes) => {
      const values = new Map(changes.map(([at, cents]) => [at, cents]));
      let last = changes[0]?.[1] ?? 0n;
      return Array.from({ length }, (_, at) => {
        last = values.get(at) ?? last;
        return last;
      });
    });

const dailyFlows = (length: number) =>
  fc.array(fc.tuple(fc.nat({ max: length - 1 }), flow), { maxLength: 3 }).map((flows) => {
    const byDay = new Map(flows);
    return Array.from({ length }, (_, at) => byDay.get(at) ?? 0n);
  });

const part = (account: string, firstDay: number, length: number) =>
  fc.record({
    account: fc.constant(account),
    firstDay: fc.constant(firstDay),
    values: dailyValues(length),
    flows: dailyFlows(length),
    discount,
  });

/** An account on the whole period, on its end, on its start, or in two parts. */
const accountParts = (account: string, days: number): fc.Arbitrary<readonly PartCase[]> =>
  fc.integer({ min: 1, max: days - 1 }).chain((cut) => {
    const start = part(account, 0, cut);
    const end = part(account, cut, days - cut);
    return fc.oneof<fc.Arbitrary<PartCase[]>[]>(
      fc.tuple(part(account, 0, days)),
      fc.tuple(start),
      fc.tuple(end),
      fc.tuple(start, end),
    );
  });

/** A group of up to four accounts. */
export const feeCases: fc.Arbitrary<FeeCase> = fc
  .tuple(plans, fc.constantFrom(28, 30, 31, 90, 91, 92), fc.integer({ min: 1, max: 4 }))
  .chain(([plan, periodDays, count]) =>
    fc.record({
      plan: fc.constant(plan),
      periodDays: fc.constant(periodDays),
      parts: fc
        .tuple(
          ...["D", "A", "C", "B"].slice(0, count).map((name) => accountParts(name, periodDays)),
        )
        .map((accounts) => accounts.flat()),
    }),
  );
