// The holdings of a folio or an account, with the last price, value and weight of each entry.
// (docs/positions.md)
import { type Day, daysBetween } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import { centsDivisor, nearest, places, sumOf, unitsOf } from "@bursar/values/units";
import { weightsOf } from "../../../values/weights.ts";
import type { EmptyFolioRow, PositionRow, PriceColumns } from "./queries.ts";

/** A quotation as a fraction of units of 0.000001, the day of its close, and what it is multiplied by, in
 * units of 0.000001, to be the price of one share. */
export interface Price {
  readonly on: Day;
  readonly numerator: bigint;
  readonly denominator: bigint;
  readonly factor: bigint;
}

/** A security that is held: shares in 0.00001; without a price it has no value. */
export interface HeldSecurity {
  readonly row: PositionRow;
  readonly shares: bigint;
  readonly price: Price | undefined;
}

/** A holding; without a security it is cash. Value in cents, weight in 0.01 %. */
export interface Holding {
  readonly held: HeldSecurity | undefined;
  readonly value: bigint | undefined;
  /** The gain of its shares between the last two closes, in cents; undefined without a recent close
   * before the last. */
  readonly change: bigint | undefined;
  readonly weight: bigint | undefined;
}

type Row = PositionRow | EmptyFolioRow;
type Valued = Omit<Holding, "weight">;

/** The positions of rows by ticker, those of one security in several folios as one, then cash. */
export function valuedHoldings(rows: readonly Row[]): Holding[] {
  const bySecurity = Map.groupBy(rows.filter(isPosition), ({ securityId }) => securityId);
  const positions = [...bySecurity.values()].map(togetherOf);
  const cash = cashOf(rows);
  const holdings: Valued[] = [
    ...positions,
    ...(cash === 0n ? [] : [{ held: undefined, value: cash, change: undefined }]),
  ];
  const weights = weightsOf(holdings.map(({ value }) => value));
  return holdings.map((holding, index) => ({ ...holding, weight: weights?.[index] }));
}

function isPosition(row: Row): row is PositionRow {
  return row.securityId !== null;
}

/** Each folio's shares are valued separately, so that an account is the sum of its folios. */
function togetherOf(rows: readonly PositionRow[]): Valued {
  const [row] = rows as [PositionRow];
  const price = priceOf(row);
  const previous = recentPriceOf(row);
  const shares = rows.map(({ shareQuantity }) => unitsOf(shareQuantity, places.shares));
  const worthAt = (at: Price) => sumOf(shares.map((each) => worthOf(each, at)));
  return {
    held: { row, price, shares: sumOf(shares) },
    value: price && worthAt(price),
    change: price && previous && worthAt(price) - worthAt(previous),
  };
}

/** The price before the last, unless it is more than 10 days older. */
function recentPriceOf(row: PositionRow): Price | undefined {
  const { pricedOn, previouslyPricedOn } = row;
  if (pricedOn === null || previouslyPricedOn === null) return undefined;
  if (daysBetween(previouslyPricedOn, pricedOn) > mostDaysApart) return undefined;
  return priceOf({
    close: row.previousClose,
    pricedOn: previouslyPricedOn,
    numerator: row.previousNumerator,
    denominator: row.previousDenominator,
    quotationFactor: row.quotationFactor,
  });
}

/** Closes further apart are not those of one day and the next, holidays included. */
const mostDaysApart = 10;

/** Shares in 0.00001 at a price, in cents, half up. */
export function worthOf(shares: bigint, { numerator, denominator, factor }: Price): bigint {
  return nearest(shares * numerator * factor, denominator * centsDivisor * factorScale);
}

const factorPlaces = 6;
const factorScale = 10n ** BigInt(factorPlaces);

/** The quotation that a close gives, multiplied by what has happened to the shares since. */
export function priceOf({
  close,
  pricedOn,
  numerator,
  denominator,
  quotationFactor,
}: PriceColumns): Price | undefined {
  if (close === null || pricedOn === null) return undefined;
  return {
    on: pricedOn,
    numerator: unitsOf(close, places.price) * BigInt(numerator ?? 1),
    denominator: BigInt(denominator ?? 1),
    factor: unitsOf(quotationFactor, factorPlaces),
  };
}

function cashOf(rows: readonly Row[]): bigint {
  const ofFolios = new Map(rows.map(({ folioNumber, cash }) => [folioNumber, cash ?? zero]));
  return sumOf([...ofFolios.values()].map((amount) => unitsOf(amount, places.money)));
}

const zero = "0" as Decimal;
