// What other resources may change of positions: bringing those of an account up to its facts.

import type { CashFact, PriceSource, QuotationFactors } from "@bursar/performance";
import type { LotFact } from "@bursar/tax-lots";
import type { Id } from "@bursar/values/ids";
import { moneyText, sharesText } from "@bursar/values/units";
import type { Reader, Tx } from "../../../platform/store/db.ts";
import { heldByFacts } from "./held-by-facts.ts";
import {
  applyStagedPositions,
  type CashColumns,
  createPositionStages,
  deleteStagedPositions,
  insertNewPositions,
  type PositionColumns,
  type PriceSourceColumns,
  replacePositions,
  selectCashColumns,
  selectPositionColumns,
} from "./staged-queries.ts";

/** What the folios of an account hold, as rows of the store. */
export interface HeldRows {
  readonly accountNumber: string;
  readonly positions: readonly PositionColumns[];
  readonly cash: readonly CashColumns[];
}

/** What the folios hold after all facts, each of which must be possible. */
export function heldRows(
  accountNumber: string,
  facts: readonly (LotFact | CashFact)[],
  quotationFactors?: QuotationFactors,
): HeldRows {
  const { positions, cash } = heldByFacts(facts, quotationFactors);
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

/** What is stored of the folios of some accounts. */
export async function selectStoredHeld(
  db: Reader,
  accountNumbers: readonly string[],
): Promise<ReadonlyMap<string, HeldRows>> {
  const numberOf = (row: { readonly account_number: string }) => row.account_number;
  const positions = Map.groupBy(await selectPositionColumns(db, accountNumbers), numberOf);
  const cash = Map.groupBy(await selectCashColumns(db, accountNumbers), numberOf);
  return new Map(
    accountNumbers.map((number) => [
      number,
      {
        accountNumber: number,
        positions: positions.get(number) ?? [],
        cash: cash.get(number) ?? [],
      },
    ]),
  );
}

/** Whether two have the same content, in any order. */
export function isSameHeld(a: HeldRows, b: HeldRows): boolean {
  return textOf(a) === textOf(b);
}

function textOf({ positions, cash }: HeldRows): string {
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
  const amounts = cash.map((row) => JSON.stringify([row.folio_number, row.amount]));
  return [...lines, ...amounts].toSorted().join("\n");
}

/** Stages what folios hold, which `storeStagedHeld` applies in the same transaction. */
export async function stageHeld(tx: Tx, held: readonly HeldRows[]): Promise<void> {
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
export async function storeHeld(
  tx: Tx,
  { accountNumber, positions, cash }: HeldRows,
): Promise<void> {
  await replacePositions(tx, accountNumber, positions, cash);
}
