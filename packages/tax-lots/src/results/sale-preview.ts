// The effects that a sale would have on lots: the engine runs with the sale behind all other facts,
// and nothing is kept. (docs/tax-lots.md, "A sale that is only tried")
import assert from "node:assert/strict";
import { places } from "../../../values/src/units.ts";
import {
  minus,
  moneyText,
  plus,
  sharesText,
  sumOf,
  unitsOf,
  type Whole,
} from "../../../values/src/whole.ts";
import type { Disposal, LotAccount, LotFact } from "../facts/fact.ts";
import { factorOf, worthOf } from "../facts/quotation.ts";
import type { FactRefusal } from "../facts/refusals.ts";
import type { Book } from "../relief/book.ts";
import { runFacts } from "../reorganizations/run.ts";
import { lotsOfRow, startWriting } from "./closed-lots.ts";
import type { ClosedLot } from "./tax-lot.ts";

/** A sale at a price; its place in the day is behind everything else. */
export type TriedSale = Omit<Disposal, "kind" | "transactionId" | "entryOrder"> & {
  readonly price: NonNullable<Disposal["price"]>;
};

/** The proceeds of a sale after fees, in cents. */
export function proceedsOf(account: LotAccount, sale: TriedSale): Whole {
  const { shares, price, fees, security } = sale;
  const paid = fees === undefined ? 0 : unitsOf(fees, places.money);
  const factor = factorOf(account, security);
  return minus(worthOf(unitsOf(shares, places.shares), unitsOf(price, places.price), factor), paid);
}

/** The remaining shares of a security behind a sale; basis and gain are null where a basis is not
 * known. */
export interface Remaining {
  readonly shareQuantity: string;
  readonly adjustedCostBasis: string | null;
  /** At the price of the sale. */
  readonly unrealizedGainLoss: string | null;
}

/** The lots that a sale would close, as they would be closed, or why it is impossible. */
export type SalePreview = { readonly refusal: FactRefusal } | TriedLots;

/** The lots of a sale that is possible. */
export interface TriedLots {
  readonly refusal?: undefined;
  readonly closed: readonly ClosedLot[];
  readonly remaining: Remaining;
}

// No transaction has this id, and none of its day comes after it.
const triedId = "0" as Disposal["transactionId"];
const last = Number.MAX_SAFE_INTEGER;

/** Tries a sale behind the facts of its security, all of which are possible. */
export function previewSale(
  account: LotAccount,
  facts: readonly LotFact[],
  sale: TriedSale,
): SalePreview {
  const tried: Disposal = { ...sale, kind: "sell", transactionId: triedId, entryOrder: last };
  const { book, refusals } = runFacts(account, [...facts, tried]);
  const [refusal] = refusals;
  if (refusal !== undefined) {
    assert(refusal.transactionId === triedId, "facts in force are possible");
    return { refusal };
  }
  const rows = book.rows.filter(({ closing }) => closing.fact.transactionId === triedId);
  const writing = startWriting(account, rows.length);
  return { closed: rows.flatMap((row) => lotsOfRow(writing, row)), remaining: leftOf(book, sale) };
}

function leftOf({ account, shelves }: Book, { security, price }: TriedSale): Remaining {
  const shelf = shelves.get(security);
  assert(shelf !== undefined, "what is sold was held");
  const { pool, average, quantity, lots } = shelf;
  const isKnown = pool?.isBasisKnown ?? lots.every(({ isBasisKnown }) => isBasisKnown);
  const basis = pool?.basis ?? plus(average?.basis ?? 0, sumOf(lots.map(({ basis }) => basis)));
  const value = worthOf(quantity, unitsOf(price, places.price), factorOf(account, security));
  return {
    shareQuantity: sharesText(quantity),
    adjustedCostBasis: isKnown ? moneyText(basis) : null,
    unrealizedGainLoss: isKnown ? moneyText(minus(value, basis)) : null,
  };
}
