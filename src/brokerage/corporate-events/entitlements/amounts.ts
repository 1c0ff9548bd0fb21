// Money of an account: once for the account, half up to the cent, then shared over its folios; and the taxes that
// are withheld of it. (docs/corporate-events.md, 26 USC 3406)
import { compare, type Decimal } from "@bursar/values/decimal";
import {
  leastOf,
  moneyText,
  nearest,
  places,
  shareOut,
  sharesText,
  sumOf,
  textOf,
  unitsOf,
} from "@bursar/values/units";
import { orZero } from "./choices.ts";
import type { Holder, Payment } from "./holder.ts";
import type { EventTerms } from "./terms.ts";

const ratePlaces = 9;
const factorPlaces = 6;
const taxPlaces = 6;

/** Shares × dollars a share, in cents, half up. */
export function centsFor(shares: bigint, rate: Decimal): bigint {
  return nearest(shares * unitsOf(rate, ratePlaces), 10n ** BigInt(places.shares + ratePlaces - 2));
}

/** Shares × quotation × factor, in cents, half up. */
export function quotedCents(shares: bigint, quotation: Decimal, factor: Decimal): bigint {
  const each = unitsOf(quotation, places.price) * unitsOf(factor, factorPlaces);
  return nearest(shares * each, 10n ** BigInt(places.shares + places.price + factorPlaces - 2));
}

/** A quotation in dollars a share. */
export function dollarsOf(quotation: Decimal, factor: Decimal): Decimal {
  if (isPlain(factor)) return quotation;
  const each = unitsOf(quotation, places.price) * unitsOf(factor, factorPlaces);
  const rest = BigInt(places.price + factorPlaces - ratePlaces);
  return textOf(nearest(each, 10n ** rest), ratePlaces) as Decimal;
}

/** How many shares an amount buys at a quotation, down to 5 places. */
export function sharesFor(cents: bigint, quotation: Decimal, factor: Decimal): bigint {
  const each = unitsOf(quotation, places.price) * unitsOf(factor, factorPlaces);
  if (each === 0n) return 0n;
  return (cents * 10n ** BigInt(places.shares + places.price + factorPlaces - 2)) / each;
}

/** The parts of a payment that go to each folio. Money in cents. */
export interface Shared {
  readonly gross: bigint;
  readonly withheld: bigint;
  readonly foreign: bigint;
}

/** Whether a payment is income, and whether foreign tax is withheld of it: both decide on its taxes. */
export interface Taxed {
  readonly isIncome: boolean;
  readonly isForeign: boolean;
}

/** A payment of an account, and its parts by folio. The parts of taxes follow those of the amount. */
export function paymentOf(
  { terms, holder }: { readonly terms: EventTerms; readonly holder: Holder },
  { of, rate, byFolio }: Pick<Payment, "of" | "rate"> & { readonly byFolio: readonly bigint[] },
  { gross, isIncome, isForeign }: Taxed & { readonly gross: bigint },
): { readonly payment: Payment; readonly parts: readonly Shared[] } {
  const foreign = isForeign ? percentOf(gross, terms.foreignTaxRate) : 0n;
  const backup = isIncome ? percentOf(gross, holder.backupRate) : 0n;
  const withheld = leastOf(backup, gross - foreign);
  const payment = { of, rate, shares: sumOf(byFolio), gross, withheld, foreign };
  const grosses = shareOut(gross, byFolio);
  const foreigns = sharedOver(foreign, grosses);
  const nets = grosses.map((part, at) => part - (foreigns[at] ?? 0n));
  const withhelds = sharedOver(withheld, nets);
  const parts = grosses.map((part, at) => ({
    gross: part,
    withheld: withhelds[at] ?? 0n,
    foreign: foreigns[at] ?? 0n,
  }));
  return { payment, parts };
}

/** An amount shared out by weights, which may all be 0 if the amount is. */
export function sharedOver(amount: bigint, weights: readonly bigint[]): bigint[] {
  return amount === 0n ? weights.map(() => 0n) : shareOut(amount, weights);
}

function percentOf(cents: bigint, percent: Decimal | undefined): bigint {
  return nearest(cents * unitsOf(orZero(percent), taxPlaces), 100n * 10n ** BigInt(taxPlaces));
}

/** The columns of taxes of a row. */
export function taxColumns(
  { withholdingCountry }: EventTerms,
  { withheld, foreign }: Pick<Shared, "withheld" | "foreign">,
) {
  const isNamed = foreign > 0n && withholdingCountry !== undefined;
  return {
    ...(withheld > 0n && { federalTaxWithholding: moneyOf(withheld) }),
    ...(foreign > 0n && { foreignTaxWithholding: moneyOf(foreign) }),
    ...(isNamed && { withholdingCountry }),
  };
}

/** Cents as a decimal. */
export function moneyOf(cents: bigint): Decimal {
  return moneyText(cents) as Decimal;
}

/** Units of 0.00001 as a decimal. */
export function sharesOf(units: bigint): Decimal {
  return sharesText(units) as Decimal;
}

/** Whether a security is quoted per share in dollars. */
export function isPlain(factor: Decimal): boolean {
  return compare(factor, "1" as Decimal) === 0;
}
