// The sums of an event over its lines, and how far rounding has moved them. (docs/corporate-events.md)
import type { Decimal } from "@bursar/values/decimal";
import { nearest, sumOf, textOf, unitsOf } from "@bursar/values/units";
import { moneyOf, sharesOf } from "./amounts.ts";
import type { Payment } from "./holder.ts";
import { decodePayment, type StoredPayment } from "./stored.ts";

/** The sums of a component, an option, the cash or the interest of an event. */
export interface TotalOfPayment {
  readonly component: string;
  readonly shares: Decimal;
  readonly gross: Decimal;
  readonly withheld: Decimal;
  readonly foreign: Decimal;
  readonly net: Decimal;
  /** Rate × shares, 9 places. */
  readonly exact: Decimal;
  /** `exact` half up to the cent, less `gross`. */
  readonly rounding: Decimal;
}

/** Sums over lines, of payments by component and rate. */
export interface LineSums {
  readonly accounts: string;
  readonly shares: Decimal;
  readonly newShares: Decimal;
  readonly fractions: Decimal;
  readonly cashInLieu: Decimal;
  readonly reinvestedAmount: Decimal;
  readonly reinvestedShares: Decimal;
  readonly payments: readonly StoredPayment[];
}

/** The sums of an event. */
export interface EventTotals extends Omit<LineSums, "payments"> {
  readonly components: readonly TotalOfPayment[];
  /** The sum that the custodian was paid for all, less `gross`; null where that is not known. */
  readonly difference: Decimal | null;
}

const ratePlaces = 9;
const sharePlaces = 5;

/** The sums of an event's lines, next to the amount received for all. */
export function totalsOf(
  { payments: written, ...sums }: LineSums,
  received: Decimal | null = null,
): EventTotals {
  const payments = written.map(decodePayment);
  const gross = sumOf(payments.map((payment) => payment.gross));
  return {
    ...sums,
    components: [...Map.groupBy(payments, ({ of }) => of).entries()]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([component, own]) => totalOf(component, own)),
    difference: received === null ? null : signed(unitsOf(received, 2) - gross),
  };
}

function totalOf(component: string, payments: readonly Payment[]): TotalOfPayment {
  const sumOfAll = (of: (payment: Payment) => bigint) => sumOf(payments.map(of));
  const gross = sumOfAll((payment) => payment.gross);
  const withheld = sumOfAll((payment) => payment.withheld);
  const foreign = sumOfAll((payment) => payment.foreign);
  // Units of 0.00000000000001 dollars: 5 places of shares, 9 of the rate.
  const exact = sumOfAll((each) => each.shares * unitsOf(each.rate, ratePlaces));
  const cents = nearest(exact, 10n ** BigInt(sharePlaces + ratePlaces - 2));
  return {
    component,
    shares: sharesOf(sumOfAll((payment) => payment.shares)),
    gross: moneyOf(gross),
    withheld: moneyOf(withheld),
    foreign: moneyOf(foreign),
    net: moneyOf(gross - withheld - foreign),
    exact: textOf(nearest(exact, 10n ** BigInt(sharePlaces)), ratePlaces) as Decimal,
    rounding: signed(cents - gross),
  };
}

function signed(cents: bigint): Decimal {
  return textOf(cents, 2) as Decimal;
}
