// The rows of what happened to accounts: transfers, corporate actions and reported tax lots.

import { addDays, type Day } from "@bursar/values/dates";
import { wireNames } from "../../brokerage/books/tax-lots/schema.ts";
import type { SampleRow } from "./account-rows.ts";
import { type Draws, drawsFor } from "./draws.ts";
import { type FirmPlan, plannedAccounts } from "./households.ts";

/** A third of the accounts came by a transfer, one in thirty of them in two. */
export function* transferRows(plan: FirmPlan): Generator<SampleRow> {
  for (const { index, number, openedOn } of plannedAccounts(plan)) {
    const draws = drawsFor(plan.seed, `transfer ${index}`);
    if (!draws.oneIn(3)) continue;
    const count = draws.oneIn(30) ? 2 : 1;
    for (let at = 0; at < count; at += 1) {
      const enteredOn = addDays(openedOn, 5 + 20 * at);
      yield {
        accountNumber: number,
        acatid: `ACAT-${1_000_000 + index * 2 + at}`,
        transferType: draws.pick(["full", "partial", "non-ACAT"]),
        status: draws.pick(["Completed", "Completed", "Completed", "Rejected", "In Review"]),
        contraAccountNumber: String(1_000_000 + draws.below(9_000_000)),
        dtcNumber: `0${900 + draws.below(99)}`,
        creationTS: `${enteredOn}T10:00:00.000-05:00`,
        lastModifiedTS: `${addDays(enteredOn, 8)}T16:30:00.000-05:00`,
      };
    }
  }
}

const ballot = {
  questionsId: "1",
  questionsType: "P",
  question: "Ratify the appointment of the auditor.",
  contested: false,
  managementSuggestion: "For",
};

/** A fourth of the accounts hold what has a meeting, an eighth what is split. */
export function* corporateActionObjects(plan: FirmPlan): Generator<object> {
  for (const { index, number } of plannedAccounts(plan)) {
    const draws = drawsFor(plan.seed, `corporate action ${index}`);
    if (draws.oneIn(4)) {
      yield {
        accountNumber: number,
        notifid: "CA-2001",
        type: "P",
        status: "New",
        ticker: "ACME",
        issuer: "Acme Corporation",
        activity: "Annual meeting",
        shares: shares(1n + BigInt(draws.below(50_000_000))),
        deadline: "2031-05-14T23:59:00-04:00",
        questions: [ballot],
      };
    }
    if (draws.oneIn(8)) {
      yield {
        accountNumber: number,
        notifid: "CA-2003",
        type: "M",
        status: "New",
        ticker: "CRUX",
        issuer: "Crux Mining plc",
        activity: "Stock split",
        shares: shares(1n + BigInt(draws.below(50_000_000))),
      };
    }
  }
}

const reportedYears = ["2024", "2025"] as const;

/** The reported years of a plan: those that lie before its transactions. */
function reportedYearsOf({ trading, days }: FirmPlan) {
  const first = trading && days[0];
  return reportedYears.filter((year) => first === undefined || year < first.slice(0, 4));
}

/** The years for which taxable accounts were reported. */
export function* reportedYearRows(plan: FirmPlan): Generator<SampleRow> {
  for (const { number, isTaxable } of plannedAccounts(plan)) {
    if (!isTaxable) continue;
    for (const taxYear of reportedYearsOf(plan)) yield { accountNumber: number, taxYear };
  }
}

const securities: readonly [SampleRow, ...SampleRow[]] = [
  { securityId: "601", ticker: "ACME", cusip: "99901A109" },
  { securityId: "602", ticker: "BOLT", cusip: "99902B106" },
  { securityId: "603", ticker: "CRUX", cusip: "99903C104" },
];

/** Up to five closed lots a year; every hundredth account has 200. */
export function* reportedTaxLotRows(plan: FirmPlan): Generator<SampleRow> {
  let id = 10_000_000;
  for (const { index, number, isTaxable } of plannedAccounts(plan)) {
    if (!isTaxable) continue;
    for (const taxYear of reportedYearsOf(plan)) {
      const draws = drawsFor(plan.seed, `lots ${index} ${taxYear}`);
      const count = index % 100 === 0 ? 200 : draws.below(6);
      for (let at = 0; at < count; at += 1) {
        id += 1;
        yield { accountNumber: number, taxYear, taxLotId: String(id), ...lot(draws, taxYear, id) };
      }
    }
  }
}

function lot(draws: Draws, taxYear: string, id: number): SampleRow {
  const closedOn = addDays(`${taxYear}-01-04` as Day, draws.below(355));
  const isLong = !draws.oneIn(3);
  const acquiredOn = addDays(closedOn, isLong ? -400 - draws.below(900) : -30 - draws.below(300));
  const quantity = BigInt(1 + draws.below(400));
  const price = BigInt(1_000 + draws.below(20_000));
  const cost = BigInt(1_000 + draws.below(20_000));
  const basis = cents(quantity * cost);
  return {
    ...draws.pick(securities),
    transCode: "SLE",
    termOfSale: isLong ? "LT" : "ST",
    covered: "C",
    costBasisIndicator: "K",
    lotReliefStrategyIndicator: "S",
    originatingTransactionId: String(id * 2),
    originatingTransactionSettlementDate: addDays(acquiredOn, 2),
    [wireNames.originalAcquisitionDate]: acquiredOn,
    adjustedAcquisitionDate: acquiredOn,
    closingTransactionId: String(id * 2 + 1),
    closingTransactionDate: closedOn,
    closingTransactionSettlementDate: addDays(closedOn, 2),
    costBasisEffectiveDate: acquiredOn,
    shareQuantity: `${quantity}.00000`,
    salePrice: `${cents(price)}0000`,
    netSaleAmount: cents(quantity * price),
    [wireNames.originalCostBasis]: basis,
    adjustedCostBasis: basis,
    reportableGainLoss: cents(quantity * (price - cost)),
  };
}

function cents(amount: bigint): string {
  return fixedPoint(amount, 2);
}

function shares(hundredThousandths: bigint): string {
  return fixedPoint(hundredThousandths, 5);
}

/** A whole number of the smallest unit, written with its point. */
export function fixedPoint(units: bigint, places: number): string {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, "0");
  return `${units < 0n ? "-" : ""}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
