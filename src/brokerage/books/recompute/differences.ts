// How the books of accounts would differ after a load that only checks: days, lots, reported years.
import {
  type AccountDifference,
  type BookDifferences,
  maxChangesShown,
} from "../../../platform/bulk/kinds/differences.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { createDayStages, stagedDifferences } from "../performance/changes.ts";
import type { ReportedYear } from "../tax-lots/booking/changes.ts";
import {
  createBodyStage,
  createLotStages,
  loadedYearDifferences,
  stagedLotDifferences,
  yearDifference,
} from "../tax-lots/booking/reads.ts";
import { accountNumberOf } from "../transactions/reads.ts";
import { selectStagedAccounts } from "./queries.ts";

/** How the staged books of the first accounts differ from the stored ones; these accounts are also
 * those whose reported lots the load changes. */
export async function stagedBookDifferences(tx: Tx): Promise<BookDifferences> {
  await createDayStages(tx);
  await createLotStages(tx);
  await createBodyStage(tx);
  const { count, accountNumbers } = await selectStagedAccounts(tx, maxChangesShown);
  const series = Map.groupBy(await stagedDifferences(tx, accountNumbers), accountNumberOf);
  const lots = Map.groupBy(await stagedLotDifferences(tx, accountNumbers), accountNumberOf);
  const accounts = accountNumbers.map((accountNumber) => ({
    accountNumber,
    series: (series.get(accountNumber) ?? []).map(withoutNumber),
    lots: (lots.get(accountNumber) ?? []).map(withoutNumber),
    reportedYears: [],
  }));
  return { count, accounts };
}

/** The same with the reported years that the load changes, and those whose computed rows differ from
 * the reported ones once the books are stored. */
export async function withYears(
  tx: Tx,
  { count, accounts }: BookDifferences,
  years: readonly ReportedYear[],
): Promise<BookDifferences> {
  const numbers = accounts.map(accountNumberOf);
  const loaded = Map.groupBy(await loadedYearDifferences(tx, numbers), accountNumberOf);
  const done: AccountDifference[] = [];
  for (const account of accounts) {
    const own = years.filter(({ accountNumber }) => accountNumber === account.accountNumber);
    const reportedYears: AccountDifference["reportedYears"][number][] = [
      ...(loaded.get(account.accountNumber) ?? []).map(withoutNumber),
    ];
    for (const year of own) reportedYears.push(withoutNumber(await yearDifference(tx, year)));
    done.push({ ...account, reportedYears });
  }
  return { count, accounts: done };
}

function withoutNumber<T extends { readonly accountNumber: string }>(
  difference: T,
): Omit<T, "accountNumber"> {
  const { accountNumber, ...rest } = difference;
  return rest;
}
