// The worked numbers of corporate events: five holders of ACME at the opening of the ex-date, 190.3 shares. A holds
// 40, B 25 in one folio and 12.5 in another, C 2.8, D 100 in a retirement account, E 10 under backup withholding.
import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { FolioNumber, Id } from "@bursar/values/ids";
import { expect, test } from "vitest";
import { summed } from "../../../../test/entitlements/summed.ts";
import { entitlementOf } from "./entitle.ts";
import type { EventRow, Holder } from "./holder.ts";
import type { EventOption, EventTerms } from "./terms.ts";
import { totalsOf } from "./totals.ts";

const decimal = (text: string) => text as Decimal;

function holder(shares: readonly string[], more: Partial<Holder> = {}): Holder {
  const folios = shares.map((each, at) => ({
    folioNumber: `RA000000010${at + 3}` as FolioNumber,
    shares: decimal(each),
    reinvests: true,
    paysToAccount: false,
  }));
  const cashFolio = "RA0000000101" as FolioNumber;
  return { folios, cashFolio, elections: [], isBuyingRestricted: false, ...more };
}

const holders = {
  A: holder(["40"]),
  B: holder(["25", "12.5"]),
  C: holder(["2.8"]),
  D: holder(["100"]),
  E: holder(["10"], { backupRate: decimal("24.00") }),
};

type Terms = Partial<Record<keyof EventTerms, unknown>> & Pick<EventTerms, "kind">;
const termsOf = (terms: Terms): EventTerms =>
  ({
    securityId: "601" as Id,
    intoSecurityId: "602" as Id,
    factor: "1",
    intoFactor: "1",
    bookedOn: "2026-05-04" as Day,
    components: [],
    options: [],
    fractions: "KEEP",
    isTaxable: false,
    isFinal: false,
    ...terms,
  }) as EventTerms;

/** A row in short: its type, its folio where there are several, and its figures. */
function written(row: EventRow): string {
  const { transactionType, folioNumber, shares, price, netAmount, amount, newShares } = row;
  const taxes = [row.federalTaxWithholding, row.foreignTaxWithholding].map(
    (tax) => tax && `less ${tax}`,
  );
  const kind = row.incomeKind;
  const accrued = row.accruedInterest && `interest ${row.accruedInterest}`;
  const folio = folioNumber?.slice(-2);
  const to = row.toFolioNumber && `to ${row.toFolioNumber.slice(-2)}`;
  const cash = row.cashPerShare && `cash ${row.cashPerShare}`;
  const bought = shares && `${shares} for ${netAmount ?? price ?? "shares"}`;
  const more = [
    transactionType,
    folio,
    to,
    bought,
    amount,
    accrued,
    ...taxes,
    kind,
    newShares,
    cash,
  ];
  return more.filter((part) => part !== undefined && part !== "").join(" ");
}

const rowsOf = (terms: Terms, of: Holder) => entitlementOf(termsOf(terms), of).rows.map(written);
const rowsOfAll = (terms: Terms) =>
  Object.fromEntries(
    Object.entries(holders).map(([name, of]) => [name, rowsOf(terms, of).join(", ")]),
  );
const totals = (terms: Terms) =>
  totalsOf(summed(Object.values(holders).map((of) => entitlementOf(termsOf(terms), of))));

const dividend = (rate: string, more: object = {}): Terms => ({
  kind: "DIV",
  components: [{ rate, incomeKind: "qualified" }],
  ...more,
});

test("a dividend is calculated once for the account and shared over its folios", () => {
  expect(rowsOfAll(dividend("0.35"))).toEqual({
    A: "DIV 03 14.00 qualified",
    B: "DIV 03 8.75 qualified, DIV 04 4.38 qualified", // 13.125 half up: 8.753…, 4.376…
    C: "DIV 03 0.98 qualified",
    D: "DIV 03 35.00 qualified",
    E: "DIV 03 3.50 less 0.84 qualified", // 3.50 × 24 %
  });
  expect(totals(dividend("0.35")).components).toMatchObject([
    { gross: "66.61", withheld: "0.84", net: "65.77", exact: "66.605000000", rounding: "0.00" },
  ]);
  expect(rowsOfAll(dividend("0.123456"))).toEqual({
    A: "DIV 03 4.94 qualified", // 4.93824
    B: "DIV 03 3.09 qualified, DIV 04 1.54 qualified", // 4.6296
    C: "DIV 03 0.35 qualified", // 0.3456768
    D: "DIV 03 12.35 qualified", // 12.3456
    E: "DIV 03 1.23 less 0.30 qualified", // 1.23456; 1.23 × 24 %
  });
  expect(totals(dividend("0.123456"))).toMatchObject({
    accounts: "5",
    shares: "190.30000",
    components: [{ gross: "23.50", exact: "23.493676800", rounding: "-0.01" }],
  });
  const terms = termsOf(dividend("0.35"));
  const lines = Object.values(holders).map((of) => entitlementOf(terms, of));
  expect(totalsOf(summed(lines), decimal("66.60")).difference).toBe("-0.01");
});

