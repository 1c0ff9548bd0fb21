// `bursar report`: freeze the reported lots of a past tax year.
import {
  isPastYear,
  type ReportedAccount,
  reportAll,
  reportTaxYear,
} from "../resources/tax-lots/booking/report-tax-year.ts";
import { commandContext, printJson, printLines, withStore } from "./command-context.ts";
import { CommandFault } from "./failure.ts";

interface ReportOptions {
  readonly taxYear: string;
  readonly account?: string;
  readonly json?: boolean;
}

const sentences: Readonly<Record<ReportedAccount["outcome"], string>> = {
  reported: "reported",
  unchanged: "unchanged since it was reported",
  absent: "There is no such account.",
  "non-taxable": "The account is not taxable; none of its years is reported.",
  "without lots": "The account has no transactions from which to compute lots.",
};

/** Reports one account, or every taxable one that has lots; exits with 1 if there is nothing to
 * report. */
export async function reportCommand(options: ReportOptions): Promise<void> {
  const { taxYear, account, json = false } = options;
  const done: ReportedAccount[] = [];
  await withStore("report", async (opened) => {
    const ctx = commandContext(opened);
    if (!isPastYear(taxYear, ctx.now)) throw new CommandFault("Only a past year can be reported.");
    if (account === undefined) {
      for await (const each of reportAll(ctx, taxYear)) {
        done.push(each);
        if (!json) printLines(lineOf(each));
      }
      return;
    }
    const only = await reportTaxYear(ctx, { accountNumber: account, taxYear });
    const isDone = only.outcome === "reported" || only.outcome === "unchanged";
    if (!isDone) throw new CommandFault(sentences[only.outcome]);
    done.push(only);
    if (!json) printLines(lineOf(only));
  });
  if (json) printJson(done);
}

function lineOf({ accountNumber, outcome, version, lots }: ReportedAccount): string {
  return `${accountNumber}: version ${version}, ${lots} lots, ${sentences[outcome]}`;
}
