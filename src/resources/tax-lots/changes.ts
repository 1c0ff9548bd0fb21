// What others may change of lots: replace those of an account by what its facts come to.
import assert from "node:assert/strict";
import { closedLots } from "../../engines/lot-relief/closed-lots.ts";
import type { CoverKind, LotAccount, LotFact, MethodCode } from "../../engines/lot-relief/fact.ts";
import { openLots } from "../../engines/lot-relief/open-lots.ts";
import type { FactRefusal } from "../../engines/lot-relief/refusals.ts";
import { runFacts } from "../../engines/lot-relief/run.ts";
import { sumsOf } from "../../engines/lot-relief/sums.ts";
import type { ClosedLot, OpenLot } from "../../engines/lot-relief/tax-lot.ts";
import type { Reader, Tx } from "../../platform/db.ts";
import { accountTypes } from "../../reference/codes.ts";
import { isSameYear, selectComputedYear } from "./computed-year.ts";
import {
  deleteLots,
  insertClosedLots,
  insertOpenLots,
  type LotColumns,
  lockAccountSettings,
  selectReportedDigests,
  selectSecurityKinds,
  selectSettings,
} from "./lot-queries.ts";
import { selectReportedTaxLots } from "./queries.ts";

/** What came of an account's facts: those that cannot be, or the reported years that now differ. */
export interface Replaced {
  readonly refusals: readonly FactRefusal[];
  /** Reported years whose rows are others now; they change only when reported again. */
  readonly changedYears: readonly string[];
}

/** Works out an account's lots from all its facts and stores them in place of those before; where
 * a fact cannot be, nothing is stored. */
export async function replaceLots(
  tx: Tx,
  accountNumber: string,
  facts: readonly LotFact[],
): Promise<Replaced> {
  await lockAccountSettings(tx, accountNumber);
  const account = await selectLotAccount(tx, accountNumber, facts);
  const { book, refusals } = runFacts(account, facts);
  if (refusals.length > 0) return { refusals, changedYears: [] };
  // Fails where shares or basis are not conserved.
  sumsOf(book);
  const before = await selectReportedDigests(tx, accountNumber);
  await deleteLots(tx, accountNumber);
  const openRows = openLots(book).map((lot) => openLotColumns(accountNumber, lot));
  for (const rows of inParts(openRows)) await insertOpenLots(tx, rows);
  const closedRows = [...closedLots(book)].map((lot) => closedLotColumns(accountNumber, lot));
  for (const rows of inParts(closedRows)) await insertClosedLots(tx, rows);
  const after = await selectReportedDigests(tx, accountNumber);
  const changed = after.filter(({ digest }, index) => digest !== before[index]?.digest);
  const changedYears: string[] = [];
  for (const { taxYear } of changed) {
    const year = { accountNumber, taxYear };
    const computed = await selectComputedYear(tx, year);
    const [reported] = await selectReportedTaxLots(tx, [year]);
    if (!computed || !reported || !isSameYear(computed, reported)) changedYears.push(taxYear);
  }
  return { refusals, changedYears };
}

/** What the engine must know of an account and of the securities in its facts. */
export async function selectLotAccount(
  db: Reader,
  accountNumber: string,
  facts: readonly LotFact[],
): Promise<LotAccount> {
  const settings = await selectSettings(db, accountNumber);
  assert(settings, "facts belong to an account");
  const securities = [...new Set(facts.map(({ security }) => security))];
  const found = await selectSecurityKinds(db, securities);
  return {
    account: accountNumber,
    isTaxable: accountTypes.find(settings.accountType)?.taxability === "taxable",
    defaultMethod: settings.defaultTaxLotSelection as MethodCode,
    securityKinds: new Map(
      found.map(({ securityId, instrumentType }) => [securityId, coverKindOf(instrumentType)]),
    ),
  };
}

const coverKinds: Readonly<Record<string, CoverKind>> = {
  MF: "fund",
  MM: "fund",
  DB: "debt",
  BD: "debt",
  OP: "option",
  OW: "option",
};

/** Which dated rule of cover a kind of instrument falls under; what is not named is stock. */
function coverKindOf(instrumentType: string): CoverKind {
  return coverKinds[instrumentType] ?? "stock";
}

const rowsAtOnce = 2000;

function* inParts<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let at = 0; at < rows.length; at += rowsAtOnce) yield rows.slice(at, at + rowsAtOnce);
}

function lotColumns(accountNumber: string, lot: OpenLot | ClosedLot): LotColumns {
  return {
    account_number: accountNumber,
    tax_lot_id: lot.taxLotId,
    security_id: lot.security,
    folio_number: lot.folio,
    originating_transaction_id: lot.originatingTransactionId,
    originating_transaction_settlement_on: lot.originatingTransactionSettlementDate,
    original_acquisition_on: lot.originalAcquisitionDate,
    adjusted_acquisition_on: lot.adjustedAcquisitionDate,
    share_quantity: lot.shareQuantity,
    original_cost_basis: lot.originalCostBasis,
    adjusted_cost_basis: lot.adjustedCostBasis,
    cost_basis_effective_on: lot.costBasisEffectiveDate,
    cost_basis_indicator: lot.costBasisIndicator,
    covered: lot.covered,
  };
}

function openLotColumns(accountNumber: string, lot: OpenLot): LotColumns {
  return {
    ...lotColumns(accountNumber, lot),
    is_inherited: lot.isInherited,
    long_term_from: lot.longTermFrom,
  };
}

function closedLotColumns(accountNumber: string, lot: ClosedLot): LotColumns {
  return {
    ...lotColumns(accountNumber, lot),
    is_reported: lot.isReported,
    tax_year: lot.taxYear,
    trans_code: lot.transCode,
    term_of_sale: lot.termOfSale,
    lot_relief_strategy_indicator: lot.lotReliefStrategyIndicator,
    closing_transaction_id: lot.closingTransactionId,
    replacement_transaction_id: lot.replacementTransactionId,
    closing_transaction_on: lot.closingTransactionDate,
    closing_transaction_settlement_on: lot.closingTransactionSettlementDate,
    ex_on: lot.exDate,
    sale_price: lot.salePrice,
    net_sale_amount: lot.netSaleAmount,
    disallowed_loss: lot.disallowedLoss,
    reportable_gain_loss: lot.reportableGainLoss,
    federal_tax_withholding: lot.federalTaxWithholding,
    state_tax_withholding: lot.stateTaxWithholding,
    withholding_state: lot.withholdingState,
    foreign_tax_withholding: lot.foreignTaxWithholding,
    withholding_country: lot.withholdingCountry,
  };
}
