// The closed rows of a run as texts, each piece of a washed row by itself, with its id.
import type { Id } from "../../../values/src/ids.ts";
import { places } from "../../../values/src/units.ts";
import {
  minus,
  moneyText,
  plus,
  sharesText,
  textOf,
  type Whole,
} from "../../../values/src/whole.ts";
import { dayOf, unknownDay, yearOf } from "../facts/calendar.ts";
import type { LotAccount } from "../facts/fact.ts";
import type { Book } from "../relief/book.ts";
import { hasPlaces, type Lot } from "../shelf/lot.ts";
import type { ClosedRow } from "../shelf/row.ts";
import { type CoverDays, type CoverRules, coverDaysOf, coverRules, isCovered } from "./covered.ts";
import type { ClosedLot } from "./tax-lot.ts";
import { type GivenIds, giveId, noIds } from "./tax-lot-id.ts";

/** Every closed lot in the order of closing; made one by one, as there may be millions. */
export function* closedLots(book: Book, rules: CoverRules = coverRules): Generator<ClosedLot> {
  const writing = startWriting(book.account, book.rows.length, rules);
  for (const row of book.rows) yield* lotsOfRow(writing, row);
}

/** The state that is carried from one closed row to the next while they are written as texts. */
export interface Writing {
  readonly account: LotAccount;
  readonly rules: CoverDays;
  readonly ids: GivenIds;
  /** The transaction whose rows are being written, and the purchases of its rows until now. */
  closing: Id | undefined;
  readonly opened: Id[];
  /** How many rows of it each purchase has; undefined while they are few. */
  counts: Map<Id, number> | undefined;
}

/** The state before the first closed row, with capacity for about this number. */
export function startWriting(account: LotAccount, rows: number, rules = coverRules): Writing {
  const nothing = { closing: undefined, opened: [], counts: undefined };
  return { account, rules: coverDaysOf(rules), ids: noIds(rows), ...nothing };
}

/** The closed lots of one row: its pieces that met a replacement in the order met, then the rest. */
export function lotsOfRow(writing: Writing, row: ClosedRow): ClosedLot[] {
  const { pieces } = row;
  if (pieces === undefined) return [closedLotOf(writing, row)];
  const lots = pieces.map((piece) => closedLotOf(writing, piece));
  lots.push(closedLotOf(writing, row));
  return lots;
}

/** The id of a row is made of both transactions and its place among the rows that have both. */
function idOf(writing: Writing, { closing, lot }: ClosedRow): string {
  const { account, ids } = writing;
  const closed = closing.fact.transactionId;
  const opened = lot.origin.transactionId;
  const place = placeOf(writing, closed, opened);
  return giveId(ids, `${account.account}/${opened}/${closed}/${place}`);
}

function placeOf(writing: Writing, closing: Id, opened: Id): number {
  if (writing.closing !== closing) {
    writing.closing = closing;
    writing.opened.length = 0;
    writing.counts = undefined;
  }
  const place = 1 + (writing.counts?.get(opened) ?? countOf(writing.opened, opened));
  if (writing.counts !== undefined) writing.counts.set(opened, place);
  else if (writing.opened.push(opened) > mostSearched) writing.counts = countsOf(writing.opened);
  return place;
}

/** So many purchases are sooner looked through than counted in a map. */
const mostSearched = 12;

function countOf(opened: readonly Id[], wanted: Id): number {
  let count = 0;
  for (const id of opened) if (id === wanted) count += 1;
  return count;
}

function countsOf(opened: readonly Id[]): Map<Id, number> {
  const counts = new Map<Id, number>();
  for (const id of opened) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/** The closed lot of one row, or of one piece, as text. */
export function closedLotOf(writing: Writing, row: ClosedRow): ClosedLot {
  const { closing, lot, net, basis, isBasisKnown, disallowed, withheld, replacement } = row;
  const { account, rules } = writing;
  const { fact } = closing;
  const isMovedOut = closing.transCode === "transferOut";
  // No sale went through the broker where capital was paid back.
  const isReported = !isMovedOut && closing.transCode !== "ROC";
  const hasGain = net !== undefined && isBasisKnown;
  const kind = account.securityKinds?.get(fact.security) ?? "stock";
  const { origin, originalDay, statedCover } = lot;
  const isReinvested = origin.kind === "reinvestment";
  const shareQuantity = sharesText(row.quantity);
  const cover = { originalDay, statedCover, isBasisKnown, isReinvested };
  return {
    taxLotId: idOf(writing, row),
    isReported,
    taxYear: yearOf(closing.tradeDay),
    security: fact.security,
    folio: fact.folio ?? null,
    transCode: isMovedOut ? null : closing.transCode,
    termOfSale: termOf(row),
    covered: isCovered(rules, kind, cover) ? "C" : "N",
    costBasisIndicator: isBasisKnown ? "K" : "U",
    lotReliefStrategyIndicator: closing.strategy ?? null,
    originatingTransactionId: origin.transactionId,
    originatingTransactionSettlementDate: origin.settlementOn ?? null,
    originalAcquisitionDate: dayText(originalDay),
    adjustedAcquisitionDate: dayText(row.adjustedDay),
    closingTransactionId: fact.transactionId,
    closingTransactionDate: dayOf(closing.tradeDay),
    closingTransactionSettlementDate: fact.settlementOn ?? null,
    exDate: closing.exOn ?? null,
    shareQuantity,
    unadjustedShareQuantity: unadjustedText(row, shareQuantity),
    exchangedShares: row.exchanged === undefined ? null : sharesText(row.exchanged),
    isInherited: lot.isInherited,
    salePrice: closing.price === undefined ? null : textOf(closing.price, places.price),
    netSaleAmount: amount(net),
    originalCostBasis: isBasisKnown ? moneyText(row.original) : null,
    adjustedCostBasis: isBasisKnown ? moneyText(basis) : null,
    costBasisEffectiveDate: isBasisKnown ? dayText(row.basisDay) : null,
    disallowedLoss: hasGain ? amount(disallowed) : null,
    reportableGainLoss: hasGain ? moneyText(plus(minus(net, basis), disallowed ?? 0)) : null,
    federalTaxWithholding: amount(withheld?.federal),
    stateTaxWithholding: amount(withheld?.state),
    withholdingState: fact.withholdingState ?? null,
    foreignTaxWithholding: amount(withheld?.foreign),
    withholdingCountry: fact.withholdingCountry ?? null,
    replacementTransactionId: replacement?.transactionId ?? null,
    giftMarketValue: amount(row.lower),
    giftDate: dayText(lot.giftDay),
    transferDate: transferText(lot),
  };
}

function termOf({ lot, longFrom, adjustedDay, closing }: ClosedRow): "ST" | "LT" | "UN" {
  if (lot.isInherited) return "LT";
  if (adjustedDay === unknownDay) return "UN";
  return closing.tradeDay >= longFrom ? "LT" : "ST";
}

/** Shares as they were acquired: the text of those that are, where nothing was split. */
export function unadjustedText(
  { quantity, unadjusted }: { readonly quantity: Whole; readonly unadjusted: Whole },
  shareQuantity: string,
): string {
  return unadjusted === quantity ? shareQuantity : sharesText(unadjusted);
}

/** The day on which a lot came from another firm or account; null for any other. */
export function transferText(lot: Lot): string | null {
  return hasPlaces(lot) ? dayText(lot.tradeDay) : null;
}

function amount(cents: Whole | undefined): string | null {
  return cents === undefined ? null : moneyText(cents);
}

/** A day as text; null where it is not known. */
export function dayText(day: number): string | null {
  return day === unknownDay ? null : dayOf(day);
}
