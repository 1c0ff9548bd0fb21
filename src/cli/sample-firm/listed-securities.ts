// How each security of the sample firm trades: where it begins, how far it moves, what it pays, and the
// events that change its price. Companies and funds are inventions.
import type { Day } from "@bursar/values/dates";

/** A security of `securities.csv`, as it trades. */
export interface ListedSecurity {
  readonly id: string;
  /** Its first close, in cents. */
  readonly start: bigint;
  /** The day of this close, if not the market's first one. */
  readonly since?: Day;
  /** Its part in the market's moves, in percent. */
  readonly beta: bigint;
  /** Its own drift and noise of a day, in millionths. */
  readonly drift: bigint;
  readonly noise: bigint;
  readonly steps?: readonly PriceStep[];
  readonly payouts?: Payouts;
  /** Whether fractions of a share are traded. */
  readonly hasFractions?: boolean;
}

/** An event that changes a price, in millionths, from one day to the next. */
export interface PriceStep {
  readonly on: Day;
  readonly after: (price: bigint) => bigint;
  readonly before: (price: bigint) => bigint;
}

/** Payouts of a calendar, each a part of the price, or those that are stated. */
export type Payouts =
  | {
      readonly months: readonly number[];
      /** In millionths of the price a payout. */
      readonly rate: bigint;
      readonly incomeKind: string;
    }
  | { readonly stated: readonly StatedPayout[]; readonly incomeKind: string };

/** A payout that is known by its days. */
export interface StatedPayout {
  readonly exOn: Day;
  readonly paidOn: Day;
  /** In 0.0001 of a dollar a share. */
  readonly rate: bigint;
}

const quarters = [3, 6, 9, 12];
const allMonths = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

function split(on: string, ratioNew: bigint, ratioOld: bigint): PriceStep {
  return {
    on: on as Day,
    after: (price) => (price * ratioOld) / ratioNew,
    before: (price) => (price * ratioNew) / ratioOld,
  };
}

/** A payout for each share, in cash or in shares of another company, in cents. */
function paidOut(on: string, amount: bigint): PriceStep {
  return {
    on: on as Day,
    after: (price) => price - amount * 10_000n,
    before: (price) => price + amount * 10_000n,
  };
}

/** Another price that is stated, such as that of units without a market. */
function statedAt(on: string, close: bigint): PriceStep {
  return { on: on as Day, after: () => close * 10_000n, before: (price) => price };
}

function fund(id: string, start: bigint, moves: Omit<ListedSecurity, "id" | "start">) {
  return { id, start, hasFractions: true, ...moves };
}

function stated(exOn: string, paidOn: string, rate: bigint): StatedPayout {
  return { exOn: exOn as Day, paidOn: paidOn as Day, rate };
}

/** The day of the split of Norvale Semiconductor, three shares for one. */
export const splitOn = "2025-06-10" as Day;
/** The day on which Grandon Industrial gave one share of its water business for four of its own. */
export const spinOffOn = "2025-10-01" as Day;

const ordinary = "ordinary";
const qualified = "qualified";

