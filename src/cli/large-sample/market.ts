// The securities that the accounts of a large firm trade, with closes, splits and payouts: one
// market for all accounts. Days are given by their index among the plan's days.
import type { Day } from "@bursar/values/dates";
import type { SampleRow } from "./account-rows.ts";
import { drawsFor } from "./draws.ts";
import { fixedPoint } from "./history-rows.ts";
import type { FirmPlan } from "./households.ts";

/** New shares for old ones on a day. */
export interface MarketSplit {
  readonly at: number;
  readonly ratioNew: bigint;
  readonly ratioOld: bigint;
}

/** A payout: holders of shares before the ex-date are paid later. */
export interface MarketPayout {
  readonly exAt: number;
  readonly paidAt: number;
  /** In 0.000001 of a dollar. */
  readonly perShare: bigint;
}

/** A security of the market. */
export interface MarketSecurity {
  readonly id: string;
  readonly splits: readonly MarketSplit[];
  readonly payouts: readonly MarketPayout[];
  /** Whether another country withholds of its payouts. */
  readonly isForeign: boolean;
  /** Cents by day. */
  readonly closes: BigInt64Array;
}

/** The securities that are traded, and the days. */
export interface Market {
  readonly days: readonly Day[];
  readonly securities: readonly MarketSecurity[];
}

const leastSecurities = 500;
const millionthsOfCent = 10_000n;

/** The market of a plan; a plan whose accounts do not trade has one without securities. */
export function marketOf(plan: FirmPlan): Market {
  const { days, trading } = plan;
  const count = trading ? Math.max(leastSecurities, trading.holdings * 2) : 0;
  const securities = Array.from({ length: count }, (_, index) => securityAt(plan, index));
  return { days, securities };
}

/** The value of shares in 0.00001 at a price in 0.000001: cents, a half cent up. */
export function worthOf(shares: bigint, price: bigint): bigint {
  return (shares * price + 500_000_000n) / 1_000_000_000n;
}

/** The close of a day in 0.000001. */
export function closeAt({ closes }: MarketSecurity, at: number): bigint {
  return (closes[at] ?? 0n) * millionthsOfCent;
}

const daysOfQuarter = 63;
const daysOfYear = 252;

function securityAt({ seed, days }: FirmPlan, index: number): MarketSecurity {
  const draws = drawsFor(seed, `security ${index}`);
  const splits: MarketSplit[] = [];
  for (let year = 0; year < days.length; year += daysOfYear) {
    const at = year + 1 + draws.below(daysOfYear - 1);
    const [ratioNew, ratioOld] = draws.pick([[2n, 1n] as const, [3n, 1n], [3n, 2n]]);
    if (draws.oneIn(25) && at < days.length) splits.push({ at, ratioNew, ratioOld });
  }
  const closes = closesOf(seed, index, { days, splits });
  const first = draws.below(daysOfQuarter);
  const yieldInMillionths = BigInt(3_000 + draws.below(7_000));
  const payouts: MarketPayout[] = [];
  for (let exAt = first; index % 8 === 0 && exAt < days.length; exAt += daysOfQuarter) {
    const perShare = ((closes[exAt] ?? 0n) * yieldInMillionths) / 100n;
    payouts.push({ exAt, paidAt: exAt + 8, perShare });
  }
  return { id: String(10_001 + index), splits, payouts, isForeign: index % 24 === 8, closes };
}

const million = 1_000_000n;
const least = 1_00n * millionthsOfCent;
const most = 4_000_00n * millionthsOfCent;

/** A random walk, calmer for some securities than for others; it is lower from the day of a split. */
function closesOf(
  seed: string,
  index: number,
  { days, splits }: Pick<FirmPlan, "days"> & Pick<MarketSecurity, "splits">,
): BigInt64Array {
  const draws = drawsFor(seed, `closes ${index}`);
  const width = draws.pick([6_000, 14_000, 22_000, 30_000]);
  let price = BigInt(1_000 + draws.below(30_000)) * millionthsOfCent;
  const closes = new BigInt64Array(days.length);
  for (let at = 0; at < days.length; at += 1) {
    const split = splits.find((each) => each.at === at);
    if (split) price = (price * split.ratioOld) / split.ratioNew;
    if (at > 0) price += (price * BigInt(draws.below(2 * width + 1) - width + 300)) / million;
    if (price < least) price = least;
    if (price > most) price = most;
    closes[at] = (price + millionthsOfCent / 2n) / millionthsOfCent;
  }
  return closes;
}

/** The securities in addition to the sample's. */
export function* securityRows(plan: FirmPlan): Generator<SampleRow> {
  for (const [index, { id: securityId }] of marketOf(plan).securities.entries()) {
    const place = String(index + 1).padStart(4, "0");
    yield {
      securityId,
      ticker: `G${place}`,
      name: `Generated Company ${place}`,
      instrumentType: index % 5 === 4 ? "MF" : "EQ",
    };
  }
}

/** The splits of the securities, by which benchmarks follow their closes. */
export function* splitRows(plan: FirmPlan): Generator<SampleRow> {
  const { days, securities } = marketOf(plan);
  for (const { id: securityId, splits } of securities) {
    for (const { at, ratioNew, ratioOld } of splits) {
      const ratio = { ratioNew: String(ratioNew), ratioOld: String(ratioOld) };
      yield { securityId, exDate: days[at] ?? "", ...ratio };
    }
  }
}

/** A close of every security on every day. */
export function* priceRows(plan: FirmPlan): Generator<SampleRow> {
  const { days, securities } = marketOf(plan);
  for (const { id: securityId, closes } of securities) {
    for (const [at, date] of days.entries()) {
      yield { securityId, date, close: fixedPoint(closes[at] ?? 0n, 2) };
    }
  }
}
