// Reads what a performance report says, of an account or a household. (docs/statements.md, "Performance reports")
import type { Day } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import type { Sources } from "../../books/account-books/reads.ts";
import {
  type SeriesValuation,
  selectDaysUntil,
  selectHouseholdDays,
} from "../../books/performance/reads.ts";
import type { HouseholdOnPaper } from "../../clients-and-accounts/households/reads.ts";
import { type Benchmark, periodsOf } from "../../market/benchmarks/reads.ts";
import { wordsOf } from "../disclosures/reads.ts";
import { partiesOf } from "../statements/reads.ts";
import { type Allocated, allocationOf } from "./allocation.ts";
import { calculateReport } from "./report-facts.ts";
import type { PerformanceReport } from "./schema.ts";

/** The subject of a report: an account, or a household with the accounts in it on the last day. */
export type ReportSubject =
  | { readonly accountNumber: string }
  | { readonly household: HouseholdOnPaper };

/** The report to read. */
export interface WantedReport {
  readonly subject: ReportSubject;
  /** The last day of a month. */
  readonly to: Day;
  readonly benchmarks: readonly { readonly name: string; readonly benchmark: Benchmark }[];
}

type Reading = Pick<Context, "db" | "now">;

/** Reads a report; undefined if there is no such account, or none in the household. */
export async function readReport(
  ctx: Reading,
  shared: Sources,
  { subject, to, benchmarks }: WantedReport,
): Promise<PerformanceReport | undefined> {
  await shared.freshen();
  const found =
    "accountNumber" in subject
      ? await readAccount(ctx, subject.accountNumber, to)
      : await readHousehold(ctx, subject.household, to);
  if (found === undefined) return undefined;
  const { days, accounts, firmOid, ...head } = found;
  const [periods, compared, allocation, words] = await Promise.all([
    periodsOf(ctx, { days, benchmark: undefined }, {}),
    Promise.all(
      benchmarks.map(async ({ name, benchmark }) => {
        return { name, benchmark, periods: await periodsOf(ctx, { days, benchmark }, {}) };
      }),
    ),
    allocationOf(ctx.db, shared, accounts),
    wordsOf(ctx.db, { firmOid, reportType: "R", on: to }),
  ]);
  const calculated = calculateReport({ days, periods, benchmarks: compared, allocation });
  return { ...head, to, ...calculated, words: words.map(({ text }) => text) };
}

type Head = Pick<PerformanceReport, "of" | "identifier" | "name" | "firm" | "owners"> & {
  readonly firmOid: Id;
  readonly days: readonly SeriesValuation[];
  readonly accounts: readonly Allocated[];
};

async function readAccount(
  { db }: Reading,
  accountNumber: string,
  to: Day,
): Promise<Head | undefined> {
  const [parties, days] = await Promise.all([
    partiesOf(db, accountNumber),
    selectDaysUntil(db, { accountNumber, folioNumber: "" }, to),
  ]);
  if (parties === undefined) return undefined;
  return {
    of: "ACCOUNT",
    identifier: accountNumber,
    name: parties.accountName,
    firm: parties.firm,
    owners: [...parties.owners],
    firmOid: parties.firmOid,
    days,
    accounts: allocatedOf(accountNumber, days),
  };
}

function allocatedOf(accountNumber: string, days: readonly SeriesValuation[]): Allocated[] {
  const valuation = days.at(-1)?.raw;
  return valuation === undefined ? [] : [{ accountNumber, valuation }];
}

async function readHousehold(
  { db }: Reading,
  household: HouseholdOnPaper,
  to: Day,
): Promise<Head | undefined> {
  if (household.accountsOn.length === 0) return undefined;
  const parties = await Promise.all(household.accountsOn.map((number) => partiesOf(db, number)));
  const days = await selectHouseholdDays(db, household, to);
  const accounts: Allocated[] = [];
  for (const accountNumber of household.accountsOn) {
    const own = await selectDaysUntil(db, { accountNumber, folioNumber: "" }, to);
    accounts.push(...allocatedOf(accountNumber, own));
  }
  const owners = parties.flatMap((each) => each?.owners ?? []);
  return {
    of: "HOUSEHOLD",
    identifier: household.householdOid,
    name: household.name,
    firm: parties[0]?.firm ?? { name: "", address: [] },
    owners: [...new Set(owners)],
    firmOid: household.firmOid,
    days,
    accounts,
  };
}
