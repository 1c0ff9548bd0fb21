// `bursar report`: freeze the reported lots and the forms of income of a past tax year.

import type { AccountNumber } from "@bursar/values/ids";
import { pdfOf } from "../brokerage/books/tax-forms/form-as-pdf.ts";
import { getTaxForm } from "../brokerage/books/tax-forms/get-tax-form.ts";
import { titles } from "../brokerage/books/tax-forms/paper.ts";
import {
  type ReportedForm,
  reportTaxForms,
} from "../brokerage/books/tax-forms/report-tax-forms.ts";
import {
  problemWithYear,
  type ReportedAccount,
  reportAll,
  reportTaxYear,
} from "../brokerage/books/tax-lots/booking/report-tax-year.ts";
import { keepTaxPaper } from "../brokerage/documents/tax-papers/keep-tax-paper.ts";
import type { WriteContext } from "../platform/change/context.ts";
import { counted } from "../values/readable.ts";
import { commandContext, withStore } from "./command-context.ts";
import { CommandFault, UsageFault } from "./faults.ts";
import { printJson, printLines } from "./output.ts";
import { type FormOptions, printForms } from "./report-form.ts";
import { listReports } from "./report-list.ts";

interface ReportCommandOptions extends Partial<FormOptions> {
  readonly list?: boolean;
  readonly check?: boolean;
  readonly early?: boolean;
  readonly replaceLoaded?: boolean;
  readonly csv?: boolean;
}

const sentences: Readonly<Record<ReportedAccount["outcome"], string>> = {
  reported: "reported",
  "to report": "to be reported",
  unchanged: "unchanged since it was reported",
  loaded: "the year was loaded as reported and stays; --replace-loaded replaces it",
  absent: "There is no such account.",
  "non-taxable": "The account is not taxable; none of its years is reported.",
  "without lots": "The account has no transactions from which to compute lots.",
};

/** The result for an account's year: of its lots, and of each of its forms of income. */
type ReportedWithForms = ReportedAccount & { readonly forms: readonly ReportedForm[] };

/** Reports a year, lists the versions of those that were reported, or prints tax papers of one. */
export async function reportCommand(options: ReportCommandOptions): Promise<void> {
  const misuse = optionsProblem(options);
  if (misuse !== undefined) throw new UsageFault(misuse);
  const { taxYear = "", form, list = false } = options;
  if (list) return listReports(options);
  if (form === undefined) return reportYear(taxYear, options);
  return printForms({ ...options, form, taxYear });
}

const ofPapers = { ofVersion: "--of-version", csv: "--csv", pdf: "--pdf", out: "--out" } as const;
const ofReports = {
  check: "--check",
  early: "--early",
  replaceLoaded: "--replace-loaded",
} as const;

/** Why these options do not go together: an option of another mode would otherwise be ignored, and
 * someone who asked for a paper or a list could freeze a year. */
export function optionsProblem(options: ReportCommandOptions): string | undefined {
  const { taxYear, form, list = false, json, out } = options;
  const isReport = !list && form === undefined;
  const [mode, foreign] = list
    ? ["--list", { form: "--form", ...ofPapers, ...ofReports }]
    : isReport
      ? ["a report without --form", ofPapers]
      : ["--form", ofReports];
  const given = Object.entries(foreign).filter(([name]) => name in options);
  const [first] = given;
  if (first !== undefined) return `${first[1]} does not go with ${mode}`;
  if (!list && taxYear === undefined) return "option '--tax-year <year>' not specified";
  const formats = ["csv", "pdf", "json"] as const;
  if (!isReport && formats.filter((format) => options[format]).length > 1) {
    return "choose one of --csv, --pdf and --json";
  }
  const isPrinted = json && out !== undefined;
  return isPrinted ? "--out is for CSV and PDF; --json prints to standard output" : undefined;
}

/** Reports one account, or every taxable one with transactions; exits with 1 if there is nothing to
 * report, or if a year that was loaded with other lots stays. */
