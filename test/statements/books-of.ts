// Books of one account from transactions in short, for tests of statements without a store.
import {
  type Closes,
  computeRawData,
  type QuotationFactors,
  sumOfFolios,
} from "@bursar/performance";
import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { unitsOf } from "@bursar/values/units";
import { factsOf } from "../../src/brokerage/books/transactions/reads.ts";
import type { BookedRow, Books } from "../../src/brokerage/documents/statements/booked.ts";

const nulls = {
  accountNumber: "RA7Q20MX4K",
  accountType: "I",
  settlementOn: null,
  exOn: null,
  securityId: null,
  shares: null,
  price: null,
  fees: null,
  netAmount: null,
  accruedInterest: null,
  amount: null,
  federalTaxWithholding: null,
  stateTaxWithholding: null,
  withholdingState: null,
  foreignTaxWithholding: null,
  withholdingCountry: null,
  lots: null,
  donorAcquiredOn: null,
  donorBasis: null,
  diedOn: null,
  marketValue: null,
  intoSecurityId: null,
  ratioNew: null,
  ratioOld: null,
  cashPerShare: null,
  newShareValue: null,
  childValue: null,
  parentValue: null,
  reliefMethod: null,
  namedLots: null,
  part: null,
  childPart: null,
  newShares: null,
  reason: null,
  holdingDays: null,
  planSince: null,
  toAccountNumber: null,
  toFolioNumber: null,
  feePaidBy: null,
  feeKind: null,
  reverses: null,
  takesBack: null,
  isTakenBack: false,
  defaultMethod: null,
  shortTermTaxRate: null,
  longTermTaxRate: null,
  acceptedVersion: "1",
  incomeKind: null,
  method: null,
  eventKind: null,
  notes: null,
};

/** A transaction in short: its day, its type, and the columns that it has. */
export type ShortRow = readonly [on: string, type: string, columns?: object];

/** Transactions in the order of days and, on one day, of the list; folio 03 unless they say otherwise. */
export function rowsOf(...short: readonly ShortRow[]): BookedRow[] {
  const events: ReadonlySet<string> = new Set(["SPL", "MRG", "SPO", "ROC", "SYM"]);
  const rows = short.map(([on, transactionType, columns], at) => ({
    ...nulls,
    transactionId: String(at + 1),
    transactionType,
    entryOrder: at + 1,
    folioNumber: events.has(transactionType) ? null : "RA7Q20MX4K03",
    tradeOn: on,
    ...columns,
  })) as unknown as BookedRow[];
  const taken = new Set(rows.map(({ takesBack }) => takesBack).filter((id) => id !== null));
  const placeOf = ({ tradeOn, transactionType: type }: BookedRow) =>
    `${tradeOn} ${events.has(type) ? 0 : 1}`;
  return rows
    .map((row) => ({ ...row, isTakenBack: taken.has(row.transactionId) }))
    .toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : placeOf(a) > placeOf(b) ? 1 : 0));
}

/** Closes by security and day, in dollars. */
export type ShortCloses = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The books that follow from transactions and closes. Every day with a close of any security is valued. */
export function booksOf(
  rows: readonly BookedRow[],
  short: ShortCloses,
  factors: Readonly<Record<string, string>> = {},
): Books {
  const closes = new Map(
    Object.entries(short).map(([security, days]): [Id, Closes] => [
      security as Id,
      Object.entries(days)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([on, close]) => ({ on: on as Day, close: unitsOf(close as Decimal, 6) })),
    ]),
  );
  const priced = [...closes.values()].flatMap((list) => list.map(({ on }) => on));
  const valuationDays = [...new Set(priced)].toSorted();
  const quotationFactors: QuotationFactors = new Map(
    Object.entries(factors).map(([id, factor]) => [id as Id, factor as Decimal]),
  );
  const { facts } = factsOf(rows);
  const folios = computeRawData({ facts, closes, valuationDays, quotationFactors });
  return {
    rows,
    days: sumOfFolios([...folios.values()]),
    sources: { closes, quotationFactors },
    loadedFolios: [],
  };
}
