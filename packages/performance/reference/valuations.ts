// Random raw data as a custodian provides it, with gaps, folios that begin later, and empty ones.
import fc from "fast-check";
import { addDays, type Day } from "../../values/src/dates.ts";
import type { FolioDay } from "../src/account-sum.ts";
import type { FolioSnapshot } from "./reference.ts";

const cents = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 2_000_00 }) },
  { weight: 1, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.integer({ min: -1_50, max: 1_50 }) },
  { weight: 1, arbitrary: fc.integer({ min: -300_00, max: 2_000_00 }) },
);
const seldom = (most: number) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: -most, max: most }) },
  );

const dayOf = fc.record({
  has: fc.nat(7),
  marketValue: cents,
  accrued: seldom(5_00),
  cashFlows: seldom(400_00),
  securityFlows: seldom(400_00),
  fees: seldom(9_00),
  cash: seldom(40_000_00),
  advances: seldom(300_00),
});

const days = fc.tuple(fc.nat(5), fc.array(dayOf, { maxLength: 9 })).map(([first, list]) =>
  list
    .map(({ has, ...day }, at) => ({ has, day: folioDayOf(first + at, has, day) }))
    .filter(({ has }) => has > 0)
    .map(({ day }) => day),
);

type Drawn = Omit<DrawnDay, "has">;
type DrawnDay = typeof dayOf extends fc.Arbitrary<infer Each> ? Each : never;

function folioDayOf(at: number, has: number, drawn: Drawn): FolioDay {
  const { marketValue, accrued, cashFlows, securityFlows, fees, cash, advances } = drawn;
  const isValued = has > 1;
  return {
    on: addDays("2025-01-02" as Day, at),
    cashFlows: BigInt(cashFlows),
    securityFlows: BigInt(securityFlows),
    fees: BigInt(fees),
    isWaiting: false,
    hasEstimatedFlows: false,
    valuation: isValued
      ? {
          marketValue: BigInt(marketValue),
          accrued: BigInt(accrued),
          cash: BigInt(cash),
          advances: BigInt(advances),
          isEstimated: false,
        }
      : undefined,
  };
}

/** Days of up to three folios. */
export const givenDays = fc
  .array(days, { minLength: 1, maxLength: 3 })
  .map((folios) => new Map(folios.map((each, at) => [`0${at + 3}`, each])));

/** The same in the form of the second implementation. */
export function snapshotsOfGiven(
  folios: ReadonlyMap<string, readonly FolioDay[]>,
): Map<string, FolioSnapshot[]> {
  const dollars = (amount: bigint) => ({ n: amount, d: 100n });
  const snapshotOf = ({
    on,
    cashFlows,
    securityFlows,
    fees,
    valuation,
  }: FolioDay): FolioSnapshot => ({
    on,
    cashFlows: dollars(cashFlows),
    securityFlows: dollars(securityFlows),
    fees: dollars(fees),
    waits: false,
    hasEstimatedFlows: false,
    ...(valuation && {
      valued: {
        marketValue: dollars(valuation.marketValue),
        accrued: dollars(valuation.accrued),
        cash: dollars(valuation.cash ?? 0n),
        advances: dollars(valuation.advances ?? 0n),
        stale: [],
        isEstimated: false,
      },
    }),
  });
  return new Map([...folios].map(([folio, list]) => [folio, list.map(snapshotOf)]));
}