async function reportYear(taxYear: string, options: ReportCommandOptions): Promise<void> {
  const { account, check = false, json = false } = options;
  const done: ReportedWithForms[] = [];
  await withStore("report", async (opened) => {
    const ctx = commandContext(opened);
    const problem = problemWithYear(taxYear, ctx.now, options);
    if (problem !== undefined) throw new CommandFault(problem);
    for await (const each of reported(ctx, taxYear, options)) {
      if (account !== undefined && each.version === "") {
        throw new CommandFault(sentences[each.outcome]);
      }
      done.push(each);
      if (!json) printLines(...outcomeLines(each), ...each.forms.flatMap(formLines));
    }
  });
  if (json) printJson(done);
  if (done.length === 0) {
    throw new CommandFault("No taxable account has transactions; no year is reported.");
  }
  const loadedCount = done.filter(({ outcome }) => outcome === "loaded").length;
  if (loadedCount > 0 && !check) {
    throw new CommandFault(
      `${counted(loadedCount, "loaded year stays", "loaded years stay")} as loaded.`,
    );
  }
}

async function* reported(
  ctx: WriteContext,
  taxYear: string,
  options: ReportCommandOptions,
): AsyncGenerator<ReportedWithForms> {
  const { account, check, replaceLoaded } = options;
  const how = { check, replaceLoaded };
  const years =
    account === undefined
      ? reportAll(ctx, taxYear, how)
      : [await reportTaxYear(ctx, { accountNumber: account, taxYear }, how)];
  for await (const year of years) {
    const { accountNumber } = year;
    const forms = await reportTaxForms(ctx, { accountNumber, taxYear }, { check });
    if (!check) await keepPapers(ctx, taxYear, { ...year, forms });
    yield { ...year, forms };
  }
}

/** Keeps the newest version of each form as a document of the account, also one that an interrupted run has
 * reported and not stored. */
async function keepPapers(ctx: WriteContext, taxYear: string, year: ReportedWithForms) {
  const ofSales = { form: "1099-b" as const, outcome: year.outcome, version: year.version };
  for (const { form, outcome, version } of [ofSales, ...year.forms]) {
    const isOurs = outcome === "reported" || outcome === "unchanged";
    if (!isOurs || version === "" || version === "0") continue;
    const accountNumber = year.accountNumber as AccountNumber;
    const draw = async () => {
      const paper = await getTaxForm(ctx, { accountNumber, taxYear, form, version });
      return Buffer.concat(await Array.fromAsync(pdfOf([paper], ctx.now)));
    };
    await keepTaxPaper(ctx, { accountNumber, taxYear, form, version, draw });
  }
}

const formSentences: Readonly<Record<ReportedForm["outcome"], string>> = {
  reported: "reported",
  "to report": "to be reported",
  unchanged: "unchanged since it was reported",
};

/** The lines that say what became of a form of income. */
export function formLines({
  form,
  outcome,
  version,
  rows,
  changes,
  notices,
}: ReportedForm): string[] {
  const shown = outcome === "to report" ? Number(version) + 1 : version;
  const line = `version ${shown}, ${counted(rows, "transaction")}, ${formSentences[outcome]}`;
  return [
    `  ${titles[form]}: ${line}`,
    ...changes.map(
      ({ box, before, after }) => `    box ${box} ${before ?? "none"} to ${after ?? "none"}`,
    ),
    ...notices.map((notice) => `    ${notice}`),
  ];
}

/** The lines that say what became of an account's year. */
export function outcomeLines({
  accountNumber,
  outcome,
  changes,
  notices,
  ...rest
}: ReportedAccount): string[] {
  if (rest.version === "") return [`${accountNumber}: ${sentences[outcome]}`];
  return [
    `${accountNumber}: ${versionsText(rest)}${sentences[outcome]}`,
    ...changes.map(({ taxLotId, change, fields }) => {
      const values = fields.map(
        ({ field, before, after }) => `${field} ${before ?? "none"} to ${after ?? "none"}`,
      );
      return [`  lot ${taxLotId} ${change}`, ...values].join(", ");
    }),
    ...notices.map((notice) => `  ${notice}`),
  ];
}

function versionsText({
  version,
  lots,
  nextLots,
}: Pick<ReportedAccount, "version" | "lots" | "nextLots">): string {
  if (nextLots === null) return `version ${version}, ${counted(lots, "lot")}, `;
  const next = `version ${Number(version) + 1} would have`;
  return version === "0"
    ? `${next} ${counted(nextLots, "lot")}; `
    : `version ${version} has ${counted(lots, "lot")}; ${next} ${nextLots}; `;
}