/** Every security with closes, in order of id. */
export const listed: readonly ListedSecurity[] = [
  { id: "601", start: 7_040n, beta: 90n, drift: 40n, noise: 4_000n },
  { id: "602", start: 11_550n, beta: 80n, drift: 20n, noise: 5_000n },
  {
    id: "603",
    start: 1_557n,
    beta: 80n,
    drift: 20n,
    noise: 6_000n,
    steps: [split("2024-08-05", 3n, 8n), paidOut("2025-11-14", 3_222n)],
  },
  {
    ...fund("604", 2_890n, { beta: 95n, drift: 0n, noise: 1_500n }),
    payouts: { stated: [stated("2025-06-20", "2025-06-27", 6_100n)], incomeKind: ordinary },
  },
  {
    id: "605",
    start: 2_105n,
    beta: 45n,
    drift: 60n,
    noise: 4_000n,
    payouts: {
      stated: [
        stated("2024-03-14", "2024-04-02", 4_800n),
        stated("2025-03-13", "2025-04-01", 3_300n),
        stated("2026-03-12", "2026-04-01", 3_500n),
      ],
      incomeKind: qualified,
    },
  },
  {
    id: "607",
    start: 1_250n,
    since: "2024-12-17" as Day,
    beta: 0n,
    drift: 0n,
    noise: 0n,
    steps: [statedAt("2025-07-01", 1_300n), statedAt("2026-01-02", 1_340n)],
  },
  {
    ...fund("610", 6_412n, { beta: 100n, drift: 0n, noise: 400n }),
    payouts: { months: quarters, rate: 3_200n, incomeKind: qualified },
  },
  {
    ...fund("611", 3_875n, { beta: 85n, drift: -60n, noise: 3_000n }),
    payouts: { months: [6, 12], rate: 13_500n, incomeKind: qualified },
  },
  {
    ...fund("612", 5_230n, { beta: 115n, drift: -120n, noise: 3_500n }),
    payouts: { months: [12], rate: 11_000n, incomeKind: qualified },
  },
  {
    ...fund("613", 4_680n, { beta: 4n, drift: 20n, noise: 1_900n }),
    payouts: { months: allMonths, rate: 3_300n, incomeKind: ordinary },
  },
  {
    ...fund("614", 5_145n, { beta: 6n, drift: 25n, noise: 2_100n }),
    payouts: { months: quarters, rate: 7_800n, incomeKind: ordinary },
  },
  {
    ...fund("615", 2_520n, { beta: 3n, drift: 15n, noise: 1_500n }),
    payouts: { months: allMonths, rate: 2_600n, incomeKind: "exempt" },
  },
  {
    id: "616",
    start: 2_960n,
    beta: 85n,
    drift: -110n,
    noise: 5_500n,
    payouts: { months: quarters, rate: 10_000n, incomeKind: "section199A" },
  },
  {
    ...fund("617", 4_490n, { beta: 78n, drift: 40n, noise: 1_600n }),
    payouts: { months: quarters, rate: 6_400n, incomeKind: qualified },
  },
  {
    id: "620",
    start: 21_840n,
    beta: 165n,
    drift: 260n,
    noise: 14_000n,
    steps: [split(splitOn, 3n, 1n)],
    payouts: { months: quarters, rate: 900n, incomeKind: qualified },
  },
  { id: "621", start: 5_710n, beta: 90n, drift: -160n, noise: 16_000n },
  {
    id: "622",
    start: 6_355n,
    beta: 45n,
    drift: 30n,
    noise: 6_500n,
    payouts: { months: [1, 4, 7, 10], rate: 7_300n, incomeKind: qualified },
  },
  { id: "623", start: 14_280n, beta: 135n, drift: 120n, noise: 12_000n },
  {
    id: "624",
    start: 4_130n,
    beta: 110n,
    drift: 40n,
    noise: 8_500n,
    payouts: { months: [2, 5, 8, 11], rate: 6_600n, incomeKind: qualified },
  },
  {
    id: "625",
    start: 8_890n,
    beta: 105n,
    drift: -40n,
    noise: 8_000n,
    steps: [paidOut(spinOffOn, 600n)],
    payouts: { months: quarters, rate: 4_500n, incomeKind: qualified },
  },
  { id: "626", start: 2_400n, since: spinOffOn, beta: 70n, drift: 150n, noise: 9_000n },
  {
    id: "627",
    start: 3_615n,
    beta: 80n,
    drift: -60n,
    noise: 10_000n,
    payouts: { months: quarters, rate: 9_500n, incomeKind: qualified },
  },
  { id: "628", start: 7_425n, beta: 110n, drift: -1_250n, noise: 12_500n },
  {
    id: "629",
    start: 9_670n,
    beta: 95n,
    drift: -220n,
    noise: 9_500n,
    payouts: { months: quarters, rate: 4_200n, incomeKind: qualified },
  },
  { id: "630", start: 4_840n, beta: 120n, drift: 10n, noise: 10_500n },
  { id: "640", start: 9_720n, beta: 2n, drift: 25n, noise: 1_200n },
  { id: "650", start: 428_800n, beta: 100n, drift: 0n, noise: 0n },
  { id: "651", start: 209_000n, beta: 4n, drift: 165n, noise: 1_800n },
];
