// Random rows of an account in November and December 2026, of every type that moves cash.
import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import fc from "fast-check";
import type { PendingRow } from "../src/brokerage/books/balances/queries.ts";

/** Securities by id, each with its settlement days: one of its group, others of their own. */
const securities = [
  { securityId: "601" as Id, instrumentType: "EQ", quotationFactor: "1" as Decimal, days: 1 },
  {
    securityId: "602" as Id,
    instrumentType: "DB",
    settlementPeriod: 2,
    quotationFactor: "0.01" as Decimal,
    days: 2,
  },
  { securityId: "603" as Id, instrumentType: "PR", quotationFactor: "1" as Decimal, days: 0 },
  {
    securityId: "604" as Id,
    instrumentType: "EQ",
    settlementPeriod: 10,
    quotationFactor: "100" as Decimal,
    days: 10,
  },
];

/** A row, and the settlement days of its security. */
export interface DatedRow {
  readonly row: PendingRow;
  readonly days: number;
}

const dayOf = (n: number) => new Date(Date.UTC(2026, 10, 2 + n)).toISOString().slice(0, 10) as Day;
const day = fc.integer({ min: 0, max: 44 }).map(dayOf);
const money = (max: number) =>
  fc.integer({ min: 1, max }).map((n) => (n / 100).toFixed(2) as Decimal);
const orNone = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 3 });
const folio = fc.constantFrom("F01", "F03", "F04");

const trade = fc
  .record({
    transactionType: fc.constantFrom("BUY", "BUY", "SLE", "SLE", "REI"),
    security: fc.constantFrom(...securities),
    shares: fc.integer({ min: 1, max: 9_999_999 }).map((n) => (n / 100_000).toFixed(5) as Decimal),
    price: fc.integer({ min: 0, max: 99_999_999 }).map((n) => (n / 1e6).toFixed(6) as Decimal),
    fees: orNone(money(500)),
    netAmount: orNone(money(900_000)),
    accruedInterest: orNone(money(5_000)),
    federalTaxWithholding: orNone(money(900)),
  })
  .map(({ security, federalTaxWithholding, ...row }) => {
    const { days, ...known } = security;
    const isSale = row.transactionType === "SLE";
    return {
      days,
      row: { ...row, ...known, ...(isSale && { federalTaxWithholding }) },
    };
  });

const cash = fc
  .record({
    transactionType: fc.constantFrom("DEP", "WDL", "ADM", "DIV", "INT", "FEE", "CJL"),
    amount: money(500_000),
    toFolioNumber: folio,
    feePaidBy: fc.constantFrom(null, "F01", "outside"),
    feeKind: fc.constantFrom(null, "refund"),
    stateTaxWithholding: orNone(money(900)),
  })
  .map(({ toFolioNumber, feePaidBy, feeKind, stateTaxWithholding, ...row }) => ({
    days: 0,
    row: {
      ...row,
      ...(row.transactionType === "CJL" && { toFolioNumber }),
      ...(row.transactionType === "FEE" && { feePaidBy, feeKind }),
      ...(["DIV", "INT"].includes(row.transactionType) && { stateTaxWithholding }),
    },
  }));

const dated = fc
  .record({
    of: fc.oneof(trade, cash),
    tradeOn: day,
    folioNumber: folio,
    later: orNone(fc.integer({ min: 0, max: 20 })),
  })
  .map(({ of: { days, row }, tradeOn, folioNumber, later }) => {
    const settlementOn = later === null ? null : plus(tradeOn, later);
    return { days, row: { ...row, tradeOn, folioNumber, settlementOn } };
  });

const plus = (on: Day, n: number) =>
  new Date(Date.parse(on) + n * 86_400_000).toISOString().slice(0, 10) as Day;

/** The columns of a row for which nothing was sent. */
const empty = {
  federalTaxWithholding: null,
  stateTaxWithholding: null,
  foreignTaxWithholding: null,
  instrumentType: null,
  settlementPeriod: null,
  quotationFactor: null,
};

/** Rows in order, and a day: a journal goes to another folio. */
export const cashHistories: fc.Arbitrary<{ rows: DatedRow[]; on: Day }> = fc
  .record({ rows: fc.array(dated, { maxLength: 25 }), on: day })
  .map(({ rows, on }) => ({
    on,
    rows: rows
      .toSorted((a, b) => (a.row.tradeOn < b.row.tradeOn ? -1 : 1))
      .map(({ days, row }, at) => ({
        days,
        row: {
          ...empty,
          ...row,
          transactionId: String(at + 1),
          entryOrder: at + 1,
        } as unknown as PendingRow,
      }))
      .filter(({ row }) => row.toFolioNumber !== row.folioNumber),
  }));
