// Income by kind, realized gains by term, and fees, of the period and of the year. (docs/statements.md, "Income,
// gains and fees")
import type { ClosedLot } from "@bursar/tax-lots";
import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import { moneyText, sumOf } from "@bursar/values/units";
import { incomeKinds } from "../../../reference/codes.ts";
import { type BookedRow, centsOf, type FollowedBooks, type Span, withheldOf } from "./booked.ts";
import type {
  Both,
  StatementFee,
  StatementGain,
  StatementIncome,
  StatementIncomeAndFees,
} from "./statement.ts";
import { rowsWithin } from "./value-bridge.ts";

/** The spans of the period and of the year to date. */
export interface BothSpans {
  readonly period: Span;
  readonly year: Span;
}

/** How a fee was calculated, by the transaction that booked it. */
export interface CalculatedFee {
  readonly basis: string | null;
  readonly rate: string | null;
  readonly days: string | null;
}

/** Income, gains and fees. */
export function incomeShown(
  books: FollowedBooks,
  spans: BothSpans,
  {
    closed,
    calculated,
  }: {
    readonly closed: readonly ClosedLot[];
    readonly calculated: ReadonlyMap<string, CalculatedFee>;
  },
): StatementIncomeAndFees {
  const period = rowsWithin(books, spans.period);
  const year = rowsWithin(books, spans.year);
  const withheld = (rows: readonly BookedRow[]) =>
    moneyText(sumOf(rows.filter((row) => row.transactionType !== "WDL").map(withheldOf)));
  const fees = (rows: readonly BookedRow[]) => rows.filter((row) => row.transactionType === "FEE");
  return {
    income: incomeByKind(period, year),
    withheld: { period: withheld(period), year: withheld(year) },
    gains: gainsByTerm(closed, spans),
    fees: fees(period).map((row) => feeOf(row, calculated.get(row.transactionId))),
    feesOfYear: moneyText(sumOf(fees(year).map(signedFee))),
  };
}

function incomeByKind(period: readonly BookedRow[], year: readonly BookedRow[]): StatementIncome[] {
  const sums = (rows: readonly BookedRow[]) => {
    const byKind = Map.groupBy(rows.filter(isIncome), kindOf);
    return new Map([...byKind].map(([kind, own]) => [kind, amountsOf(own)]));
  };
  const ofPeriod = sums(period);
  const ofYear = sums(year);
  const order = [...incomeKinds.rows.map(({ name }) => name), ...otherKinds];
  return order
    .filter((kind) => ofPeriod.has(kind) || ofYear.has(kind))
    .map((kind) => ({
      kind,
      amount: {
        period: moneyText(ofPeriod.get(kind) ?? 0n),
        year: moneyText(ofYear.get(kind) ?? 0n),
      },
    }));
}

const unclassified = { DIV: "Dividends, not classified", INT: "Interest, not classified" } as const;
const otherKinds: readonly string[] = Object.values(unclassified);

function isIncome({ transactionType: type }: BookedRow): boolean {
  return type === "DIV" || type === "INT";
}

function kindOf({ transactionType, incomeKind }: BookedRow): string {
  const named = incomeKind === null ? undefined : incomeKinds.find(incomeKind)?.name;
  return named ?? (transactionType === "INT" ? unclassified.INT : unclassified.DIV);
}

/** A fee below 0 is a refund. */
function signedFee(row: BookedRow): bigint {
  return row.feeKind === "refund" ? -centsOf(row.amount) : centsOf(row.amount);
}

function feeOf(row: BookedRow, calculated: CalculatedFee | undefined): StatementFee {
  const { basis = null, rate = null, days = null } = calculated ?? {};
  const isRefund = row.feeKind === "refund";
  const where = row.feePaidBy === "outside" ? ", paid from outside" : "";
  return {
    on: row.tradeOn as Day,
    description: `${isRefund ? "Refund of advisory fee" : "Advisory fee"}${where}`,
    basis,
    rate,
    days,
    amount: moneyText(signedFee(row)),
  };
}

const terms = [
  ["ST", "Short-term"],
  ["LT", "Long-term"],
  ["UN", "Term not known"],
] as const;

function gainsByTerm(closed: readonly ClosedLot[], { period, year }: BothSpans): StatementGain[] {
  return terms.flatMap(([code, term]) => {
    const ofTerm = closed.filter((lot) => lot.termOfSale === code);
    // A period may begin before its year.
    const own = ofTerm.filter((lot) => isClosedWithin(lot, year));
    const ofPeriod = ofTerm.filter((lot) => isClosedWithin(lot, period));
    if (own.length === 0 && ofPeriod.length === 0) return [];
    const both = (of: (lot: ClosedLot) => string | null): Both => ({
      period: moneyText(sumOf(ofPeriod.map((lot) => centsOf(of(lot) as Decimal | null)))),
      year: moneyText(sumOf(own.map((lot) => centsOf(of(lot) as Decimal | null)))),
    });
    return [
      {
        term,
        proceeds: both((lot) => lot.netSaleAmount),
        costBasis: both((lot) => lot.adjustedCostBasis),
        gain: both((lot) => lot.reportableGainLoss),
        washed: both((lot) => lot.disallowedLoss),
      },
    ];
  });
}

/** Lots that were delivered are no gain. */
function isClosedWithin(lot: ClosedLot, { opening, base, closing }: Span): boolean {
  const on = lot.closingTransactionDate;
  const after = base?.on ?? opening?.on ?? "";
  return lot.transCode !== null && closing !== undefined && on > after && on <= closing.on;
}

function amountsOf(rows: readonly BookedRow[]): bigint {
  return sumOf(rows.map(({ amount }) => centsOf(amount)));
}
