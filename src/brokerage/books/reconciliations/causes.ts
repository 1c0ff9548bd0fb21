// The likely cause of a break: a first guess for the person who looks, never a decision.
import { nearest } from "@bursar/values/units";
import type { Held, HeldAtCustodian } from "./held.ts";

/** The causes that a break is given, with the words that describe them. */
export const causes = {
  missingTransaction: "a missing transaction",
  split: "a split that one side has not applied",
  price: "another price",
  rounding: "rounding",
  lotRelief: "another choice of lots",
  costBasis: "another cost basis",
  unknownSecurity: "a security that the books do not have",
} as const;
/** One of them. */
export type Cause = keyof typeof causes;

/** Cents up to which a difference of cash or basis is likely to be rounding. */
const fewCents = 5n;

/** The facts that are known where the shares of a security differ. */
export interface SharesFacts {
  readonly there: HeldAtCustodian;
  readonly here: Held;
  readonly amount: bigint | undefined;
  /** By how much the custodian's cash is more; undefined where it states none. */
  readonly cash: bigint | undefined;
  readonly isKnown: boolean;
}

/** Why shares differ. */
export function causeOfShares(facts: SharesFacts): Cause {
  const { there, here, isKnown } = facts;
  if (!isKnown) return "unknownSecurity";
  const step = 10n ** BigInt(5 - there.places);
  if (nearest(here.shares, step) * step === there.shares) return "rounding";
  return isSplit(facts) ? "split" : "missingTransaction";
}

/** New shares for old of the splits and reverse splits that are made. */
const ratios: readonly (readonly [bigint, bigint])[] = [
  ...[2n, 3n, 4n, 5n, 6n, 7n, 8n, 10n, 15n, 20n, 25n, 30n, 40n, 50n, 100n].flatMap(
    (many): [bigint, bigint][] => [
      [many, 1n],
      [1n, many],
    ],
  ),
  ...([
    [3n, 2n],
    [2n, 3n],
    [4n, 3n],
    [3n, 4n],
    [5n, 4n],
    [4n, 5n],
    [5n, 2n],
    [2n, 5n],
  ] as const),
];

const share = 100_000n;

/** Whether the shares are to each other as those of a split, which moves no cash and no value. */
function isSplit({ there, here, cash, amount }: SharesFacts): boolean {
  if (there.shares <= 0n || here.shares <= 0n) return false;
  const isRatio = ratios.some(([many, one]) => {
    const due = nearest(here.shares * many, one);
    if (due === there.shares) return true;
    // A fraction may have been paid out; of few shares it would be too many of them.
    const isWhole = (due / share) * share === there.shares;
    return isWhole && 50n * (due - there.shares) <= due;
  });
  if (!isRatio) return false;
  if (there.value !== undefined && here.value !== undefined && here.value > 0n) {
    const change = there.value - here.value;
    return 10n * (change < 0n ? -change : change) <= here.value;
  }
  // Without a value, cash that has paid for the shares shows a trade.
  return cash === undefined || amount === undefined || cash * amount >= 0n;
}

/** Why the value of the same shares differs by some cents. */
export function causeOfValue(amount: bigint | undefined, shares: bigint): Cause {
  if (amount === undefined) return "price";
  const size = amount < 0n ? -amount : amount;
  // At most half a cent a share.
  return 2n * size * share <= shares ? "rounding" : "price";
}

/** Why cash differs by some cents. */
export function causeOfCash(amount: bigint): Cause {
  return isFew(amount) ? "rounding" : "missingTransaction";
}

/** Why the basis of the same shares differs. */
export function causeOfBasis(amount: bigint | undefined): Cause {
  return amount !== undefined && isFew(amount) ? "rounding" : "costBasis";
}

function isFew(amount: bigint): boolean {
  return amount <= fewCents && -amount <= fewCents;
}