test("what is reinvested spends the cash to the cent, from a dollar on", () => {
  expect(rowsOfAll(dividend("0.35", { reinvestPrice: "88.10" }))).toMatchObject({
    A: "DIV 03 14.00 qualified, REI 03 0.15891 for 14.00",
    B:
      "DIV 03 8.75 qualified, DIV 04 4.38 qualified, " +
      "REI 03 0.09931 for 8.75, REI 04 0.04971 for 4.38",
    C: "DIV 03 0.98 qualified",
    E: "DIV 03 3.50 less 0.84 qualified, REI 03 0.03019 for 2.66",
  });
});

test("what a folio does not reinvest goes to the cash folio, where the folio says so", () => {
  const [folio] = holder(["40"]).folios;
  if (folio === undefined) throw new Error("it has a folio");
  const paying = (reinvests: boolean) =>
    holder([], { folios: [{ ...folio, reinvests, paysToAccount: true }] });
  const rows = (reinvests: boolean, more: object) =>
    rowsOf(dividend("0.35", more), paying(reinvests));
  expect(rows(false, {})).toEqual(["DIV 03 14.00 qualified", "CJL 03 to 01 14.00"]);
  expect(rows(true, { reinvestPrice: "88.10" }).at(-1)).toBe("REI 03 0.15891 for 14.00");
  // A later window would reinvest it.
  expect(rows(true, {})).toEqual(["DIV 03 14.00 qualified"]);
  expect(rowsOf({ kind: "ROC", components: [{ rate: "0.10" }] }, paying(false))).toEqual([
    "ROC 4.00",
    "CJL 03 to 01 4.00",
  ]);
  const cash = { kind: "MRG", intoSecurityId: undefined, cashPerShare: "55.25" } as const;
  expect(rowsOf(cash, paying(false))).toEqual(["MRG cash 55.25"]);
});

test("a distribution of gains has a row for each kind", () => {
  const components = [
    { rate: "0.10", incomeKind: "longGain" },
    { rate: "0.02", incomeKind: "shortGain" },
  ];
  expect(rowsOf({ kind: "CGD", components }, holders.A)).toEqual([
    "DIV 03 4.00 longGain",
    "DIV 03 0.80 shortGain",
  ]);
  const foreign = { foreignTaxRate: "15", withholdingCountry: "CA" };
  // The amount is not lowered by the foreign tax when the other is calculated: 4.00 × 24 %.
  const under = holder(["40"], { backupRate: decimal("24.00") });
  expect(rowsOf({ kind: "CGD", components: components.slice(0, 1), ...foreign }, under)).toEqual([
    "DIV 03 4.00 less 0.96 less 0.60 longGain",
  ]);
});

test("capital is paid back by one row without withholding; the last payment ends the security", () => {
  const components = [{ rate: "0.10" }];
  expect(rowsOf({ kind: "ROC", components }, holders.A)).toEqual(["ROC 4.00"]);
  expect(rowsOf({ kind: "ROC", components }, holders.B)).toEqual(["ROC 3.75"]);
  expect(rowsOf({ kind: "ROC", components }, holders.E)).toEqual(["ROC 1.00"]);
  expect(totals({ kind: "ROC", components }).components).toMatchObject([
    { gross: "19.03", exact: "19.030000000" },
  ]);
  expect(rowsOf({ kind: "LIQ", components, isFinal: true }, holders.A)).toEqual([
    "ROC 4.00 liquidation",
    "WLS",
  ]);
  const part = [{ rate: "0.10", incomeKind: "return" }];
  expect(rowsOf({ kind: "DIV", components: part }, holders.A)).toEqual(["ROC 4.00"]);
});

