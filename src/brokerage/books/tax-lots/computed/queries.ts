// SQL that reads computed lots, and the settings and facts they are computed from.

import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { part, type Reader, sql, type Tx } from "../../../../platform/store/db.ts";
import {
  type ClosedLotFields,
  type ClosedLotPlace,
  closedLotFields,
  type LotFields,
  lotFields,
  type TransactionPair,
} from "../lot-fields.ts";

/** The facts about an account that the engine needs besides its transactions. */
export interface AccountSettings {
  readonly accountType: string;
  readonly defaultTaxLotSelection: string;
  /** The day from which each of its funds is averaged. */
  readonly fundsAveragedFrom: Day | null;
}

/** The settings of an account, undefined where there is no such account. */
export async function selectSettings(
  db: Reader,
  accountNumber: string,
): Promise<AccountSettings | undefined> {
  return db.first(sql<AccountSettings>`
    select account_type as "accountType", default_tax_lot_selection as "defaultTaxLotSelection",
      funds_averaged_from as "fundsAveragedFrom"
    from account where account_number = ${accountNumber}`);
}

/** The same, the account's row locked until the transaction ends. */
export async function lockAccountSettings(
  tx: Tx,
  accountNumber: string,
): Promise<AccountSettings | undefined> {
  return tx.first(sql<AccountSettings>`
    select account_type as "accountType", default_tax_lot_selection as "defaultTaxLotSelection",
      funds_averaged_from as "fundsAveragedFrom"
    from account where account_number = ${accountNumber} for no key update`);
}

/** The next accounts whose lots were computed, if there are any, in order of number. */
export async function selectAccountsWithLots(db: Reader, after: string): Promise<string[]> {
  const found = await db.rows(sql<{ number: string }>`
    select account_number as "number" from lot_book
    where account_number > ${after} order by account_number limit 500`);
  return found.map(({ number }) => number);
}

/** Whether an account's lots were computed. */
export async function selectHasLots(db: Reader, accountNumber: string): Promise<boolean> {
  const book = await db.first(sql`
    select from lot_book where account_number = ${accountNumber}`);
  return book !== undefined;
}

/** A security: what kind of instrument it is, how it is quoted and when its trades settle. */
export interface SecurityTerms {
  readonly securityId: Id;
  readonly ticker: string;
  readonly instrumentType: string;
  readonly quotationFactor: Decimal;
  readonly settlementPeriod: number | null;
}

/** The terms of some securities. */
export async function selectSecurityTerms(
  db: Reader,
  securityIds: readonly Id[],
): Promise<SecurityTerms[]> {
  return db.rows(sql<SecurityTerms>`
    select security_id as "securityId", ticker, instrument_type as "instrumentType",
      quotation_factor as "quotationFactor", settlement_period as "settlementPeriod"
    from security where security_id = any(${securityIds}::bigint[])`);
}

/** The tickers of some securities. */
export async function selectTickers(
  db: Reader,
  securityIds: readonly Id[],
): Promise<ReadonlyMap<Id, string>> {
  const found = await db.rows(sql<{ readonly securityId: Id; readonly ticker: string }>`
    select security_id as "securityId", ticker
    from security where security_id = any(${securityIds}::bigint[])`);
  return new Map(found.map(({ securityId, ticker }) => [securityId, ticker]));
}

/** The fields of a computed lot that reported ones do not have. */
interface ComputedFields {
  readonly unadjustedShareQuantity: Decimal | null;
  readonly giftOn: Day | null;
  readonly giftMarketValue: Decimal | null;
  readonly transferOn: Day | null;
  /** How its security is quoted now. */
  readonly quotationFactor: Decimal;
}

const computedFields = part`lot.unadjusted_share_quantity as "unadjustedShareQuantity",
  lot.gift_on as "giftOn", lot.gift_market_value as "giftMarketValue",
  lot.transfer_on as "transferOn", security.quotation_factor as "quotationFactor"`;

/** An open lot with its security as of today. */
export interface OpenLotRow extends LotFields, ComputedFields {
  readonly folioNumber: string | null;
  readonly costBasisIndicator: string;
  readonly originatingTransactionId: string;
  readonly isInherited: boolean;
  readonly longTermFrom: Day | null;
}

type None<Row> = { readonly [K in keyof Row]: null };

