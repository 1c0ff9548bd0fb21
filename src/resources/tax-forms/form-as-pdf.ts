// Tax papers as PDF: a table of the sales box by box, each page marked a working copy. (interface
// 4.19)
import type PDFDocument from "pdfkit";
import { nextSlice } from "../../platform/process/slices.ts";
import { markOf, type PaperColumn, paperColumns, titles } from "./paper.ts";
import type { FormName, TaxForm } from "./schema.ts";

type Page = InstanceType<typeof PDFDocument>;

// Of a letter in landscape, in points.
const [margin, pageWidth, footerAt] = [30, 792, 582];
const [tableAt, lastRowAt, rowHeight] = [142, 562, 12];

/** How wide each column of a form is; together as wide as the page between its margins. */
const widths: Readonly<Record<FormName, readonly number[]>> = {
  "1099-b": [28, 48, 78, 46, 46, 52, 52, 42, 48, 22, 46, 42, 44, 42, 36, 22, 38],
  "8949": [32, 160, 70, 70, 90, 90, 50, 85, 85],
};

/** The bytes of one document with the given papers; `now` is its date, and nothing else in it
 * depends on when or where it is made. */
export async function* pdfOf(
  papers: AsyncIterable<TaxForm> | Iterable<TaxForm>,
  now: Date,
): AsyncGenerator<Buffer> {
  // Loaded on demand: nothing else that the service does needs it.
  const { default: Document } = await import("pdfkit");
  const page = new Document({
    size: "LETTER",
    layout: "landscape",
    margin: 0,
    autoFirstPage: false,
    info: { Title: "Tax papers, working copy", CreationDate: now, ModDate: now },
  });
  const drawn = drawAll(page, papers).catch((error: Error) => void page.destroy(error));
  for await (const chunk of page) yield chunk as Buffer;
  await drawn;
}

async function drawAll(page: Page, papers: AsyncIterable<TaxForm> | Iterable<TaxForm>) {
  for await (const paper of papers) await drawPaper(page, paper);
  page.end();
}

/** A line of the table: a box's heading, a sale, or the totals of a box. */
interface Row {
  readonly cells: readonly string[];
  readonly kind: "heading" | "sale" | "total";
}

async function drawPaper(page: Page, paper: TaxForm): Promise<void> {
  const rows = rowsOf(paper);
  const onPage = Math.floor((lastRowAt - tableAt) / rowHeight);
  const pages = Math.max(1, Math.ceil(rows.length / onPage));
  for (let at = 0; at < pages; at += 1) {
    page.addPage();
    drawHead(page, paper, `Page ${at + 1} of ${pages}`);
    const ofPage = rows.slice(at * onPage, (at + 1) * onPage);
    ofPage.forEach((row, index) => {
      drawRow(page, paper.form, row, tableAt + index * rowHeight);
    });
    // A paper may have thousands of pages; between two of them others are served.
    await nextSlice();
  }
}

const boxTitles: Readonly<Record<string, string>> = {
  A: "Box A: short-term, basis reported to the IRS",
  B: "Box B: short-term, basis not reported to the IRS",
  C: "Box C: short-term, not on a Form 1099-B",
  D: "Box D: long-term, basis reported to the IRS",
  E: "Box E: long-term, basis not reported to the IRS",
  F: "Box F: long-term, not on a Form 1099-B",
  X: "Box B or E: the term is unknown",
};

function rowsOf({ form, sales, totals }: TaxForm): Row[] {
  if (sales.length === 0) return [{ kind: "heading", cells: ["No sale was reported."] }];
  const columns = paperColumns[form];
  const byBox = Map.groupBy(sales, ({ form8949Box }) => form8949Box);
  return totals.flatMap((total): Row[] => [
    { kind: "heading", cells: [boxTitles[total.form8949Box] ?? total.form8949Box] },
    ...(byBox.get(total.form8949Box) ?? []).map(
      (sale): Row => ({ kind: "sale", cells: columns.map(({ of }) => of(sale) ?? "") }),
    ),
    {
      kind: "total",
      cells: columns.map(({ totalOf }, at) => (at === 0 ? "Total" : (totalOf?.(total) ?? ""))),
    },
  ]);
}

