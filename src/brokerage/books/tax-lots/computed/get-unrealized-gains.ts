// Reading what the open lots of an account would gain at last prices. (interface 4.16)
import { dayNumber, dayOf, longFrom } from "@bursar/tax-lots";
import { type Day, daysBetween, encodeDay } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import {
  centsOf,
  moneyText,
  nearestEven,
  places,
  shareOut,
  textOf,
  unitsOf,
} from "@bursar/values/units";
import type { Context } from "../../../../platform/change/context.ts";
import { notFound } from "../../../../values/problem.ts";
import { lastPricesOf, type Price, worthOf } from "../../positions/reads.ts";
import { taxLotErrors } from "../errors.ts";
import type { OpenTaxLot } from "../schema.ts";
import type { UnrealizedLot, UnrealizedSums } from "../unrealized-schema.ts";
import { encodeOpenLots, type LotView, terms } from "./encode-computed-lot.ts";
import { viewOf } from "./lot-view.ts";
import { type OpenLotRow, selectOpenLots } from "./queries.ts";

/** Returns every open lot with its gain, and their sums; 404 while there are no transactions. */
export async function getUnrealizedGains(
  ctx: Context,
  accountNumber: string,
): Promise<{ readonly sums: UnrealizedSums; readonly lots: readonly UnrealizedLot[] }> {
  const [view, rows, prices] = await Promise.all([
    viewOf(ctx, accountNumber),
    selectOpenLots(ctx.db, accountNumber),
    lastPricesOf(ctx.db, accountNumber),
  ]);
  if (rows === undefined) throw notFound(taxLotErrors.notReported);
  const lots: UnrealizedLot[] = [];
  for (const [security, held] of Map.groupBy(rows, ({ securityId }) => securityId)) {
    lots.push(...lotsAt(prices.get(security as Id), held, view));
  }
  const sumOf = (term: string) => sumOfLots(lots.filter((lot) => lot.gainLossTerm === term));
  const sums = {
    accountNumber,
    asOf: encodeDay(view.today),
    shortTerm: sumOf(terms.ST),
    longTerm: sumOf(terms.LT),
    unknownTerm: sumOf(terms.UN),
    total: sumOfLots(lots),
  };
  return { sums, lots };
}

/** The lots of one security, whose value is shared over them as the proceeds of a sale are. */
export function lotsAt(
  price: Price | undefined,
  rows: readonly OpenLotRow[],
  view: LotView,
): UnrealizedLot[] {
  const lots = encodeOpenLots(rows, view);
  const shares = lots.map(({ shareQuantity }) => unitsOf(shareQuantity as Decimal, places.shares));
  const whole = shares.reduce((sum, each) => sum + each, 0n);
  const values = price && shareOut(worthOf(whole, price), shares);
  return lots.map((lot, at) => {
    const value = values?.[at];
    const { gain, isBelowGift } = gainAt(value, lot);
    // Lots that form one position have no term.
    const row = view.isTaxable ? rows[at] : undefined;
    return {
      ...lot,
      ...termOf(row && longTermOf(row, isBelowGift), view.today),
      price: price ? textOf(nearestEven(price.numerator, price.denominator), places.price) : null,
      priceDate: price ? encodeDay(price.on) : null,
      marketValue: value === undefined ? null : moneyText(value),
      unrealizedGainLoss: gain === undefined ? null : moneyText(gain),
    };
  });
}

/** The gain of a lot at a value; between the two bases of a gift nothing. (26 CFR 1.1015-1(a)) */
function gainAt(value: bigint | undefined, { adjustedCostBasis, giftMarketValue }: OpenTaxLot) {
  if (value === undefined || adjustedCostBasis === null)
    return { gain: undefined, isBelowGift: false };
  const gain = value - centsOf(adjustedCostBasis);
  if (giftMarketValue === null || gain >= 0n) return { gain, isBelowGift: false };
  const loss = value - centsOf(giftMarketValue);
  return loss < 0n ? { gain: loss, isBelowGift: true } : { gain: 0n, isBelowGift: false };
}

/** From when on a lot is long-term; undefined if that is not known. */
function longTermOf(row: OpenLotRow, isBelowGift: boolean): Day | "always" | undefined {
  if (row.isInherited) return "always";
  // The holding period of a loss below the value of a gift begins with the gift.
  if (isBelowGift && row.giftOn !== null) return dayOf(longFrom(dayNumber(row.giftOn)));
  return row.longTermFrom ?? undefined;
}

function termOf(from: Day | "always" | undefined, today: Day) {
  if (from === undefined)
    return { gainLossTerm: terms.UN, longTermFrom: null, daysToLongTerm: null };
  if (from === "always") return { gainLossTerm: terms.LT, longTermFrom: null, daysToLongTerm: "0" };
  const isLong = today >= from;
  return {
    gainLossTerm: isLong ? terms.LT : terms.ST,
    longTermFrom: encodeDay(from),
    daysToLongTerm: isLong ? "0" : String(daysBetween(today, from)),
  };
}

function sumOfLots(lots: readonly UnrealizedLot[]) {
  return {
    marketValue: total(lots.map(({ marketValue }) => marketValue)),
    adjustedCostBasis: total(lots.map(({ adjustedCostBasis }) => adjustedCostBasis)),
    unrealizedGainLoss: total(lots.map(({ unrealizedGainLoss }) => unrealizedGainLoss)),
  };
}

function total(amounts: readonly (string | null)[]): string | null {
  let sum = 0n;
  for (const amount of amounts) {
    if (amount === null) return null;
    sum += centsOf(amount);
  }
  return moneyText(sum);
}