/** An account's open lots by ticker and age; undefined if its lots were never computed. */
export async function selectOpenLots(
  db: Reader,
  accountNumber: string,
): Promise<OpenLotRow[] | undefined> {
  // One statement, so that a concurrent load is never seen half done.
  const rows = await db.rows(sql<OpenLotRow | None<OpenLotRow>>`
    select ${openLotFields}
    from lot_book as book
    left join (open_lot as lot join security using (security_id)) using (account_number)
    where book.account_number = ${accountNumber}
    order by ${byTickerAndAge}`);
  return rows.length === 0 ? undefined : rows.filter(isLot);
}

const openLotFields = part`${lotFields}, ${computedFields}, security.ticker, security.cusip,
  lot.folio_number as "folioNumber", lot.is_inherited as "isInherited",
  lot.long_term_from as "longTermFrom"`;

/** Of one age as relief breaks ties, so that the cents of a value go where those of proceeds would. */
const byTickerAndAge = part`security.ticker, lot.original_acquisition_on nulls first,
  lot.originating_transaction_id, lot.adjusted_acquisition_on nulls first, lot.tax_lot_id`;

/** The open lots of an account that a transaction opened, by ticker and age. */
export async function selectOpenLotsOfTransaction(
  db: Reader,
  accountNumber: string,
  originating: Id,
): Promise<OpenLotRow[]> {
  return db.rows(sql<OpenLotRow>`
    select ${openLotFields}
    from open_lot as lot join security using (security_id)
    where account_number = ${accountNumber} and originating_transaction_id = ${originating}
    order by ${byTickerAndAge}`);
}

/** One open lot of an account and of the transaction that opened it. */
export async function selectOpenLot(
  db: Reader,
  accountNumber: string,
  { originating, taxLotId }: { readonly originating: string; readonly taxLotId: string },
): Promise<OpenLotRow | undefined> {
  return db.first(sql<OpenLotRow>`
    select ${openLotFields}
    from open_lot as lot join security using (security_id)
    where account_number = ${accountNumber} and tax_lot_id = ${taxLotId}
      and originating_transaction_id = ${originating}`);
}

/** A lot that was closed, whole or in part. */
export interface ClosedLotRow extends ClosedLotFields, ComputedFields {
  readonly isReported: boolean;
  readonly taxYear: string;
  readonly folioNumber: string | null;
  readonly costBasisIndicator: string;
  readonly originatingTransactionId: string;
  readonly closingTransactionId: string;
  readonly replacementTransactionId: string | null;
}

/** An account's closed lots by closing day, ticker and id; undefined if they were never
 * computed. */
export async function selectClosedLots(
  db: Reader,
  accountNumber: string,
): Promise<ClosedLotRow[] | undefined> {
  const rows = await db.rows(sql<ClosedLotRow | None<ClosedLotRow>>`
    select ${ownClosedFields}
    from lot_book as book
    left join (closed_lot as lot join security using (security_id)) using (account_number)
    where book.account_number = ${accountNumber}
    order by lot.closing_transaction_on, security.ticker, lot.tax_lot_id`);
  return rows.length === 0 ? undefined : rows.filter(isLot);
}

const ownClosedFields = part`${closedLotFields}, ${computedFields}, security.ticker, security.cusip,
  lot.is_reported as "isReported", lot.tax_year as "taxYear",
  lot.folio_number as "folioNumber", lot.replacement_transaction_id as "replacementTransactionId"`;

/** The closed lots of a pair of transactions by closing day, ticker and id. */
export async function selectClosedLotsOfPair(
  db: Reader,
  accountNumber: string,
  { originating, closing }: TransactionPair,
): Promise<ClosedLotRow[]> {
  return db.rows(sql<ClosedLotRow>`
    select ${ownClosedFields}
    from closed_lot as lot join security using (security_id)
    where account_number = ${accountNumber} and originating_transaction_id = ${originating}
      and closing_transaction_id = ${closing}
    order by lot.closing_transaction_on, security.ticker, lot.tax_lot_id`);
}

/** One closed lot of a pair of transactions. */
export async function selectClosedLot(
  db: Reader,
  accountNumber: string,
  { originating, closing, taxLotId }: ClosedLotPlace,
): Promise<ClosedLotRow | undefined> {
  return db.first(sql<ClosedLotRow>`
    select ${ownClosedFields}
    from closed_lot as lot join security using (security_id)
    where account_number = ${accountNumber} and tax_lot_id = ${taxLotId}
      and originating_transaction_id = ${originating} and closing_transaction_id = ${closing}`);
}

function isLot<Row extends { readonly taxLotId: string }>(row: Row | None<Row>): row is Row {
  return row.taxLotId !== null;
}
