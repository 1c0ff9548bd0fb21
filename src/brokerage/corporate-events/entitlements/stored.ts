// An entitlement as it is stored and returned: shares, rates and money as text.
import type { Decimal } from "@bursar/values/decimal";
import { unitsOf } from "@bursar/values/units";
import { moneyOf, sharesOf } from "./amounts.ts";
import type { Entitlement, EventRow, Payment } from "./holder.ts";

type Written<T, K extends keyof T> = {
  readonly [Key in keyof T]: Key extends K ? Decimal : T[Key];
};

/** A payment as it is stored. */
export type StoredPayment = Written<Payment, "shares" | "gross" | "withheld" | "foreign">;

/** An entitlement as it is stored; `undecided` is the reason of its line. */
export interface StoredEntitlement {
  readonly rows: readonly EventRow[];
  readonly payments: readonly StoredPayment[];
  readonly newShares: Decimal;
  readonly fractions: Decimal;
  readonly cashInLieu: Decimal;
  readonly reinvestedAmount: Decimal;
  readonly reinvestedShares: Decimal;
  /** Why cash stays that a folio would have reinvested. */
  readonly notReinvested?: string;
}

/** Writes an entitlement. */
export function encodeEntitlement(of: Entitlement): StoredEntitlement {
  return {
    rows: of.rows,
    payments: of.payments.map(({ shares, gross, withheld, foreign, ...same }) => ({
      ...same,
      shares: sharesOf(shares),
      gross: moneyOf(gross),
      withheld: moneyOf(withheld),
      foreign: moneyOf(foreign),
    })),
    newShares: sharesOf(of.newShares),
    fractions: sharesOf(of.fractions),
    cashInLieu: moneyOf(of.cashInLieu),
    reinvestedAmount: moneyOf(of.reinvestedAmount),
    reinvestedShares: sharesOf(of.reinvestedShares),
  };
}

/** Reads a payment, or the sums of several at one rate. */
export function decodePayment({ of, rate, ...sums }: StoredPayment): Payment {
  return {
    of,
    rate,
    shares: unitsOf(sums.shares, 5),
    gross: unitsOf(sums.gross, 2),
    withheld: unitsOf(sums.withheld, 2),
    foreign: unitsOf(sums.foreign, 2),
  };
}
