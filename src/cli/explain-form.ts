// `bursar explain form`: the transactions that each box of a reported form of income counts.

import type { IncomeForm } from "../brokerage/books/tax-forms/form-names.ts";
import { getTaxForm } from "../brokerage/books/tax-forms/get-tax-form.ts";
import { kindShown } from "../brokerage/books/tax-forms/income-boxes.ts";
import { markOf, titles } from "../brokerage/books/tax-forms/paper.ts";
import type { TaxForm, TaxFormBox } from "../brokerage/books/tax-forms/schema.ts";
import { withStore } from "./command-context.ts";
import { refuseUnknown } from "./explain.ts";
import { printJson, printLines } from "./output.ts";

interface ExplainFormOptions {
  readonly account: string;
  readonly taxYear: string;
  readonly ofVersion?: string;
  readonly json?: boolean;
}

/** Explains each box of Form 1099-DIV or 1099-INT of an account and a reported year. */
export async function explainFormCommand(
  form: IncomeForm,
  { account, taxYear, ofVersion: version, json = false }: ExplainFormOptions,
): Promise<void> {
  const paper = await withStore("explain", async (opened) => {
    await refuseUnknown(opened.db, account);
    return getTaxForm(opened, { accountNumber: account, taxYear, form, version });
  });
  if (json) printJson(paper);
  else printLines(...paperLines(paper));
}

/** The lines of a paper: each box, then what adds up to it. */
export function paperLines(paper: TaxForm): string[] {
  const { form, accountNumber, taxYear, boxes, supplemental } = paper;
  return [
    `${titles[form]} of ${accountNumber}, tax year ${taxYear}: ${markOf(paper)}`,
    ...boxes.flatMap((box) => boxLines(`${box.box.padEnd(3)} ${box.title}`, box)),
    ...supplemental.flatMap((box) => boxLines(`    ${box.title}`, box)),
  ];
}

function boxLines(heading: string, { amount, text, parts, lines }: TaxFormBox): string[] {
  const stated = amount ?? text;
  return [
    stated === null ? heading : `${heading}: ${stated}`,
    ...parts.map(({ code, amount: part }) => `      ${code ?? "not named"}: ${part}`),
    ...lines.map((line) => {
      const of = line.ticker === null ? "" : ` of ${line.ticker}`;
      const kind = kindShown(line);
      const what = `${line.transactionCode}${of}${kind && `, ${kind}`}`;
      const day = line.date.slice(0, 10);
      return `      ${line.amount}  ${day}, transaction ${line.transactionId}: ${what}`;
    }),
  ];
}
