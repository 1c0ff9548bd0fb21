// `bursar report --list`: every version of the reported years.
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

/** Lists the versions of one account or of all, of one year or of all. */
export async function listReports({ taxYear, account, json = false }: ListOptions): Promise<void> {
  const filter = { accountNumber: account, taxYear };
  const found: ListedVersion[] = [];
  await withStore("report", async ({ db }) => {
    for await (const version of listVersions(db, filter)) {
      if (!json && found.length === 0) printLines(heading);
      found.push(version);
      if (!json) printLines(yearLine(version));
    }
  });
  if (json) return printJson(found);
  if (found.length === 0) throw new CommandFault("No year is reported.");
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
