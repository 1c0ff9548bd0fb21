// Tax papers as CSV: a line for each sale and for the totals of each box, or for each box of income, its
// parts and its transactions. (interface 4.19)
import { csvCell, csvLine } from "../../../values/csv-cell.ts";
import { type FormName, isIncomeForm } from "./form-names.ts";
import { boxCells, columnsOf, lineCells, paperColumns, partCells } from "./paper.ts";
import type { TaxForm } from "./schema.ts";

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
];

/** The header of a form's CSV. */
export function csvHeader(form: FormName): string {
  const ofLot = isIncomeForm(form) ? [] : ["Tax lot"];
  return csvLine([
    ...leading,
    ...ofLot,
    ...columnsOf(form).map(({ heading }) => heading),
    "Notice",
  ]);
}

type Cells = readonly (string | null)[];

/** The lines of a paper without the header. */
export function csvLines(paper: TaxForm): string {
  const { accountNumber, taxYear, version, corrected, payer, recipient } = paper;
  const line = ([record = "", ...cells]: Cells) =>
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
        ...cells,
        paper.notice,
      ].map((cell) => csvCell(cell ?? "")),
    );
  const records = isIncomeForm(paper.form) ? incomeRecords(paper) : saleRecords(paper);
  return records.map(line).join("");
}

/** The kind of record, the tax lot of a sale, then a cell for each column. */
function saleRecords({ form, sales, totals }: TaxForm): Cells[] {
  const columns = isIncomeForm(form) ? [] : paperColumns[form];
  return [
    ...sales.map((sale) => ["sale", sale.taxLotId, ...columns.map(({ of }) => of(sale))]),
    ...totals.map((total) => [
      "total",
      "",
      ...columns.map(({ totalOf }) => totalOf?.(total) ?? ""),
    ]),
  ];
}

/** The kind of record, then a cell for each column. */
function incomeRecords({ boxes, supplemental }: TaxForm): Cells[] {
  return [...boxes, ...supplemental].flatMap((box) => [
    ["box", ...boxCells(box)],
    ...box.parts.map((part) => ["part", ...partCells(box, part)]),
    ...box.lines.map((each) => ["line", ...lineCells(box, each)]),
  ]);
}
