// `bursar export transactions`: the file that loads them back unchanged. (docs/activity.md, "CSV")
import { type Day, earliestDay } from "@bursar/values/dates";
import { transactionsAsCsv } from "../brokerage/books/activity/transactions-as-csv.ts";
import { selectAccountsWithFacts } from "../brokerage/books/transactions/reads.ts";
import { writeNewFile } from "../platform/process/new-file.ts";
import type { Database } from "../platform/store/db.ts";
import type { DateRange } from "../values/date-range.ts";
import { withStore } from "./command-context.ts";
import { daysGiven, type RangeOptions } from "./day-range.ts";
import { refuseUnknown } from "./explain.ts";

interface ExportOptions extends RangeOptions {
  readonly account?: string;
  readonly out?: string;
}

const lastDay = "9999-12-31" as Day;

/** Prints the transactions of one account or of all, or writes them to a new file. */
export async function exportTransactionsCommand(options: ExportOptions): Promise<void> {
  const { out } = options;
  const { from = earliestDay, to = lastDay } = daysGiven(options);
  await withStore("export", async ({ db }) => {
    if (options.account !== undefined) await refuseUnknown(db, options.account);
    const chunks = bytesOf(db, options.account, { from, to });
    if (out !== undefined) return writeNewFile(out, chunks);
    for await (const chunk of chunks) process.stdout.write(chunk);
  });
}

const accountsAtOnce = 100;

async function* bytesOf(
  db: Database,
  account: string | undefined,
  range: DateRange,
): AsyncGenerator<Buffer> {
  const next = async (after: string) => {
    if (account === undefined) return selectAccountsWithFacts(db, after, accountsAtOnce);
    return after === "" ? [account] : [];
  };
  for await (const text of transactionsAsCsv(db, next, range)) yield Buffer.from(text);
}