function drawHead(page: Page, paper: TaxForm, place: string): void {
  const { form, taxYear, payer, recipient, accountNumber, notice } = paper;
  const right = pageWidth - margin;
  page.font("Helvetica-Bold").fontSize(13);
  write(page, `${titles[form]}, tax year ${taxYear}`, { x: margin, y: 26, width: 400 });
  write(page, markOf(paper), { x: right - 300, y: 26, width: 300, isRight: true });
  page.fontSize(9);
  write(page, notice, { x: margin, y: 44, width: right - margin });
  const payerLines = [payer.name, payer.state ?? ""];
  const recipientLines = [recipient.names.join(" and "), ...recipient.address];
  const accountLines = [accountNumber, `Recipient's TIN: ${recipient.tin ?? "not recorded"}`];
  const blocks = [
    ["Payer", ...payerLines],
    ["Recipient", ...recipientLines],
    ["Account", ...accountLines],
  ];
  blocks.forEach(([heading = "", ...lines], at) => {
    const x = margin + at * 245;
    page.font("Helvetica-Bold").fontSize(7);
    write(page, heading, { x, y: 60, width: 235 });
    page.font("Helvetica");
    lines.forEach((line, index) => {
      write(page, line, { x, y: 68 + index * 7.5, width: 235 });
    });
  });
  drawHeadings(page, form);
  page.font("Helvetica").fontSize(7);
  write(page, notice, { x: margin, y: footerAt, width: 500 });
  write(page, place, { x: right - 100, y: footerAt, width: 100, isRight: true });
}

/** The headings of the columns, each over as many lines as its words need. */
function drawHeadings(page: Page, form: FormName): void {
  page.font("Helvetica-Bold").fontSize(6);
  eachColumn(form, (column, x, width) => {
    linesOf(page, column.heading, width).forEach((line, index) => {
      write(page, line, { x, y: 114 + index * 7, width });
    });
  });
  page
    .moveTo(margin, tableAt - 3)
    .lineTo(pageWidth - margin, tableAt - 3)
    .lineWidth(0.5)
    .stroke();
}

function linesOf(page: Page, text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const longer = [...lines.slice(-1), word].join(" ");
    if (lines.length > 0 && page.widthOfString(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function drawRow(page: Page, form: FormName, { kind, cells }: Row, y: number): void {
  page.font(kind === "sale" ? "Helvetica" : "Helvetica-Bold").fontSize(7);
  if (kind === "heading") {
    write(page, cells[0] ?? "", { x: margin, y, width: pageWidth - 2 * margin });
    return;
  }
  eachColumn(form, ({ totalOf }, x, width, at) => {
    const isRight = totalOf !== undefined && at > 0;
    write(page, cells[at] ?? "", { x, y, width, isRight });
  });
}

function eachColumn(
  form: FormName,
  draw: (column: PaperColumn, x: number, width: number, at: number) => void,
): void {
  let x = margin;
  paperColumns[form].forEach((column, at) => {
    const width = widths[form][at] ?? 0;
    draw(column, x, width - 3, at);
    x += width;
  });
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly isRight?: boolean;
}

/** Writes one line, cut where it does not fit. */
function write(page: Page, text: string, { x, y, width, isRight = false }: Place): void {
  let shown = printable(text);
  if (page.widthOfString(shown) > width) {
    while (shown !== "" && page.widthOfString(`${shown}…`) > width) shown = shown.slice(0, -1);
    shown += "…";
  }
  const left = isRight ? x + width - page.widthOfString(shown) : x;
  page.text(shown, left, y, { lineBreak: false });
}

/** The fonts that every reader of PDF has know the letters of Western Europe alone: others lose
 * their accents, or are shown as `?`. */
function printable(text: string): string {
  return text.normalize("NFC").replace(/[^\x20-\x7e\xa0-\xff…]/gu, (letter) => {
    const bare = letter.normalize("NFD").replace(/\p{M}/gu, "");
    return /^[\x20-\x7e\xa0-\xff]+$/.test(bare) ? bare : "?";
  });
}
