// Freezing the reported lots of a past year: the lots that now follow from an account's facts
// become its newest version, and the version before goes to the audit log. (docs/tax-lots.md)

import { addDays, type Day, newYorkDay, newYorkYear } from "@bursar/values/dates";
import type { WriteContext } from "../../../../platform/change/context.ts";
import { write } from "../../../../platform/change/write.ts";
import { accountTypes } from "../../../../reference/codes.ts";
import { isSameYear, selectComputedYear } from "../computed/computed-year.ts";
import { lockAccountSettings, selectAccountsWithLots } from "../computed/queries.ts";
import { bodyOf } from "../reported/encode-reported-tax-lot.ts";
import {
  type ReportedYear,
  selectReportedTaxLots,
  selectReportedVersion,
  updateReportedYear,
} from "../reported/queries.ts";
import { insertEarlierVersion } from "../reported/version-queries.ts";
import type { ReportedTaxLot } from "../schema.ts";
import { debtOffPar } from "./debt-off-par.ts";
import { reportTaxYearEntry } from "./entries.ts";
import { changesBetween, type LotChange } from "./year-changes.ts";

/** The result for one account: a version, or why there is none. */
export interface ReportedAccount {
  readonly accountNumber: string;
  /** `loaded`: the year was loaded with other lots, and stays. */
  readonly outcome:
    | ("reported" | "to report" | "unchanged" | "loaded")
    | ("absent" | "non-taxable" | "without lots");
  /** The newest version, `0` where the year was never reported, and how many lots it has. */
  readonly version: string;
  readonly lots: string;
  /** How many lots the next version would have, if there is one that is not made. */
  readonly nextLots: string | null;
  /** How the lots of the present transactions differ from the version before. */
  readonly changes: readonly LotChange[];
  /** Notices that a person should read before the year is sent, in sentences. */
  readonly notices: readonly string[];
}

/** How a year is reported. */
export interface ReportOptions {
  /** Tell what would be reported, and change nothing. */
  readonly check?: boolean | undefined;
  /** Replace also a year that was loaded as reported. */
  readonly replaceLoaded?: boolean | undefined;
}

/** Why a year cannot be reported yet, in New York; a purchase until 30 January can still wash a loss
 * of its last days. */
export function problemWithYear(
  taxYear: string,
  now: Date,
  { check = false, early = false }: { readonly check?: boolean; readonly early?: boolean },
): string | undefined {
  const isPast = /^[0-9]{4}$/.test(taxYear) && taxYear < String(newYorkYear(now));
  if (!isPast) return "Only a past year can be reported.";
  const lastWashing = addDays(`${taxYear}-12-31` as Day, 30);
  if (check || early || newYorkDay(now) > lastWashing) return undefined;
  return (
    "A loss of the year's last days can still be washed by a purchase until 30 January; " +
    "report the year from 31 January on, or now with --early."
  );
}

/** Reports a year of every account with transactions, one transaction each: also where nothing was sold in it. */
export async function* reportAll(
  ctx: WriteContext,
  taxYear: string,
  options: ReportOptions = {},
): AsyncGenerator<ReportedAccount> {
  for (let after: string | undefined = ""; after !== undefined; ) {
    const accounts: string[] = await selectAccountsWithLots(ctx.db, after);
    for (const accountNumber of accounts) {
      const done = await reportTaxYear(ctx, { accountNumber, taxYear }, options);
      if (done.outcome !== "non-taxable") yield done;
    }
    after = accounts.at(-1);
  }
}

/** Makes the next version of an account's year if its facts now give different lots. */
export async function reportTaxYear(
  ctx: WriteContext,
  year: ReportedYear,
  options: ReportOptions = {},
): Promise<ReportedAccount> {
  const done = await freezeTaxYear(ctx, year, options);
  return { ...done, notices: done.version === "" ? [] : await debtOffPar(ctx.db, year) };
}

type Frozen = Omit<ReportedAccount, "notices">;

async function freezeTaxYear(
  ctx: WriteContext,
  year: ReportedYear,
  { check = false, replaceLoaded = false }: ReportOptions,
): Promise<Frozen> {
  const { accountNumber, taxYear } = year;
  const without = (outcome: ReportedAccount["outcome"]) => ({
    value: { accountNumber, outcome, version: "", lots: "", nextLots: null, changes: [] },
    audit: [],
  });
  return write(ctx, reportTaxYearEntry, async (tx) => {
    const settings = await lockAccountSettings(tx, accountNumber);
    if (settings === undefined) return without("absent");
    const isTaxable = accountTypes.find(settings.accountType)?.taxability === "taxable";
    if (!isTaxable) return without("non-taxable");
    const computed = await selectComputedYear(tx, year);
    if (computed === undefined) return without("without lots");
    const newest = await selectReportedVersion(tx, year);
    const version = newest?.version ?? 0;
    const [before] = await selectReportedTaxLots(tx, [year]);
    const isUnchanged = before !== undefined && isSameYear(before, computed);
    const changes = isUnchanged ? [] : changesBetween(before, computed);
    const lots = String(computed.lots.length);
    const unwritten = (
      outcome: ReportedAccount["outcome"],
      nextLots: ReportedAccount["nextLots"] = lots,
    ) => {
      const newestIs = { version: String(version), lots: String(before?.lots.length ?? 0) };
      return { value: { accountNumber, outcome, ...newestIs, nextLots, changes }, audit: [] };
    };
    if (isUnchanged) return unwritten("unchanged", null);
    if (newest?.isLoaded && !replaceLoaded) return unwritten("loaded");
    if (check) return unwritten("to report");
    const body = bodyOf(computed);
    const next = { ...year, version: version + 1, body, reportedAt: ctx.now };
    if (before) await insertEarlierVersion(tx, year, bodyOf(before));
    await updateReportedYear(tx, next);
    return {
      value: {
        accountNumber,
        outcome: "reported" as const,
        version: String(next.version),
        lots,
        nextLots: null,
        changes,
      },
      audit: [
        {
          subject: accountNumber,
          ...(before && {
            before: { taxYear, version, lots: JSON.parse(bodyOf(before)) as ReportedTaxLot[] },
          }),
          after: {
            taxYear,
            version: next.version,
            lots: JSON.parse(next.body) as ReportedTaxLot[],
          },
        },
      ],
    };
  });
}
