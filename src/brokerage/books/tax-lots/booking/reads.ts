// Reads of computed lots for other resources: how those that are staged, and reported years, differ
// from what is stored.

import { type Decimal, sum } from "@bursar/values/decimal";
import type { Reader, Tx } from "../../../../platform/store/db.ts";
import { accountTypes } from "../../../../reference/codes.ts";
import { selectComputedYear } from "../computed/computed-year.ts";
import { selectSettings } from "../computed/queries.ts";
import { bodyOf } from "../reported/encode-reported-tax-lot.ts";
import { selectLoadedYears } from "../reported/load-queries.ts";
import {
  type ReportedYear,
  selectReportedTaxLots,
  selectReportedVersion,
} from "../reported/queries.ts";
import type { ReportedTaxLot } from "../schema.ts";
import { createLotStages, type LotDifference, selectLotDifferences } from "./staged-queries.ts";
import { changesBetweenDocuments } from "./year-changes.ts";

export { createBodyStage } from "../reported/load-queries.ts";
export { createLotStages } from "./staged-queries.ts";
export { selectLotFacts } from "./tied-lots.ts";
export { selectDifferingYears } from "./year-queries.ts";

/** How the staged lots of some accounts differ from the stored ones. */
export async function stagedLotDifferences(
  tx: Tx,
  accountNumbers: readonly string[],
): Promise<LotDifference[]> {
  await createLotStages(tx);
  return selectLotDifferences(tx, accountNumbers);
}

/** How a reported year differs: how many rows, and their gain before and after. */
export interface YearDifference extends ReportedYear {
  readonly isLoaded: boolean;
  readonly rows: string;
  readonly gainBefore: Decimal;
  readonly gainAfter: Decimal;
}

/** How the computed rows of a reported year differ from the reported ones, which stay. */
export async function yearDifference(db: Reader, year: ReportedYear): Promise<YearDifference> {
  const computed = (await selectComputedYear(db, year)) ?? { ...year, lots: [] };
  const [reported] = await selectReportedTaxLots(db, [year]);
  const before = bodyOf(reported ?? { ...year, lots: [] });
  return { ...year, isLoaded: false, ...documentDifference(before, bodyOf(computed)) };
}

/** How the running load changes the reported lots of some accounts, year by year. */
export async function loadedYearDifferences(
  tx: Tx,
  accountNumbers: readonly string[],
): Promise<YearDifference[]> {
  const years = await selectLoadedYears(tx, accountNumbers);
  return years.map(({ before, after, ...year }) => ({
    ...year,
    isLoaded: true,
    ...documentDifference(before ?? "[]", after),
  }));
}

function documentDifference(before: string, after: string) {
  const rows = String(changesBetweenDocuments(before, after).length);
  return { rows, gainBefore: gainOf(before), gainAfter: gainOf(after) };
}

function gainOf(document: string): Decimal {
  const lots = JSON.parse(document) as ReportedTaxLot[];
  return sum(lots.flatMap(({ reportableGainLoss: gain }) => (gain ?? []) as Decimal | []));
}

/** The advice where the transactions give other rows of a year than were reported. */
export async function adviceOn(db: Reader, year: ReportedYear): Promise<string> {
  const { accountNumber, taxYear } = year;
  const accountType = (await selectSettings(db, accountNumber))?.accountType ?? "";
  if (accountTypes.find(accountType)?.taxability !== "taxable") {
    return "the account is not taxable, and none of its years is reported again.";
  }
  const newest = await selectReportedVersion(db, year);
  if (newest?.isLoaded) {
    // Of this account alone: without its number the command would replace every loaded year.
    const command = `bursar report --tax-year ${taxYear} --account ${accountNumber} --replace-loaded`;
    return `the year was loaded as reported and stays; \`${command}\` replaces it.`;
  }
  return `\`bursar report --tax-year ${taxYear}\` makes its next version.`;
}
