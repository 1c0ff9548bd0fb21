// Reads of tax forms for other resources: income that has no kind, and forms that are out of date.
import type { Reader, Tx } from "../../../platform/store/db.ts";
import { counted } from "../../../values/readable.ts";
import {
  type DifferingForm,
  selectDifferingForms,
  selectFormsOutdatedByLoad,
  selectUnclassified,
} from "./income-queries.ts";
import { titles } from "./paper.ts";

/** How many findings there are, and the first of them in sentences. */
interface Found {
  readonly count: number;
  readonly first: readonly string[];
}

/** Tax years of taxable accounts with income that has no kind. */
export async function unclassifiedIncome(db: Reader, most: number): Promise<Found> {
  const found = await selectUnclassified(db, most);
  const first = found.map(
    ({ accountNumber, taxYear, rows, amount, first: id }) =>
      `${accountNumber}: ${counted(rows, "dividend or interest payment has", "dividends and interest payments have")} ` +
      `no incomeKind in ${taxYear} (${amount}), the first transaction ${id}; tax papers call it not classified.`,
  );
  return { count: found[0]?.count ?? 0, first };
}

/** Reported forms of income for which the transactions now give others. */
export async function differingForms(db: Reader, most: number): Promise<Found> {
  const found = await selectDifferingForms(db, most);
  return { count: found[0]?.count ?? 0, first: found.map(sentenceOf) };
}

/** Sentences about the reported forms of income that the running load outdates, one each. */
export async function formsOutdatedByLoad(tx: Tx): Promise<readonly string[]> {
  return (await selectFormsOutdatedByLoad(tx)).map(sentenceOf);
}

type OfForm = Pick<DifferingForm, "accountNumber" | "taxYear" | "form">;

function sentenceOf({ accountNumber, taxYear, form }: OfForm): string {
  return (
    `${accountNumber}: ${titles[form]} of ${taxYear} lists other transactions than are in force; ` +
    `\`bursar report --tax-year ${taxYear}\` makes its next version.`
  );
}
