// The closed rows of a run as texts, each piece of a washed row by itself, with its id.

import { moneyText, places, sharesText, textOf } from "../../values/units.ts";
import type { Book } from "./book.ts";
import { dayOf, unknownDay } from "./calendar.ts";
import { type CoverRules, coverRules, isCovered } from "./covered.ts";
import type { LotAccount } from "./fact.ts";
import type { ClosedRow } from "./row.ts";
import type { ClosedLot } from "./tax-lot.ts";
import { nextTaxLotId, taxLotIdOf } from "./tax-lot-id.ts";

/** Every closed lot in the order of closing; made one by one, as there may be millions. */
export function* closedLots(book: Book, rules: CoverRules = coverRules): Generator<ClosedLot> {
  const ids = idsOf(book);
  let at = 0;
  for (const { row } of rowsInOrder(book)) {
    yield closedLotOf(row, (ids[at] as bigint).toString(), { account: book.account, rules });
    at += 1;
  }
}

interface PlacedRow {
  readonly row: ClosedRow;
  /** Both transactions and the place among the rows that have both, as the id is made of them. */
  readonly closedAs: string;
}

function* rowsInOrder({ rows }: Book): Generator<PlacedRow> {
  let closing = "";
  const counts = new Map<string, number>();
  for (const whole of rows) {
    if (whole.closing.transactionId !== closing) {
      closing = whole.closing.transactionId;
      counts.clear();
    }
    for (const row of whole.pieces === undefined ? [whole] : [...whole.pieces, whole]) {
      const opened = row.lot.origin.transactionId;
      const place = (counts.get(opened) ?? 0) + 1;
      counts.set(opened, place);
      yield { row, closedAs: `${closing}/${place}` };
    }
  }
}

function idsOf(book: Book): BigUint64Array {
  const { account } = book.account;
  let count = 0;
  for (const { pieces } of book.rows) count += 1 + (pieces?.length ?? 0);
  const ids = new BigUint64Array(count);
  let at = 0;
  for (const { row, closedAs } of rowsInOrder(book)) {
    ids[at] = taxLotIdOf(account, row.lot.origin.transactionId, closedAs);
    at += 1;
  }
  return areDistinct(ids) ? ids : distinctIds(book, ids);
}

function areDistinct(ids: BigUint64Array): boolean {
  const inOrder = ids.toSorted();
  return inOrder.every((id, index) => id !== 0n && id !== inOrder[index + 1]);
}

// One clash in 2^63 pairs: the row closed first keeps the id.
function distinctIds(book: Book, ids: BigUint64Array): BigUint64Array {
  const taken = new Set<string>(["0"]);
  let at = 0;
  for (const { row, closedAs } of rowsInOrder(book)) {
    const own = (ids[at] as bigint).toString();
    const parts = [book.account.account, row.lot.origin.transactionId, closedAs];
    const id = taken.has(own) ? nextTaxLotId(parts, taken) : own;
    taken.add(id);
    ids[at] = BigInt(id);
    at += 1;
  }
  return ids;
}

interface Setting {
  readonly account: LotAccount;
  readonly rules: CoverRules;
}

function closedLotOf(row: ClosedRow, taxLotId: string, setting: Setting): ClosedLot {
  return { taxLotId, ...closingFields(row), ...lotFields(row, setting), ...amountFields(row) };
}

function closingFields({ closing, replacement }: ClosedRow) {
  const closedOn = dayOf(closing.tradeDay);
  return {
    isReported: closing.transCode !== "transferOut",
    taxYear: closedOn.slice(0, 4),
    security: closing.security,
    folio: closing.folio ?? null,
    transCode: closing.transCode === "transferOut" ? null : closing.transCode,
    lotReliefStrategyIndicator: closing.strategy ?? null,
    closingTransactionId: closing.transactionId,
    closingTransactionDate: closedOn,
    closingTransactionSettlementDate: closing.settlementOn ?? null,
    exDate: closing.exOn ?? null,
    salePrice: closing.price === undefined ? null : textOf(closing.price, places.price),
    withholdingState: closing.withholdingState ?? null,
    withholdingCountry: closing.withholdingCountry ?? null,
    replacementTransactionId: replacement?.transactionId ?? null,
  };
}

function lotFields(row: ClosedRow, { account, rules }: Setting) {
  const { lot, isBasisKnown } = row;
  const kind = account.securityKinds?.get(row.closing.security) ?? "stock";
  const { originalDay, statedCover } = lot;
  return {
    termOfSale: termOf(row),
    covered: isCovered(rules, kind, { originalDay, statedCover, isBasisKnown }) ? "C" : "N",
    costBasisIndicator: isBasisKnown ? "K" : "U",
    originatingTransactionId: lot.origin.transactionId,
    originatingTransactionSettlementDate: lot.origin.settlementOn ?? null,
    originalAcquisitionDate: dayText(originalDay),
    adjustedAcquisitionDate: dayText(row.adjustedDay),
    costBasisEffectiveDate: isBasisKnown ? dayText(row.basisDay) : null,
  } as const;
}

function termOf({ lot, longFrom, adjustedDay, closing }: ClosedRow): "ST" | "LT" | "UN" {
  if (lot.isInherited) return "LT";
  if (adjustedDay === unknownDay) return "UN";
  return closing.tradeDay >= longFrom ? "LT" : "ST";
}

function amountFields(row: ClosedRow) {
  const { net, basis, isBasisKnown, disallowed, withheld } = row;
  const hasGain = net !== undefined && isBasisKnown;
  return {
    shareQuantity: sharesText(row.quantity),
    netSaleAmount: amount(net),
    originalCostBasis: isBasisKnown ? moneyText(row.original) : null,
    adjustedCostBasis: isBasisKnown ? moneyText(basis) : null,
    disallowedLoss: hasGain ? amount(disallowed) : null,
    reportableGainLoss: hasGain ? moneyText(net - basis + (disallowed ?? 0n)) : null,
    federalTaxWithholding: amount(withheld?.federal),
    stateTaxWithholding: amount(withheld?.state),
    foreignTaxWithholding: amount(withheld?.foreign),
  };
}

function amount(cents: bigint | undefined): string | null {
  return cents === undefined ? null : moneyText(cents);
}

/** A day as text; null where it is not known. */
export function dayText(day: number): string | null {
  return day === unknownDay ? null : dayOf(day);
}
