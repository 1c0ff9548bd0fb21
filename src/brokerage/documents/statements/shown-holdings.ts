// The holdings of a statement: each security with its price and basis, settled cash, and trades that have not
// settled. (docs/statements.md, "Holdings")
import type { DayEnd, HeldAtEnd, LastPrice } from "@bursar/performance";
import type { OpenLot } from "@bursar/tax-lots";
import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import {
  centsOf,
  moneyText,
  nearest,
  places,
  shareOut,
  sharesText,
  sumOf,
  textOf,
  unitsOf,
} from "@bursar/values/units";
import { weightsOf } from "../../../values/weights.ts";
import type { FollowedBooks } from "./booked.ts";
import type { StatementHolding, StatementHoldings, UnsettledTrade } from "./statement.ts";

/** A security as statements name it. */
export interface NamedSecurity {
  readonly name: string;
  readonly ticker: string;
  readonly cusip: string | null;
  readonly instrumentType: string;
  readonly settlementPeriod: number | null;
}

/** The facts by which holdings are shown, other than the books. */
export interface HoldingSources {
  readonly securities: ReadonlyMap<Id, NamedSecurity>;
  readonly lots: readonly OpenLot[];
  readonly isTaxable: boolean;
  readonly unsettled: readonly UnsettledTrade[];
  /** The value of the account by its valuation, in cents. */
  readonly worth: bigint;
}

/** The holdings at the end of a day. */
export function holdingsShown(
  end: DayEnd | undefined,
  { sources: { quotationFactors } }: Pick<FollowedBooks, "sources">,
  sources: HoldingSources,
): StatementHoldings {
  const accrued = Map.groupBy(end?.accrued ?? [], ({ security }) => security);
  const dueOf = (security: Id | undefined) =>
    sumOf((accrued.get(security) ?? []).map(({ cents }) => cents));
  const lots = Map.groupBy(sources.lots, ({ security }) => security);
  const bySecurity = Map.groupBy(end?.held ?? [], ({ security }) => security);
  const held = [...bySecurity]
    .map(([security, parts]) => ({ security, parts, named: sources.securities.get(security) }))
    .toSorted((a, b) => ((a.named?.ticker ?? "") < (b.named?.ticker ?? "") ? -1 : 1));
  const on = end?.on;
  const shown = held.map(({ security, parts, named }) => {
    const value = worthOfHeld(parts);
    const factor = unitsOf(quotationFactors?.get(security) ?? ("1" as Decimal), places.price);
    const gains = gainsOf(lots.get(security) ?? [], value, on);
    return { security, parts, named, value, factor, gains, due: dueOf(security) };
  });
  const cash = sumOf([...(end?.cash.values() ?? [])]);
  const unsettledCash = sumOf(sources.unsettled.map(({ amount }) => centsOf(amount)));
  const settled = cash - unsettledCash;
  const dueElsewhere = [...accrued.keys()].filter(
    (security) => security === undefined || !bySecurity.has(security),
  );
  const otherAccrued = sumOf(dueElsewhere.map(dueOf));
  const values = [...shown.map(({ value }) => value), cash];
  const weights = weightsOf(values);
  const known = sumOf(values.map((value = 0n) => value)) + sumOf([...accrued.keys()].map(dueOf));
  const positions = shown.map((each, at): StatementHolding => {
    return { ...positionOf(each, on, sources.isTaxable), share: percentOf(weights?.[at]) };
  });
  const totalOf = (name: "basis" | "short" | "long" | "gain") =>
    sumOrNull(shown.map(({ gains }) => gains[name]));
  return {
    positions,
    cash: moneyText(cash),
    settledCash: moneyText(settled),
    cashShare: percentOf(weights?.at(-1)),
    unsettled: sources.unsettled,
    unsettledCash: moneyText(unsettledCash),
    otherAccrued: moneyText(otherAccrued),
    other: moneyText(sources.worth - known),
    total: {
      value: moneyText(sources.worth),
      costBasis: totalOf("basis"),
      shortTerm: sources.isTaxable ? totalOf("short") : null,
      longTerm: sources.isTaxable ? totalOf("long") : null,
      unrealized: totalOf("gain"),
      accrued: moneyText(sumOf([...accrued.keys()].map(dueOf))),
    },
  };
}

interface Shown {
  readonly parts: readonly HeldAtEnd[];
  readonly named: NamedSecurity | undefined;
  readonly value: bigint | undefined;
  readonly factor: bigint;
  readonly gains: Gains;
  readonly due: bigint;
}

