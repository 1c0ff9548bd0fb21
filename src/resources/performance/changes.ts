// What others may change of performance: compute an account's series from what it has now.
import { rawDaysOf, sumOfFolios } from "../../engines/unit-values/account-sum.ts";
import type { Tx } from "../../platform/db.ts";
import type { Day } from "../../values/dates.ts";
import { changedDays } from "./compute-series.ts";
import {
  deleteDaysFrom,
  insertDays,
  lockAccountForSeries,
  replacePackedQuarters,
  selectAccountsToCompute,
  selectBroughtUnits,
  selectPricedAccounts,
  selectSeriesDays,
} from "./day-queries.ts";
import { selectFolioDays } from "./folio-days.ts";

/** A series of which days changed; an empty folio number is the account as a whole. */
export interface ChangedSeries {
  readonly folioNumber: string;
  /** The first day that changed. */
  readonly from: Day;
  /** How many days the series has from there on. */
  readonly days: number;
}

/**
 * Computes the account's series from the first day whose raw data changed on, and stores days,
 * published values and their packed form; the caller holds the account's lock.
 */
export async function replaceSeries(tx: Tx, accountNumber: string): Promise<ChangedSeries[]> {
  const folios = await selectFolioDays(tx, accountNumber);
  const brought = await selectBroughtUnits(tx, accountNumber);
  const stored = await selectSeriesDays(tx, accountNumber);
  const changed: ChangedSeries[] = [];
  for (const folioNumber of new Set(["", ...folios.keys(), ...stored.keys()])) {
    const raw =
      folioNumber === ""
        ? sumOfFolios([...folios.values()])
        : rawDaysOf(folios.get(folioNumber) ?? []);
    const key = { accountNumber, folioNumber };
    const change = changedDays(stored.get(folioNumber) ?? [], raw, brought.get(folioNumber));
    if (change === undefined) continue;
    await deleteDaysFrom(tx, key, change.from);
    await insertDays(tx, key, change.days);
    await replacePackedQuarters(tx, key, change.from);
    changed.push({ folioNumber, from: change.from, days: change.days.length });
  }
  return changed;
}

/** Computes the series of every account that changed rows of a load touch. */
export async function replaceSeriesOf(tx: Tx, changed: string): Promise<void> {
  await replaceEach(tx, await selectAccountsToCompute(tx, changed));
}

/** Computes every series that depends on prices: a close of any security makes a valuation day. */
export async function replacePricedSeries(tx: Tx): Promise<void> {
  await replaceEach(tx, await selectPricedAccounts(tx));
}

async function replaceEach(tx: Tx, accounts: readonly string[]): Promise<void> {
  for (const accountNumber of accounts) {
    await lockAccountForSeries(tx, accountNumber);
    await replaceSeries(tx, accountNumber);
  }
}
