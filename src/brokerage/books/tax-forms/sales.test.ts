// The box for each reported lot, and the sums of the boxes.
import { expect, test } from "vitest";
import type { ReportedTaxLot } from "../tax-lots/reads.ts";
import { paperColumns } from "./paper.ts";
import { salesOn, totalsOf } from "./sales.ts";

const lot = {
  taxLotId: "1",
  security: { ticker: "ACME", cusip: "99901A109", id: "601" },
  transCode: "SLE",
  termOfSale: "ST",
  covered: "C",
  lotReliefStrategyIndicator: "F",
  origionalAcquisitionDate: "2024-02-01T00:00:00.000-05:00",
  adjustedAcquisitionDate: "2024-01-01T00:00:00.000-05:00",
  closingTransactionDate: "2024-05-02T00:00:00.000-04:00",
  shareQuantity: "10.50000",
  netSaleAmount: "100.00",
  adjustedCostBasis: "110.00",
  disallowedLoss: null,
  reportableGainLoss: "-10.00",
  federalTaxWithholding: null,
  stateTaxWithholding: null,
  withholdingState: null,
} as unknown as ReportedTaxLot;
const lots = (...changes: Partial<ReportedTaxLot>[]) =>
  changes.map((change) => ({ ...lot, ...change }));
const worthless = { transCode: "EXP", lotReliefStrategyIndicator: null };

test.each([
  ["A", "a covered short-term sale", {}],
  ["B", "a noncovered short-term sale", { covered: "N" }],
  ["C", "a worthless security held for a short term", worthless],
  ["D", "a covered long-term sale", { termOfSale: "LT" }],
  ["E", "a noncovered long-term sale", { termOfSale: "LT", covered: "N" }],
  ["F", "a worthless security held for long", { ...worthless, termOfSale: "LT" }],
  ["X", "a sale of unknown term", { termOfSale: "UN", covered: "N" }],
  ["A", "an option that expired", { transCode: "EXP" }],
])("box %s takes %s", (box, _, change) => {
  const [sale] = salesOn("8949", lots(change));
  expect(sale?.form8949Box).toBe(box);
  // No broker reports what nobody sold.
  expect(salesOn("1099-b", lots(change))).toEqual("CF".includes(box) ? [] : [sale]);
});

test("a sale shows its figures under the form's boxes, the date that its term follows from", () => {
  expect(salesOn("1099-b", lots({ disallowedLoss: "4.00", reportableGainLoss: "-6.00" }))).toEqual([
    {
      form8949Box: "A",
      taxLotId: "1",
      cusip: "99901A109",
      description: "10.5 sh. ACME",
      dateAcquired: "2024-01-01T00:00:00.000-05:00",
      inherited: false,
      dateSold: "2024-05-02T00:00:00.000-04:00",
      proceeds: "100.00",
      costBasis: "110.00",
      accruedMarketDiscount: null,
      adjustmentCode: "W",
      washSaleLossDisallowed: "4.00",
      gainLoss: "-6.00",
      gainLossTerm: "SHORT_TERM",
      proceedsFromCollectibles: false,
      noncovered: false,
      basisReported: true,
      federalTaxWithheld: null,
      withholdingState: null,
      stateTaxWithheld: null,
    },
  ]);
});

test("an exchange is described by the shares exchanged, as cash where they are not known", () => {
  const merged = { transCode: "MRG" } as const;
  const sales = lots(
    { ...merged, taxLotId: "1", shareQuantity: "0.00000" },
    { ...merged, taxLotId: "2", shareQuantity: "0.00000" },
    { ...merged, taxLotId: "3", shareQuantity: "12.50000" },
  );
  const notes = { "1": { exchangedShares: "40.00000", inherited: false } };
  const described = salesOn("1099-b", sales, { notes });
  expect(described.map(({ description }) => description)).toEqual([
    "40 sh. ACME exchanged",
    "ACME, cash received in exchange",
    "12.5 sh. ACME",
  ]);
});

test("column (b) of Form 8949 says INHERITED, box 1b of Form 1099-B the date", () => {
  const [sale] = salesOn("8949", lots({ originatingTransactionId: "7" }), {
    inherited: new Set(["7"]),
  });
  const shownBy = (form: "8949" | "1099-b", heading: string) =>
    sale && paperColumns[form].find((column) => column.heading === heading)?.of(sale);
  expect(shownBy("8949", "(b) Date acquired")).toBe("INHERITED");
  expect(shownBy("1099-b", "1b Date acquired")).toBe("01/01/2024");
});

test("whole shares are described without places, a hundred as a hundred", () => {
  const described = salesOn(
    "8949",
    lots({ shareQuantity: "100.00000" }, { shareQuantity: "0.00000" }),
  );
  expect(described.map(({ description }) => description)).toEqual(["100 sh. ACME", "0 sh. ACME"]);
});

test("the boxes come in order, each with the totals of what is known of it", () => {
  const sales = salesOn(
    "8949",
    lots(
      { termOfSale: "UN", covered: "N", adjustedCostBasis: null, reportableGainLoss: null },
      { termOfSale: "LT", federalTaxWithholding: "3.10", stateTaxWithholding: "1.05" },
      { termOfSale: "LT", disallowedLoss: "4.00", reportableGainLoss: "-6.00" },
      {},
      { adjustedCostBasis: null, reportableGainLoss: null },
    ),
  );
  expect(sales.map(({ form8949Box }) => form8949Box)).toEqual(["A", "A", "D", "D", "X"]);
  const none = {
    washSaleLossDisallowed: "0.00",
    federalTaxWithheld: "0.00",
    stateTaxWithheld: "0.00",
  };
  expect(totalsOf(sales)).toEqual([
    {
      form8949Box: "A",
      sales: "2",
      proceeds: "200.00",
      costBasis: "110.00",
      gainLoss: "-10.00",
      ...none,
    },
    {
      form8949Box: "D",
      sales: "2",
      proceeds: "200.00",
      costBasis: "220.00",
      gainLoss: "-16.00",
      washSaleLossDisallowed: "4.00",
      federalTaxWithheld: "3.10",
      stateTaxWithheld: "1.05",
    },
    {
      form8949Box: "X",
      sales: "1",
      proceeds: "100.00",
      costBasis: null,
      gainLoss: null,
      ...none,
    },
  ]);
});