test("stock in place of a dividend is bought with its net", () => {
  const options: EventOption[] = [
    { optionId: "1", type: "CASH", isDefault: true },
    { optionId: "2", type: "STOCK", isDefault: false, price: decimal("88.10") },
  ];
  const terms: Terms = dividend("0.35", { kind: "OPT", options });
  const inStock = { elections: [{ optionId: "2", shares: decimal("40") }] };
  expect(rowsOf(terms, holder(["40"], inStock))).toEqual([
    "DIV 03 14.00 qualified",
    "REI 03 0.15891 for 14.00",
  ]);
  expect(rowsOf(terms, holders.A)).toEqual(["DIV 03 14.00 qualified"]);
  const barred = holder(["40"], { ...inStock, isBuyingRestricted: true });
  expect(rowsOf(terms, barred)).toEqual(["DIV 03 14.00 qualified"]);
});

test("fractions of a split stay, are paid, or are rounded for the account", () => {
  const split = (fractions: string): Terms => ({
    kind: "SPL",
    ratioNew: "3",
    ratioOld: "8",
    fractions,
    cashInLieuPrice: "44.00",
  });
  const of = holder(["101"]); // 37.875
  const newOf = (terms: Terms) => entitlementOf(termsOf(terms), of).newShares;
  expect(rowsOf(split("KEEP"), of)).toEqual(["SPL"]);
  expect(newOf(split("KEEP"))).toBe(3_787_500n);
  expect(rowsOf(split("CASH"), of)).toEqual(["SPL", "CIL 03 0.87500 for 38.50"]);
  expect(rowsOf(split("UP"), of)).toEqual(["SPL 38.00000"]);
  expect(rowsOf(split("NEAREST"), of)).toEqual(["SPL 38.00000"]);
  expect(rowsOf(split("DOWN"), of)).toEqual(["SPL 37.00000"]);
  // The folio that holds most pays; one that has too few is helped by the next.
  const [a, b] = rowsOf(split("CASH"), holder(["4", "3.6"])).slice(1); // 2.85: 1.5, 1.35
  expect([a, b]).toEqual(["CIL 03 0.85000 for 37.40", undefined]);
  const small = { ...split("CASH"), ratioNew: "1" }; // 0.95: 0.5, 0.45
  expect(rowsOf(small, holder(["4", "3.6"])).slice(1)).toEqual([
    "CIL 03 0.50000 for 22.00",
    "CIL 04 0.45000 for 19.80",
  ]);
  const none = entitlementOf(termsOf({ ...small, fractions: "DOWN" }), holders.C);
  expect(none).toMatchObject({ rows: [], undecided: "No share is left of the position." });
});

test("a stock dividend and a spin-off give shares by the ratio", () => {
  const dividend = { kind: "SDV", ratioNew: "21", ratioOld: "20" } as const;
  expect(entitlementOf(termsOf(dividend), holders.A).newShares).toBe(4_200_000n);
  expect(entitlementOf(termsOf(dividend), holders.B).newShares).toBe(3_937_500n);
  const spun = {
    kind: "SPO",
    ratioNew: "1",
    ratioOld: "4",
    childValue: "8",
    parentValue: "92",
  } as const;
  expect(entitlementOf(termsOf(spun), holders.A).newShares).toBe(1_000_000n);
  expect(entitlementOf(termsOf(spun), holders.B).newShares).toBe(937_500n);
  const rights = { kind: "RTS", ratioNew: "1", ratioOld: "1", parentValue: "92" } as const;
  const [row] = entitlementOf(termsOf(rights), holders.A).rows;
  expect(row).toMatchObject({ transactionType: "SPO", childValue: "0", parentValue: "92" });
});

test("a merger pays cash, shares or both, by choice and proration", () => {
  const cash = { kind: "MRG", intoSecurityId: undefined, cashPerShare: "55.25" } as const;
  const paid = (of: Holder) => entitlementOf(termsOf(cash), of).payments[0]?.gross;
  expect([paid(holders.A), paid(holders.B)]).toEqual([221_000n, 207_188n]);
  const shares = { kind: "MRG", ratioNew: "0.75", ratioOld: "1" } as const;
  expect(entitlementOf(termsOf(shares), holders.A).newShares).toBe(3_000_000n);
  expect(entitlementOf(termsOf(shares), holders.B).newShares).toBe(2_812_500n);
  const options = [
    { optionId: "C", type: "CASH", isDefault: true, rate: "40.00", prorationPct: "45" },
    { optionId: "S", type: "STOCK", isDefault: false, ratioNew: "0.8", ratioOld: "1" },
  ];
  const chosen = entitlementOf(termsOf({ kind: "MRG", options }), holder(["100"]));
  expect(chosen.rows.map(written)).toEqual([
    "MRG 03 45.00000 for 1800.00 cash 40.00",
    "MRG 03 55.00000 for shares",
  ]);
  expect(chosen).toMatchObject({ newShares: 4_400_000n, payments: [{ of: "C", gross: 180_000n }] });
  const taxed = { ...shares, isTaxable: true, cashPerShare: "10", newShareValue: "70" };
  expect(rowsOf(taxed, holders.A)).toEqual([
    "SLE 03 40.00000 for 2500.00", // 40 × 10 + 30 × 70
    "BUY 03 30.00000 for 2100.00",
  ]);
});

