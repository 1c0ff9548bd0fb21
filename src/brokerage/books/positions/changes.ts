// Changes of positions for other resources: bringing those of an account up to its facts.

import type { CashFact, PriceSource, QuotationFactors } from "@bursar/performance";
import type { LotFact } from "@bursar/tax-lots";
import type { Id } from "@bursar/values/ids";
import { moneyText, sharesText } from "@bursar/values/units";
import type { Reader, Sender, Tx } from "../../../platform/store/db.ts";
import {
  type CashDayColumns,
  selectCashDayColumns,
  stageCashDays,
  storeCashDays,
} from "./cash-day-queries.ts";
import { heldByFacts } from "./held-by-facts.ts";
import {
  applyStagedPositions,
  type CashColumns,
  createPositionStages,
  deleteStagedPositions,
  insertNewPositions,
  type PositionColumns,
  type PriceSourceColumns,
  replaceCash,
  replacePositions,
  selectCashColumns,
  selectPositionColumns,
} from "./staged-queries.ts";

/** The holdings of the folios of an account, as rows of the store. */
export interface HeldRows {
  readonly accountNumber: string;
  readonly positions: readonly PositionColumns[];
  readonly cash: readonly CashColumns[];
  /** The cash of each day on which it changed; of a difference those that are new or another. */
  readonly cashDays: readonly CashDayColumns[];
}

/** The rows stored in place of what an account held: all its positions and its cash, and the days
 * that differ. */
export interface HeldChanges extends HeldRows {
  readonly hasOtherPositions: boolean;
  readonly hasOtherCash: boolean;
  readonly goneDays: readonly CashDayColumns[];
}

/** The holdings of the folios after all facts, each of which must be possible. */
export function heldRows(
  accountNumber: string,
  facts: readonly (LotFact | CashFact)[],
  quotationFactors?: QuotationFactors,
): HeldRows {
  const { positions, cash, cashDays } = heldByFacts(facts, quotationFactors);
  return {
    accountNumber,
    positions: positions.map(({ folioNumber, securityId, shares, priceSources }) => ({
      account_number: accountNumber,
      folio_number: folioNumber,
      security_id: securityId,
      share_quantity: sharesText(shares),
      price_sources: priceSources.map((source) => sourceColumns(securityId, source)),
    })),
    cash: cash.map(({ folioNumber, cents }) => ({
      account_number: accountNumber,
      folio_number: folioNumber,
      amount: moneyText(cents),
    })),
    cashDays: cashDays.map(({ folioNumber, on, cents }) => ({
      account_number: accountNumber,
      folio_number: folioNumber,
      changed_on: on,
      amount: moneyText(cents),
    })),
  };
}

function sourceColumns(held: Id, source: PriceSource): PriceSourceColumns {
  const { security, since, before, numerator, denominator } = source;
  return {
    ...(security !== held && { security_id: security }),
    ...(since && { since }),
    ...(before && { before }),
    ...(numerator !== denominator && {
      numerator: String(numerator),
      denominator: String(denominator),
    }),
  };
}

/** The stored holdings of the folios of some accounts. */
export async function selectStoredHeld(
  db: Reader,
  accountNumbers: readonly string[],
): Promise<ReadonlyMap<string, HeldRows>> {
  const numberOf = (row: { readonly account_number: string }) => row.account_number;
  const stored = await Promise.all([
    selectPositionColumns(db, accountNumbers),
    selectCashColumns(db, accountNumbers),
    selectCashDayColumns(db, accountNumbers),
  ]);
  const positions = Map.groupBy(stored[0], numberOf);
  const cash = Map.groupBy(stored[1], numberOf);
  const cashDays = Map.groupBy(stored[2], numberOf);
  return new Map(
    accountNumbers.map((number) => [
      number,
      {
        accountNumber: number,
        positions: positions.get(number) ?? [],
        cash: cash.get(number) ?? [],
        cashDays: cashDays.get(number) ?? [],
      },
    ]),
  );
}

/** How what an account holds differs from what is stored of it; undefined where nothing does. */
export function heldChanges(stored: HeldRows, held: HeldRows): HeldChanges | undefined {
  const before = daysByKey(stored.cashDays);
  const after = daysByKey(held.cashDays);
  const changed = [...after].filter(([key, day]) => before.get(key)?.amount !== day.amount);
  const gone = [...before].filter(([key]) => !after.has(key));
  const hasOtherPositions = positionsText(stored) !== positionsText(held);
  const hasOtherCash = cashText(stored) !== cashText(held);
  if (changed.length + gone.length === 0 && !hasOtherPositions && !hasOtherCash) return undefined;
  const rows = (days: readonly (readonly [string, CashDayColumns])[]) => days.map(([, day]) => day);
  const differences = { hasOtherPositions, hasOtherCash, goneDays: rows(gone) };
  return { ...held, ...differences, cashDays: rows(changed) };
}

function daysByKey(days: readonly CashDayColumns[]): ReadonlyMap<string, CashDayColumns> {
  return new Map(days.map((day) => [`${day.folio_number} ${day.changed_on}`, day]));
}

function positionsText({ positions }: HeldRows): string {
  const lines = positions.map((row) =>
    JSON.stringify([
      row.folio_number,
      row.security_id,
      row.share_quantity,
      ...row.price_sources.map((source) => [
        source.security_id,
        source.since,
        source.before,
        source.numerator,
        source.denominator,
      ]),
    ]),
  );
  return lines.toSorted().join("\n");
}

function cashText({ cash }: HeldRows): string {
  const amounts = cash.map((row) => JSON.stringify([row.folio_number, row.amount]));
  return amounts.toSorted().join("\n");
}

/** Stages what folios hold, which `storeStagedHeld` applies in the same transaction. */
export async function stageHeld(tx: Tx, held: readonly HeldChanges[]): Promise<void> {
  if (held.length === 0) return;
  await createPositionStages(tx);
  const numbers = held.map(({ accountNumber }) => accountNumber);
  const positions = held.flatMap((each) => each.positions);
  await insertNewPositions(
    tx,
    numbers,
    positions,
    held.flatMap(({ cash }) => cash),
  );
  await stageCashDays(
    tx,
    held.flatMap(({ cashDays }) => cashDays),
    held.flatMap(({ goneDays }) => goneDays),
  );
}

/** Removes what is staged for some accounts. */
export async function unstageHeld(tx: Tx, accountNumbers: readonly string[]): Promise<void> {
  await createPositionStages(tx);
  await deleteStagedPositions(tx, accountNumbers);
}

/** Applies what is staged, with the locks of its accounts held. */
export async function storeStagedHeld(tx: Tx): Promise<void> {
  await createPositionStages(tx);
  await applyStagedPositions(tx);
}

/** Stores what the folios of one account hold, with its lock held. */
export function storeHeld(tx: Sender, held: HeldChanges): void {
  if (held.hasOtherPositions) replacePositions(tx, held.accountNumber, held.positions);
  if (held.hasOtherCash) replaceCash(tx, held.accountNumber, held.cash);
  storeCashDays(tx, held.cashDays, held.goneDays);
}
