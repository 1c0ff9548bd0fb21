// The billed part of an account's value, and how much of a fee its cash pays.

/** An account at the end of a day, in cents. */
export interface DayValue {
  /** Market value and accrued. */
  readonly value: bigint;
  readonly cash: bigint;
  /** The value of each security that is not billed. */
  readonly excluded: readonly bigint[];
}

/** The value less what is not billed; cash below 0 is never left out. */
export function billableValue({ value, cash, excluded }: DayValue, excludesCash: boolean): bigint {
  const withoutCash = excludesCash && cash > 0n ? value - cash : value;
  return excluded.reduce((rest, cents) => rest - cents, withoutCash);
}

/** The rule where cash is insufficient: `P` takes what is there, `D` all or nothing, `N` lets cash
 * go below 0. */
export type Insufficient = "P" | "D" | "N";

/** The part of an amount due that is taken now, in cents. */
export function takenNow(due: bigint, freeCash: bigint, insufficient: Insufficient): bigint {
  if (insufficient === "N" || freeCash >= due) return due;
  return insufficient === "P" && freeCash > 0n ? freeCash : 0n;
}
