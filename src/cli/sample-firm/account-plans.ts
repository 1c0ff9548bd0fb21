// How each account of the sample firm came, what it follows, and what goes in and out of it.
import type { Day } from "@bursar/values/dates";

/** Part of an account's wealth in a security, in hundredths of a percent. */
export type Weights = readonly (readonly [securityId: string, weight: number])[];

/** A folio and how it is invested. */
export interface AccountPlan {
  readonly account: string;
  /** The last two digits of its folio. */
  readonly folio: string;
  /** The model that it follows, or weights of its own. */
  readonly follows: string | Weights;
  /** The day on which it begins, a business day. */
  readonly beginsOn: Day;
  /** Its value on that day, in dollars. */
  readonly opening: number;
  /** How that comes: as shares from another custodian with their lots, by inheritance, or as cash. */
  readonly opensBy: "transfer" | "inheritance" | "cash";
  /** The deposit of each month in dollars; a withdrawal if it is below 0. */
  readonly monthly?: number;
  /** The deposit of each January, in dollars. */
  readonly yearly?: number;
  /** The month of a quarter in which it is rebalanced: 0, 1 or 2. */
  readonly rebalanced: number;
  /** The fee of a year in hundredths of a percent; 0 where it is paid elsewhere. */
  readonly fee: number;
  readonly orders?: readonly PlannedOrder[];
}

/** An order of a client or an adviser on one day, in addition to the plan. */
export type PlannedOrder = CashOrder | Purchase | Sale | Gift;

/** Cash that comes or goes, in dollars. */
interface CashOrder {
  readonly on: string;
  readonly kind: "deposit" | "withdrawal";
  readonly amount: number;
}

interface Purchase {
  readonly on: string;
  readonly kind: "buy";
  readonly securityId: string;
  readonly shares: number;
}

/** A sale of a part of what is held, in percent. */
interface Sale {
  readonly on: string;
  readonly kind: "sell";
  readonly securityId: string;
  readonly percent: number;
}

/** Shares from a donor, with the day on which and the dollars for which the donor bought them. */
export interface Gift {
  readonly on: string;
  readonly kind: "gift";
  readonly securityId: string;
  readonly shares: number;
  readonly donorOn: string;
  readonly donorBasis: number;
}

const start = "2023-10-02" as Day;
const balanced = "701";
const summitGrowth = "702";
const plainIncome = "703";
const growth = "705";
const income = "706";
const conservative = "707";
const taxManaged = "708";

const carols: Weights = [
  ["601", 1_800],
  ["610", 2_400],
  ["622", 1_500],
  ["623", 1_600],
  ["624", 2_000],
];
const keikos: Weights = [
  ["610", 2_000],
  ["620", 2_800],
  ["621", 1_600],
  ["623", 2_500],
  ["627", 800],
];

type Own = Partial<AccountPlan> & Pick<AccountPlan, "follows" | "opening">;

function plan(account: string, own: Own): AccountPlan {
  return {
    account,
    folio: "03",
    beginsOn: start,
    opensBy: "transfer",
    rebalanced: Number(account.slice(-2)) % 3,
    fee: account.startsWith("RB") ? 80 : 100,
    ...own,
  };
}

/** A loss that is taken, and the shares bought back too soon: a wash sale. */
const washed: readonly PlannedOrder[] = [
  { on: "2024-08-06", kind: "sell", securityId: "628", percent: 60 },
  { on: "2024-08-22", kind: "buy", securityId: "628", shares: 90 },
  { on: "2025-04-07", kind: "sell", securityId: "628", percent: 50 },
  { on: "2025-04-24", kind: "buy", securityId: "628", shares: 60 },
];

