// Changes of lots for other resources: bringing those of an account up to its facts.
import assert from "node:assert/strict";
import {
  type Book,
  type ClosedLot,
  type CoverKind,
  closedLots,
  type LotAccount,
  type LotFact,
  type MethodCode,
  type OpenLot,
  openLots,
  securitiesOf,
  sumsOf,
} from "@bursar/tax-lots";
import type { Day } from "@bursar/values/dates";
import { compare, type Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import type { Reader, Tx } from "../../../../platform/store/db.ts";
import { accountTypes } from "../../../../reference/codes.ts";
import { isSameYear, selectComputedYear } from "../computed/computed-year.ts";
import {
  type AccountSettings,
  type SecurityTerms,
  selectSecurityTerms,
  selectSettings,
} from "../computed/queries.ts";
import { type ReportedYear, selectReportedTaxLots } from "../reported/queries.ts";
import {
  applyStagedLots,
  closedLotColumns,
  createLotStages,
  deleteStagedLots,
  type GoneLot,
  insertGoneLots,
  insertNewBooks,
  insertNewLots,
  type LotColumns,
  openLotColumns,
  type Side,
  selectBooked,
  selectLotColumns,
  selectStagedYears,
  sides,
} from "./staged-queries.ts";

export type { SecurityTerms } from "../computed/queries.ts";
export type { ReportedYear } from "../reported/queries.ts";

import { coverKindOf } from "./cover-kinds.ts";
/** The lots of an account, as rows of the store. */
export interface Lots {
  readonly open: readonly LotColumns[];
  readonly closed: readonly LotColumns[];
}

/** The stored lots of an account; `isBooked` says whether they were ever computed. */
export interface StoredLots extends Lots {
  readonly isBooked: boolean;
}

/** How many lots of one side were added, changed and removed. */
export interface LotCounts {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

/** How the lots of an account differ from those that are stored. */
export interface LotChanges {
  readonly accountNumber: string;
  readonly gone: readonly GoneLot[];
  readonly open: readonly LotColumns[];
  readonly closed: readonly LotColumns[];
  readonly counts: Readonly<Record<Side, LotCounts>>;
}

/** The lots that result from a run without refusals; fails if shares or basis are not conserved. */
export function lotsOf(accountNumber: string, book: Book): Lots {
  sumsOf(book);
  return {
    open: openLots(book).map((lot) => columnsOfOpen(accountNumber, lot)),
    closed: [...closedLots(book)].map((lot) => columnsOfClosed(accountNumber, lot)),
  };
}

/** The stored lots of some accounts by number. */
export async function selectStoredLots(
  db: Reader,
  accountNumbers: readonly string[],
): Promise<ReadonlyMap<string, StoredLots>> {
  const stored = await Promise.all([
    selectBooked(db, accountNumbers),
    selectLotColumns(db, "open", accountNumbers),
    selectLotColumns(db, "closed", accountNumbers),
  ]);
  const booked = new Set(stored[0].map(({ number }) => number));
  const open = Map.groupBy(stored[1], numberOf);
  const closed = Map.groupBy(stored[2], numberOf);
  return new Map(
    accountNumbers.map((number) => [
      number,
      {
        isBooked: booked.has(number),
        open: open.get(number) ?? [],
        closed: closed.get(number) ?? [],
      },
    ]),
  );
}

function numberOf(lot: LotColumns): string {
  return String(lot.account_number);
}

/** The changes by which the stored lots become these; undefined if there is none. */
export function lotChanges(
  accountNumber: string,
  stored: StoredLots,
  lots: Lots,
): LotChanges | undefined {
  const open = sideChanges(stored.open, lots.open, "open");
  const closed = sideChanges(stored.closed, lots.closed, "closed");
  const gone = [...open.gone, ...closed.gone];
  const isSame = gone.length === 0 && open.fresh.length === 0 && closed.fresh.length === 0;
  if (stored.isBooked && isSame) return undefined;
  const counts = { open: open.counts, closed: closed.counts };
  return { accountNumber, gone, open: open.fresh, closed: closed.fresh, counts };
}

function sideChanges(stored: readonly LotColumns[], lots: readonly LotColumns[], side: Side) {
  const columns = side === "open" ? openLotColumns : closedLotColumns;
  const known = new Map(stored.map((lot) => [lot.tax_lot_id, lot]));
  const isOther = (lot: LotColumns, before: LotColumns) =>
    columns.some((column) => lot[column] !== before[column]);
  const fresh: LotColumns[] = [];
  const changed: LotColumns[] = [];
  for (const lot of lots) {
    const before = known.get(lot.tax_lot_id ?? "");
    known.delete(lot.tax_lot_id ?? "");
    if (before !== undefined && !isOther(lot, before)) continue;
    fresh.push(lot);
    if (before !== undefined) changed.push(before);
  }
  const removed = known.size;
  const gone = [...changed, ...known.values()].map(
    (lot): GoneLot => ({
      accountNumber: numberOf(lot),
      taxLotId: String(lot.tax_lot_id),
      side,
      taxYear: side === "closed" ? String(lot.tax_year) : null,
    }),
  );
  const added = fresh.length - changed.length;
  return { fresh, gone, counts: { added, changed: changed.length, removed } };
}

/** Stages changes of lots, which `storeStagedLots` applies in the same transaction. */
export async function stageLots(tx: Tx, changes: readonly LotChanges[]): Promise<void> {
  if (changes.length === 0) return;
  await createLotStages(tx);
  await insertNewBooks(
    tx,
    changes.map(({ accountNumber }) => accountNumber),
  );
  await insertGoneLots(
    tx,
    changes.flatMap(({ gone }) => gone),
  );
  for (const side of sides) {
    await insertNewLots(
      tx,
      side,
      changes.flatMap((each) => each[side]),
    );
  }
}

/** Removes what is staged for some accounts. */
export async function unstageLots(tx: Tx, accountNumbers: readonly string[]): Promise<void> {
  await createLotStages(tx);
  await deleteStagedLots(tx, accountNumbers);
}

/** Applies what is staged, with the locks of its accounts held; returns the reported years that now
 * differ; their rows change only when they are reported again. */
export async function storeStagedLots(tx: Tx): Promise<ReportedYear[]> {
  await createLotStages(tx);
  await applyStagedLots(tx);
  const other: ReportedYear[] = [];
  for (const year of await selectStagedYears(tx)) {
    const computed = await selectComputedYear(tx, year);
    const [reported] = await selectReportedTaxLots(tx, [year]);
    if (!computed || !reported || !isSameYear(computed, reported)) other.push(year);
  }
  return other;
}

/** The facts about an account and the securities in its facts that the engine needs. */
export async function selectLotAccount(
  db: Reader,
  accountNumber: string,
  facts: readonly LotFact[],
  today: Day,
): Promise<LotAccount> {
  const settings = await selectSettings(db, accountNumber);
  assert(settings, "facts belong to an account");
  const securities = [...new Set(facts.flatMap(securitiesOf))];
  const terms = await selectTermsOf(db, securities);
  return lotAccountOf(accountNumber, settings, { terms, today });
}

/** The same, from what is known already: a day from which funds are averaged counts once it has come. */
export function lotAccountOf(
  account: string,
  { accountType, defaultTaxLotSelection, fundsAveragedFrom }: AccountSettings,
  { terms, today }: { readonly terms: ReadonlyMap<Id, SecurityTerms>; readonly today: Day },
): LotAccount {
  const securityKinds = new Map<Id, CoverKind>();
  const quotationFactors = new Map<Id, Decimal>();
  const fundSecurities = new Set<Id>();
  const securityNames = new Map<Id, string>();
  for (const [security, { ticker, instrumentType, quotationFactor }] of terms) {
    const kind = coverKindOf(instrumentType);
    securityKinds.set(security, kind);
    securityNames.set(security, ticker);
    if (kind === "fund") fundSecurities.add(security);
    if (compare(quotationFactor, one) !== 0) quotationFactors.set(security, quotationFactor);
  }
  const lotAccount = {
    account,
    isTaxable: accountTypes.find(accountType)?.taxability === "taxable",
    defaultMethod: defaultTaxLotSelection as MethodCode,
    securityKinds,
    securityNames,
    quotationFactors,
    fundSecurities,
    ...(fundsAveragedFrom !== null && fundsAveragedFrom <= today && { fundsAveragedFrom }),
  };
  return lotAccount;
}

const one = "1" as Decimal;

/** The terms of some securities, by id. */
export async function selectTermsOf(
  db: Reader,
  securityIds: readonly Id[],
): Promise<ReadonlyMap<Id, SecurityTerms>> {
  const found = await selectSecurityTerms(db, securityIds);
  return new Map(found.map((terms) => [terms.securityId, terms]));
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
    unadjusted_share_quantity: lot.unadjustedShareQuantity,
    gift_on: lot.giftDate,
    gift_market_value: lot.giftMarketValue,
    transfer_on: lot.transferDate,
    original_cost_basis: lot.originalCostBasis,
    adjusted_cost_basis: lot.adjustedCostBasis,
    cost_basis_effective_on: lot.costBasisEffectiveDate,
    cost_basis_indicator: lot.costBasisIndicator,
    covered: lot.covered,
    is_inherited: lot.isInherited,
  };
}

function columnsOfOpen(accountNumber: string, lot: OpenLot): LotColumns {
  return {
    ...lotColumns(accountNumber, lot),
    long_term_from: lot.longTermFrom,
  };
}

function columnsOfClosed(accountNumber: string, lot: ClosedLot): LotColumns {
  return {
    ...lotColumns(accountNumber, lot),
    exchanged_shares: lot.exchangedShares,
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
