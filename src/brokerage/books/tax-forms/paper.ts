// The cells that both layouts of a tax paper, CSV and PDF, print in each column. (interface 4.19)
import { type FormName, isIncomeForm, type SaleForm } from "./form-names.ts";
import { kindShown } from "./income-boxes.ts";
import type {
  TaxForm,
  TaxFormBox,
  TaxFormLine,
  TaxFormPart,
  TaxFormSale,
  TaxFormTotal,
} from "./schema.ts";

/** A column of a form: its heading, and what it shows of a sale and of the totals of a box. */
export interface PaperColumn {
  readonly heading: string;
  readonly of: (sale: TaxFormSale) => string | null;
  readonly totalOf?: (total: TaxFormTotal) => string | null;
  /** Whether it holds amounts, whose cents stand below one another. */
  readonly isAmount?: boolean;
}

/** The title of a form. */
export const titles: Readonly<Record<FormName, string>> = {
  "1099-b": "Form 1099-B",
  "8949": "Form 8949",
  "1099-div": "Form 1099-DIV",
  "1099-int": "Form 1099-INT",
};

const checked = (is: boolean) => (is ? "X" : "");

const amount = (heading: string, key: AmountKey): PaperColumn => ({
  heading,
  of: (sale) => sale[key],
  totalOf: (total) => total[key],
  isAmount: true,
});
type AmountKey = keyof TaxFormSale & Exclude<keyof TaxFormTotal, "form8949Box" | "sales">;

const boxColumn: PaperColumn = {
  heading: "Form 8949 box",
  of: (sale) => sale.form8949Box,
  totalOf: (total) => total.form8949Box,
};

/** The columns of each form of sales in order, headed by the form's own boxes and letters. */
export const paperColumns: Readonly<Record<SaleForm, readonly PaperColumn[]>> = {
  "1099-b": [
    boxColumn,
    { heading: "CUSIP", of: (sale) => sale.cusip },
    { heading: "1a Description", of: (sale) => sale.description },
    { heading: "1b Date acquired", of: (sale) => usDay(sale.dateAcquired) },
    { heading: "1c Date sold", of: (sale) => usDay(sale.dateSold) },
    amount("1d Proceeds (net)", "proceeds"),
    amount("1e Cost or other basis", "costBasis"),
    { heading: "1f Accrued market discount", of: (sale) => sale.accruedMarketDiscount },
    amount("1g Wash sale loss disallowed", "washSaleLossDisallowed"),
    { heading: "Code", of: (sale) => sale.adjustmentCode },
    { heading: "2 Term", of: (sale) => termWords[sale.gainLossTerm] ?? "" },
    { heading: "3 Collectibles or QOF", of: (sale) => checked(sale.proceedsFromCollectibles) },
    amount("4 Federal tax withheld", "federalTaxWithheld"),
    { heading: "5 Noncovered", of: (sale) => checked(sale.noncovered) },
    { heading: "12 Basis reported", of: (sale) => checked(sale.basisReported) },
    { heading: "14 State", of: (sale) => sale.withholdingState },
    amount("16 State tax withheld", "stateTaxWithheld"),
  ],
  "8949": [
    { ...boxColumn, heading: "Box" },
    { heading: "(a) Description", of: (sale) => sale.description },
    // (Instructions for Form 8949, column (b))
    {
      heading: "(b) Date acquired",
      of: (sale) => (sale.inherited ? "INHERITED" : usDay(sale.dateAcquired)),
    },
    { heading: "(c) Date sold", of: (sale) => usDay(sale.dateSold) },
    amount("(d) Proceeds", "proceeds"),
    amount("(e) Cost or other basis", "costBasis"),
    { heading: "(f) Code", of: (sale) => sale.adjustmentCode },
    amount("(g) Adjustment", "washSaleLossDisallowed"),
    amount("(h) Gain or loss", "gainLoss"),
  ],
};

/** The columns of the forms of income, of a box and of a transaction in it. */
const incomeColumns = [
  { heading: "Box" },
  { heading: "Title" },
  { heading: "Date" },
  { heading: "Transaction" },
  { heading: "Type" },
  { heading: "Security" },
  { heading: "Kind of income" },
  { heading: "Amount", isAmount: true },
] as const;

/** The cells of a box in each column; its text stands where there is no amount. */
export function boxCells({ box, title, amount, text, parts }: TaxFormBox): string[] {
  const places = parts.length === 0 ? "" : "see each";
  return [box, title, "", "", "", "", "", amount ?? text ?? places];
}

/** The cells of the part of a country or state. */
export function partCells({ box }: TaxFormBox, { code, amount }: TaxFormPart): string[] {
  return [box, code ?? "not named", "", "", "", "", "", amount];
}

/** The cells of a transaction of a box. */
export function lineCells({ box }: TaxFormBox, line: TaxFormLine): string[] {
  const { transactionId, date, transactionCode, ticker, amount } = line;
  const kind = kindShown(line);
  return [box, "", usDay(date), transactionId, transactionCode, ticker ?? "", kind, amount];
}

/** The headings of a form's columns, and which of them hold amounts. */
export function columnsOf(form: FormName): readonly Pick<PaperColumn, "heading" | "isAmount">[] {
  return isIncomeForm(form) ? incomeColumns : paperColumns[form];
}

const termWords: Readonly<Record<string, string>> = {
  SHORT_TERM: "Short-term",
  LONG_TERM: "Long-term",
};

/** The day of a midnight in New York as MM/DD/YYYY, empty where it is not known. */
function usDay(day: string | null): string {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})/.exec(day ?? "") ?? [];
  return year === undefined ? "" : `${month}/${date}/${year}`;
}

/** The mark of a version: whether an earlier one was reported before. */
export function markOf({ corrected, version }: TaxForm): string {
  return corrected ? `CORRECTED, version ${version}` : `Version ${version}`;
}
