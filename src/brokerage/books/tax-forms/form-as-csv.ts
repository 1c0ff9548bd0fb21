// Tax papers as CSV: a line for each sale and for the totals of each box. (interface 4.19)
import { csvCell, csvLine } from "../../../values/csv-cell.ts";
import type { FormName } from "./form-names.ts";
import { paperColumns } from "./paper.ts";
import type { TaxForm, TaxFormSale } from "./schema.ts";

const leading = [
  "Record",
  "Account",
  "Tax year",
  "Version",
  "Corrected",
  "Payer",
  "Payer TIN",
  "Recipient",
  "Recipient TIN",
  "Tax lot",
];

/** The header of a form's CSV. */
export function csvHeader(form: FormName): string {
  return csvLine([...leading, ...paperColumns[form].map(({ heading }) => heading), "Notice"]);
}

/** The lines of a paper without the header. */
export function csvLines(paper: TaxForm): string {
  const columns = paperColumns[paper.form];
  const { accountNumber, taxYear, version, corrected, payer, recipient } = paper;
  const line = (record: string, taxLotId: string, cells: readonly (string | null)[]) =>
    csvLine(
      [
        record,
        accountNumber,
        taxYear,
        version,
        corrected ? "X" : "",
        payer.name,
        payer.tin,
        recipient.names.join("; "),
        recipient.tin,
        taxLotId,
        ...cells,
        paper.notice,
      ].map((cell) => csvCell(cell ?? "")),
    );
  const cellsOf = (sale: TaxFormSale) => columns.map(({ of }) => of(sale));
  const sales = paper.sales.map((sale) => line("sale", sale.taxLotId, cellsOf(sale)));
  const totals = paper.totals.map((total) => {
    return line(
      "total",
      "",
      columns.map(({ totalOf }) => totalOf?.(total) ?? ""),
    );
  });
  return [...sales, ...totals].join("");
}