function positionOf(
  { parts, named, value, factor, gains, due }: Shown,
  on: Day | undefined,
  isTaxable: boolean,
): Omit<StatementHolding, "share"> {
  const price = parts[0]?.price;
  return {
    name: named?.name ?? "",
    ticker: named?.ticker ?? "",
    cusip: named?.cusip ?? null,
    quantity: sharesText(sumOf(parts.map(({ shares }) => shares))),
    price: price ? quotationOf(price, factor) : null,
    pricedOn: price?.on ?? null,
    mark: markOf(price, on),
    value: value === undefined ? null : moneyText(value),
    costBasis: orNull(gains.basis),
    unrealized: {
      shortTerm: isTaxable ? orNull(gains.short) : null,
      longTerm: isTaxable ? orNull(gains.long) : null,
      total: orNull(gains.gain),
    },
    accrued: moneyText(due),
  };
}

/** The price as it is quoted: what one share is worth, divided by the factor of its quotation. */
function quotationOf({ numerator, denominator }: LastPrice, factor: bigint): string {
  const scale = 10n ** BigInt(places.price);
  const quoted = textOf(nearest(numerator * scale, denominator * factor), places.price);
  // Two places always, more only where they say something.
  return quoted.replace(/(\.\d\d\d*?)0+$/, "$1");
}

function markOf(price: LastPrice | undefined, on: Day | undefined): StatementHolding["mark"] {
  if (price === undefined) return "estimated";
  if (price.origin !== "close") return "estimated";
  return on !== undefined && price.on < on ? "older" : null;
}

/** Basis and unrealized gains of a security, in cents; undefined where one is not known. */
interface Gains {
  readonly basis: bigint | undefined;
  readonly short: bigint | undefined;
  readonly long: bigint | undefined;
  readonly gain: bigint | undefined;
}

function gainsOf(lots: readonly OpenLot[], value: bigint | undefined, on: Day | undefined): Gains {
  const shares = lots.map(({ shareQuantity }) => unitsOf(shareQuantity as Decimal, places.shares));
  const isHeld = sumOf(shares) > 0n;
  const values = value !== undefined && isHeld ? shareOut(value, shares) : [];
  const each = lots.map((lot, at) => {
    const basis = lot.adjustedCostBasis === null ? undefined : centsOf(lot.adjustedCostBasis);
    const worth = values[at];
    const gain = basis === undefined || worth === undefined ? undefined : gainAt(worth, basis, lot);
    return { basis, gain, isLong: isLong(lot, on) };
  });
  const sumWhere = (wanted: boolean) =>
    sumOrUndefined(each.filter((lot) => lot.isLong === wanted).map(({ gain }) => gain));
  const isTermKnown = each.every((lot) => lot.isLong !== undefined);
  return {
    basis: sumOrUndefined(each.map(({ basis }) => basis)),
    short: isTermKnown ? sumWhere(false) : undefined,
    long: isTermKnown ? sumWhere(true) : undefined,
    gain: sumOrUndefined(each.map(({ gain }) => gain)),
  };
}

/** Between the two bases of a gift there is neither gain nor loss. (26 CFR 1.1015-1(a)) */
function gainAt(worth: bigint, basis: bigint, { giftMarketValue }: OpenLot): bigint {
  const gain = worth - basis;
  if (giftMarketValue === null || gain >= 0n) return gain;
  const loss = worth - centsOf(giftMarketValue);
  return loss < 0n ? loss : 0n;
}

function isLong({ isInherited, adjustedAcquisitionDate, longTermFrom }: OpenLot, on?: Day) {
  if (isInherited) return true;
  if (adjustedAcquisitionDate === null || on === undefined) return undefined;
  return longTermFrom !== null && longTermFrom <= on;
}

/** Each folio's shares are valued separately, so that an account is the sum of its folios. */
function worthOfHeld(parts: readonly HeldAtEnd[]): bigint | undefined {
  return sumOrUndefined(parts.map(({ cents }) => cents));
}

function percentOf(weight: bigint | undefined): string | null {
  return weight === undefined ? null : textOf(weight, 2);
}

function sumOrUndefined(amounts: readonly (bigint | undefined)[]): bigint | undefined {
  return amounts.some((cents) => cents === undefined)
    ? undefined
    : sumOf(amounts.map((cents = 0n) => cents));
}

function sumOrNull(amounts: readonly (bigint | undefined)[]): string | null {
  return orNull(sumOrUndefined(amounts));
}

function orNull(cents: bigint | undefined): string | null {
  return cents === undefined ? null : moneyText(cents);
}