/** Every account whose history is drawn, in order of number. */
export const accountPlans: readonly AccountPlan[] = [
  plan("RA00000002", { follows: income, opening: 412_000 }),
  plan("RA00000003", { follows: conservative, opening: 86_000, monthly: 1_500 }),
  plan("RA00000004", { follows: growth, opening: 148_000, yearly: 7_000 }),
  plan("RA00000005", { follows: growth, opening: 39_000, monthly: 900 }),
  plan("RA00000006", { follows: carols, opening: 164_000, fee: 15 }),
  plan("RA00000009", { follows: conservative, opening: 120_000 }),
  plan("RA00000011", { follows: balanced, opening: 95_000, monthly: 500 }),
  plan("RA00000012", { follows: growth, opening: 27_500, monthly: 250 }),
  plan("RA00000013", { follows: balanced, opening: 203_000, yearly: 18_000 }),
  plan("RA00000014", { follows: balanced, opening: 118_000 }),
  plan("RA00000015", { follows: income, opening: 534_000, monthly: -1_800 }),
  plan("RA00000016", { follows: income, opening: 310_000 }),
  plan("RA00000024", {
    follows: growth,
    opening: 264_000,
    monthly: 2_500,
    orders: [{ on: "2025-05-15", kind: "withdrawal", amount: 60_000 }],
  }),
  plan("RA00000025", { follows: growth, opening: 188_000, yearly: 7_000 }),
  plan("RA00000026", { follows: growth, opening: 74_000, yearly: 7_000 }),
  plan("RA00000027", { follows: income, opening: 352_000, monthly: -2_400 }),
  plan("RA00000028", { follows: income, opening: 487_000, monthly: -1_500 }),
  plan("RA00000029", { follows: taxManaged, opening: 1_240_000, fee: 90, orders: washed }),
  plan("RA00000030", { follows: income, opening: 615_000, monthly: -3_000, fee: 90 }),
  plan("RA00000031", {
    follows: growth,
    opening: 142_000,
    orders: [
      { on: "2024-12-16", kind: "deposit", amount: 20_000 },
      { on: "2024-12-17", kind: "buy", securityId: "607", shares: 1_600 },
    ],
  }),
  plan("RA00000032", { follows: balanced, opening: 97_000, monthly: 1_200 }),
  plan("RA00000033", {
    follows: growth,
    opening: 6_400,
    monthly: 150,
    fee: 0,
    orders: [
      {
        on: "2024-12-20",
        kind: "gift",
        securityId: "610",
        shares: 40,
        donorOn: "2016-03-01",
        donorBasis: 1_180,
      },
    ],
  }),
  plan("RA00000034", { follows: taxManaged, opening: 905_000, orders: washed }),
  plan("RA00000035", { follows: balanced, opening: 566_000 }),
  plan("RA00000036", { follows: balanced, opening: 231_000, yearly: 24_000 }),
  plan("RA00000037", { follows: conservative, opening: 58_000, monthly: -400 }),
  plan("RA00000038", { follows: balanced, opening: 640_000, rebalanced: 1 }),
  plan("RA00000038", {
    follows: keikos,
    folio: "04",
    opening: 210_000,
    rebalanced: 1,
    orders: [{ on: "2026-02-10", kind: "sell", securityId: "620", percent: 20 }],
  }),
  plan("RA00000039", { follows: growth, opening: 448_000, fee: 0 }),
  plan("RA00000040", { follows: growth, opening: 126_000, yearly: 8_000 }),
  plan("RA00000041", { follows: balanced, opening: 275_000, monthly: 800 }),
  plan("RA00000042", {
    follows: growth,
    beginsOn: "2023-10-18" as Day,
    opensBy: "cash",
    opening: 12_000,
    monthly: 600,
  }),
  plan("RA00000043", {
    follows: growth,
    beginsOn: "2023-10-18" as Day,
    opensBy: "cash",
    opening: 6_500,
    yearly: 7_000,
  }),
  plan("RA00000044", { follows: income, opensBy: "inheritance", opening: 730_000, fee: 0 }),
  plan("RA00000045", { follows: conservative, opening: 64_000, monthly: 700 }),
  plan("RA00000046", { follows: balanced, opening: 159_000 }),
  plan("RA00000047", { follows: balanced, opening: 83_000, monthly: 400 }),
  plan("RA00000048", { follows: growth, opening: 41_000, yearly: 7_000 }),
  plan("RA00000049", { follows: income, opening: 980_000, monthly: -4_500 }),
  plan("RA00000050", { follows: growth, opening: 172_000, monthly: 3_000 }),
  plan("RA00000051", { follows: growth, opening: 94_000, yearly: 7_000 }),
  plan("RA00000052", {
    follows: taxManaged,
    beginsOn: "2024-05-08" as Day,
    opening: 690_000,
    orders: washed,
  }),
  plan("RB00000001", { follows: summitGrowth, opening: 318_000 }),
  plan("RB00000002", { follows: summitGrowth, opening: 240_000 }),
  plan("RB00000003", { follows: plainIncome, opening: 130_000 }),
  plan("RB00000004", { follows: summitGrowth, opening: 88_000, monthly: 300, fee: 0 }),
];