test("the cash of a merger in parts is rounded once for the account, and shared over its folios", () => {
  const options = [
    { optionId: "C", type: "CASH", isDefault: true, rate: "10.005", prorationPct: "50" },
    { optionId: "S", type: "STOCK", isDefault: false, ratioNew: "1", ratioOld: "1" },
  ];
  const of = holder(["2", "2", "2"], { backupRate: decimal("24.00") });
  const { rows, payments } = entitlementOf(termsOf({ kind: "MRG", options }), of);
  // 3 × 10.005 is 30.02, not 3 × 10.01; 24 % of it is 7.20.
  expect(payments).toMatchObject([{ of: "C", gross: 3_002n, withheld: 720n }]);
  expect(rows.map(written).slice(0, 3)).toEqual([
    "MRG 03 1.00000 for 10.01 less 2.40 cash 10.005",
    "MRG 04 1.00000 for 10.01 less 2.40 cash 10.005",
    "MRG 05 1.00000 for 10.00 less 2.40 cash 10.005",
  ]);
  expect(
    totalsOf(summed([entitlementOf(termsOf({ kind: "MRG", options }), of)])).components,
  ).toMatchObject([{ gross: "30.02", exact: "30.015000000", rounding: "0.00" }]);
});

test("a redemption pays with interest, a tender what is accepted", () => {
  const redeemed = { kind: "RDM", cashPerShare: "1000", interestPerShare: "1.80" } as const;
  expect(rowsOf(redeemed, holder(["10"]))).toEqual(["RDM 03 10.00000 for 10000.00 interest 18.00"]);
  const options = [
    { optionId: "N", type: "NONE", isDefault: true },
    { optionId: "T", type: "ACCEPT", isDefault: false, price: "60.00", prorationPct: "62.5" },
  ];
  const tender = { kind: "TND", options } as const;
  const accepting = (shares: string[], elected: string) =>
    holder(shares, { elections: [{ optionId: "T", shares: decimal(elected) }] });
  expect(rowsOf(tender, accepting(["40"], "40"))).toEqual(["SLE 03 25.00000 for 1500.00"]);
  const [first, second] = entitlementOf(termsOf(tender), accepting(["25", "12.5"], "37.5")).rows;
  expect([first?.shares, second?.shares]).toEqual(["15.62500", "7.81250"]); // 23.4375
  expect([first?.netAmount, second?.netAmount]).toEqual(["937.50", "468.75"]); // 1,406.25
  // More was elected than is held: the last choice is cut.
  expect(rowsOf(tender, accepting(["16"], "40"))).toEqual(["SLE 03 10.00000 for 600.00"]);
  expect(rowsOf(tender, holders.A)).toEqual([]);
});

test("what a tender of bonds pays a share is in dollars, and the sums agree", () => {
  const options = [{ optionId: "T", type: "ACCEPT", isDefault: true, price: "99.5" }];
  const tender = termsOf({ kind: "TND", factor: "10", options });
  const { components } = totalsOf(summed([entitlementOf(tender, holders.A)]));
  // 40 bonds × 99.5 × 10
  expect(components).toMatchObject([
    { gross: "39800.00", exact: "39800.000000000", rounding: "0.00" },
  ]);
});

test("another name needs no row, another id and worthlessness one, and anything else none", () => {
  expect(rowsOf({ kind: "SYM", intoSecurityId: undefined }, holders.A)).toEqual([]);
  expect(rowsOf({ kind: "SYM" }, holders.A)).toEqual(["SYM"]);
  expect(rowsOf({ kind: "WLS" }, holders.A)).toEqual(["WLS"]);
  expect(rowsOf({ kind: "OTH" }, holders.A)).toEqual([]);
  expect(rowsOf(dividend("0.35"), holder(["0"]))).toEqual([]);
});
