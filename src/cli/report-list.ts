// `bursar report --list`: every version of the reported years, and of their forms of income.
import { type ListedForm, listForms } from "../brokerage/books/tax-forms/list-forms.ts";
import {
  type ListedVersion,
  listVersions,
} from "../brokerage/books/tax-lots/reported/list-versions.ts";
import { withStore } from "./command-context.ts";
import { CommandFault } from "./faults.ts";
import { printJson, printLines } from "./output.ts";

interface ListOptions {
  readonly taxYear?: string;
  readonly account?: string;
  readonly json?: boolean;
}

const heading = "Account     Year  Version     Lots  Made by";
const headingOfForms = "Account     Year  Form      Version     Rows  Made by";

/** Lists the versions of one account or of all, of one year or of all. */
export async function listReports({ taxYear, account, json = false }: ListOptions): Promise<void> {
  const filter = { accountNumber: account, taxYear };
  const found: ListedVersion[] = [];
  const forms: ListedForm[] = [];
  await withStore("report", async ({ db }) => {
    for await (const version of listVersions(db, filter)) {
      if (!json && found.length === 0) printLines(heading);
      found.push(version);
      if (!json) printLines(yearLine(version));
    }
    for await (const form of listForms(db, filter)) {
      if (!json && forms.length === 0) printLines(headingOfForms);
      forms.push(form);
      if (!json) printLines(formLine(form));
    }
  });
  if (json) return printJson([...found, ...forms]);
  if (found.length + forms.length === 0) throw new CommandFault("No year is reported.");
}

function yearLine({
  accountNumber,
  taxYear,
  version,
  lots,
  isLoaded,
  ...rest
}: ListedVersion): string {
  const { isNewest, reportedAt } = rest;
  const how = isLoaded ? "load" : "report";
  const madeBy = `${how} ${reportedAt.toISOString()}`;
  return [
    accountNumber.padEnd(10),
    taxYear,
    String(version).padStart(7),
    String(lots).padStart(7),
    isNewest ? `${madeBy}, newest` : madeBy,
  ].join("  ");
}

function formLine({ accountNumber, taxYear, form, version, rows, ...rest }: ListedForm): string {
  const { isNewest, reportedAt } = rest;
  const madeBy = `report ${reportedAt.toISOString()}`;
  return [
    accountNumber.padEnd(10),
    taxYear,
    form,
    String(version).padStart(7),
    String(rows).padStart(7),
    isNewest ? `${madeBy}, newest` : `${madeBy}, superseded`,
  ].join("  ");
}
