// Reading what a folio or an account holds, at last prices. (interface 4.18)
import type { Context } from "../../platform/change/context.ts";
import { accountTypes } from "../../reference/codes.ts";
import { encodeDay, newYorkDay } from "../../values/dates.ts";
import { type Decimal, fixed } from "../../values/decimal.ts";
import { isFolioNumber } from "../../values/ids.ts";
import { moneyText, nearestEven, places, sharesText, textOf } from "../../values/units.ts";
import { folioNotFound } from "../accounts/reads.ts";
import { selectPositions } from "./queries.ts";
import type { AccountPosition, CurrentWeight, FolioPosition } from "./schema.ts";
import { type Holding, type Price, valuedHoldings } from "./valued-holdings.ts";

/** Answers what a folio holds by ticker, then its cash; 404 where the account has no such folio. */
export async function listFolioPositions(
  ctx: Context,
  accountNumber: string,
  folioNumber: string,
): Promise<FolioPosition[]> {
  const holdings = await holdingsOfFolio(ctx, accountNumber, folioNumber);
  return holdings.map((holding) => ({ accountNumber, folioNumber, ...encodeHolding(holding) }));
}

/** Answers the weights of the same entries. */
export async function listCurrentWeights(
  ctx: Context,
  accountNumber: string,
  folioNumber: string,
): Promise<CurrentWeight[]> {
  const holdings = await holdingsOfFolio(ctx, accountNumber, folioNumber);
  return holdings.map(({ held, weight }) => ({
    ticker: held?.row.ticker ?? null,
    currentWeight: percentOf(weight),
  }));
}

async function holdingsOfFolio(
  ctx: Context,
  accountNumber: string,
  folioNumber: string,
): Promise<Holding[]> {
  // A number that no folio can have never reaches the store, which refuses U+0000.
  if (!isFolioNumber(folioNumber)) throw folioNotFound();
  const today = newYorkDay(ctx.now);
  const rows = await selectPositions(ctx.db, { accountNumber, folioNumber, today });
  if (rows.length === 0) throw folioNotFound();
  return valuedHoldings(rows);
}

/** Answers what all folios of an account hold together by ticker, then their cash. */
export async function listAccountPositions(
  ctx: Context,
  accountNumber: string,
): Promise<AccountPosition[]> {
  const rows = await selectPositions(ctx.db, { accountNumber, today: newYorkDay(ctx.now) });
  const type = rows[0]?.accountType ?? "";
  const isTaxable = accountTypes.find(type)?.taxability === "taxable";
  return valuedHoldings(rows).map((holding) => ({
    accountNumber,
    ...encodeHolding(holding),
    longTermCostBasis: isTaxable ? basisOf(holding.held?.row.longTermCostBasis) : null,
    shortTermCostBasis: isTaxable ? basisOf(holding.held?.row.shortTermCostBasis) : null,
  }));
}

function encodeHolding({ held, value, weight }: Holding) {
  return {
    security: held ? encodeSecurity(held.row) : null,
    shareQuantity: held ? sharesText(held.shares) : null,
    price: held?.price ? priceText(held.price) : null,
    priceDate: held?.price ? encodeDay(held.price.on) : null,
    marketValue: value === undefined ? null : moneyText(value),
    currentWeight: percentOf(weight),
  };
}

function encodeSecurity(row: NonNullable<Holding["held"]>["row"]) {
  const { ticker, cusip, securityId: id, companyName, instrumentType } = row;
  return { ticker, cusip, id, companyName, instrumentType };
}

function priceText({ numerator, denominator }: Price): string {
  return textOf(nearestEven(numerator, denominator), places.price);
}

function percentOf(weight: bigint | undefined): string | null {
  return weight === undefined ? null : textOf(weight, 2);
}

function basisOf(basis: Decimal | null | undefined): string | null {
  return basis ? fixed(basis, places.money) : null;
}
