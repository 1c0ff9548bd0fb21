// `bursar report --form`: working copies of the tax forms of a reported year.

import { csvHeader, csvLines } from "../brokerage/books/tax-forms/form-as-csv.ts";
import { pdfOf } from "../brokerage/books/tax-forms/form-as-pdf.ts";
import { type FormName, isIncomeForm } from "../brokerage/books/tax-forms/form-names.ts";
import { getTaxForm } from "../brokerage/books/tax-forms/get-tax-form.ts";
import { listForms } from "../brokerage/books/tax-forms/list-forms.ts";
import { missingPayerDetails } from "../brokerage/books/tax-forms/missing-payer-details.ts";
import type { TaxForm } from "../brokerage/books/tax-forms/schema.ts";
import { listVersions } from "../brokerage/books/tax-lots/reported/list-versions.ts";
import { writeNewFile } from "../platform/process/new-file.ts";
import type { OpenedStore } from "../runtime/configured-store.ts";
import { withStore } from "./command-context.ts";
import { refuseUnknown } from "./explain.ts";
import { CommandFault, UsageFault } from "./faults.ts";
import { printErrors, printJson } from "./output.ts";

/** The papers that are printed, and their format. */
export interface FormOptions {
  readonly form: FormName;
  readonly taxYear: string;
  readonly account?: string;
  readonly ofVersion?: string;
  readonly pdf?: boolean;
  readonly json?: boolean;
  readonly out?: string;
}

/** Prints the papers of one account, or of every account whose year is reported, in one document;
 * as CSV unless another format is asked for. */
export async function printForms(options: FormOptions): Promise<void> {
  const { pdf = false, json = false, out } = options;
  if (pdf && out === undefined && process.stdout.isTTY) {
    throw new UsageFault("a PDF is not for the terminal: name a file with --out");
  }
  await withStore("report", async (opened) => {
    if (json) return printJson(await Array.fromAsync(papersOf(opened, options)));
    const chunks = chunksOf(options, papersOf(opened, options), new Date());
    if (out !== undefined) return writeNewFile(out, chunks);
    for await (const chunk of chunks) process.stdout.write(chunk);
  });
}

async function* papersOf(opened: OpenedStore, options: FormOptions): AsyncGenerator<TaxForm> {
  yield* reportingLacks(foundPapers(opened, options), printErrors);
}

/** Papers as they come; the missing details of their payer, which is the same on all, are reported
 * once. */
export async function* reportingLacks<Paper extends Pick<TaxForm, "payer">>(
  papers: AsyncIterable<Paper>,
  print: (...sentences: readonly string[]) => void,
): AsyncGenerator<Paper> {
  let isReported = false;
  for await (const paper of papers) {
    const { name, tin, address } = paper.payer;
    const payer = { name: name || null, hasTid: tin !== null, hasAddress: address.length > 0 };
    const lacks = isReported ? [] : missingPayerDetails(payer);
    if (lacks.length > 0) print(...lacks);
    isReported = true;
    yield paper;
  }
}

async function* foundPapers(opened: OpenedStore, options: FormOptions): AsyncGenerator<TaxForm> {
  const { db } = opened;
  const { form, taxYear, account, ofVersion: version } = options;
  if (account !== undefined) {
    await refuseUnknown(db, account);
    yield await getTaxForm(opened, { accountNumber: account, taxYear, form, version });
    return;
  }
  let count = 0;
  const versions = isIncomeForm(form)
    ? listForms(db, { taxYear, form })
    : listVersions(db, { taxYear });
  for await (const { accountNumber, isNewest, ...listed } of versions) {
    const isAsked = version === undefined ? isNewest : version === String(listed.version);
    if (!isAsked) continue;
    count += 1;
    yield await getTaxForm(opened, { accountNumber, taxYear, form, version });
  }
  if (count === 0) throw new CommandFault("No account has such a reported year.");
}

async function* chunksOf(
  { form, pdf = false }: FormOptions,
  papers: AsyncGenerator<TaxForm>,
  now: Date,
): AsyncGenerator<Buffer> {
  if (pdf) return yield* pdfOf(papers, now);
  // With the first paper, so that a refusal prints no header.
  let head = csvHeader(form);
  for await (const paper of papers) {
    yield Buffer.from(head + csvLines(paper));
    head = "";
  }
}
