// Freezing the reported lots of a past year: the lots that now follow from an account's facts
// become its newest version, and the version before goes to the audit log. (docs/tax-lots.md)
import type { WriteContext } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { accountTypes } from "../../../reference/codes.ts";
import { newYorkYear } from "../../../values/dates.ts";
import { isSameYear, selectComputedYear } from "../computed/computed-year.ts";
import { lockAccountSettings, selectAccountsWithLots } from "../computed/queries.ts";
import { bodyOf } from "../reported/encode-reported-tax-lot.ts";
import {
  type ReportedYear,
  selectReportedTaxLots,
  selectReportedVersion,
  updateReportedYear,
} from "../reported/queries.ts";
import type { ReportedTaxLot } from "../schema.ts";
import { reportTaxYearEntry } from "./entries.ts";

/** The result for one account: a version, or why there is none. */
export interface ReportedAccount {
  readonly accountNumber: string;
  readonly outcome: "reported" | "unchanged" | "absent" | "non-taxable" | "without lots";
  readonly version: string;
  readonly lots: string;
}

/** Whether the year is over in New York, so that it can be reported. */
export function isPastYear(taxYear: string, now: Date): boolean {
  return /^[0-9]{4}$/.test(taxYear) && taxYear < String(newYorkYear(now));
}

/** Reports a year of every account that has lots, one transaction each. */
export async function* reportAll(
  ctx: WriteContext,
  taxYear: string,
): AsyncGenerator<ReportedAccount> {
  for (let after: string | undefined = ""; after !== undefined; ) {
    const accounts: string[] = await selectAccountsWithLots(ctx.db, after);
    for (const accountNumber of accounts) {
      const done = await reportTaxYear(ctx, { accountNumber, taxYear });
      if (done.outcome !== "non-taxable") yield done;
    }
    after = accounts.at(-1);
  }
}

/** Makes the next version of an account's year if its facts now give different lots. */
export async function reportTaxYear(
  ctx: WriteContext,
  year: ReportedYear,
): Promise<ReportedAccount> {
  const { accountNumber, taxYear } = year;
  const without = (outcome: ReportedAccount["outcome"]) => ({
    value: { accountNumber, outcome, version: "", lots: "" },
    audit: [],
  });
  return write(ctx, reportTaxYearEntry, async (tx) => {
    const settings = await lockAccountSettings(tx, accountNumber);
    if (settings === undefined) return without("absent");
    const isTaxable = accountTypes.find(settings.accountType)?.taxability === "taxable";
    if (!isTaxable) return without("non-taxable");
    const computed = await selectComputedYear(tx, year);
    if (computed === undefined) return without("without lots");
    const version = (await selectReportedVersion(tx, accountNumber, taxYear)) ?? 0;
    const [before] = await selectReportedTaxLots(tx, [year]);
    const lots = String(computed.lots.length);
    if (before !== undefined && isSameYear(before, computed)) {
      const value = {
        accountNumber,
        outcome: "unchanged",
        version: String(version),
        lots,
      } as const;
      return { value, audit: [] };
    }
    const next = { ...year, version: version + 1, body: bodyOf(computed) };
    await updateReportedYear(tx, next);
    return {
      value: { accountNumber, outcome: "reported", version: String(next.version), lots } as const,
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
