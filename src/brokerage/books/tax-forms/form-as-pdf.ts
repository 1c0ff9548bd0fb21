// Tax papers as PDF: a table of the sales or the transactions box by box, each page marked a working
// copy. (interface 4.19)
import { setImmediate as nextTurn } from "node:timers/promises";
import type PDFDocument from "pdfkit";
import { type FormName, isIncomeForm } from "./form-names.ts";
import {
  boxCells,
  columnsOf,
  lineCells,
  markOf,
  type PaperColumn,
  paperColumns,
  partCells,
  titles,
} from "./paper.ts";
import type { TaxForm } from "./schema.ts";

type Page = InstanceType<typeof PDFDocument>;

// Of a letter in landscape, in points.
const margin = 30;
const pageWidth = 792;
const footerAt = 582;
const headingsAt = 114;
const tableAt = 146;
const lastRowAt = 562;
const rowHeight = 12;
// Of what is printed in the table, where its columns leave space for it.
const cellSize = 7;
const headingSize = 6;
const gap = 7;

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

/** A line of the table: a box's heading, a sale or a transaction, or the totals of a box. */
interface Row {
  readonly cells: readonly string[];
  readonly kind: "heading" | "line" | "total";
}

async function drawPaper(page: Page, paper: TaxForm): Promise<void> {
  const rows = rowsOf(paper);
  const table = tableOf(page, paper.form, rows);
  const onPage = Math.floor((lastRowAt - tableAt) / rowHeight);
  const pages = Math.max(1, Math.ceil(rows.length / onPage));
  for (let at = 0; at < pages; at += 1) {
    page.addPage();
    drawHead(page, paper, `Page ${at + 1} of ${pages}`);
    drawHeadings(page, table);
    const ofPage = rows.slice(at * onPage, (at + 1) * onPage);
    ofPage.forEach((row, index) => {
      drawRow(page, table, row, tableAt + index * rowHeight);
    });
    // A paper may have thousands of pages; between two of them others are served.
    await nextTurn();
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

function rowsOf(paper: TaxForm): Row[] {
  const { form, sales, totals } = paper;
  if (isIncomeForm(form)) return incomeRowsOf(paper);
  if (sales.length === 0) return [{ kind: "heading", cells: ["No sale was reported."] }];
  const columns = paperColumns[form];
  const byBox = Map.groupBy(sales, ({ form8949Box }) => form8949Box);
  return totals.flatMap((total): Row[] => [
    { kind: "heading", cells: [boxTitles[total.form8949Box] ?? total.form8949Box] },
    ...(byBox.get(total.form8949Box) ?? []).map(
      (sale): Row => ({ kind: "line", cells: columns.map(({ of }) => grouped(of(sale) ?? "")) }),
    ),
    {
      kind: "total",
      cells: columns.map(({ totalOf }, at) =>
        at === 0 ? "Total" : grouped(totalOf?.(total) ?? ""),
      ),
    },
  ]);
}

/** Each box with its parts and its transactions; the number stands with the box alone. */
function incomeRowsOf({ boxes, supplemental }: TaxForm): Row[] {
  const within = ([, ...cells]: readonly string[]): Row => {
    return { kind: "line", cells: ["", ...cells.map(grouped)] };
  };
  return [
    ...boxes.map((box) => ({ box, number: box.box })),
    ...supplemental.map((box) => ({ box, number: "" })),
  ].flatMap(({ box, number }) => [
    { kind: "total", cells: [number, ...boxCells(box).slice(1).map(grouped)] },
    ...box.parts.map((part) => within(partCells(box, part))),
    ...box.lines.map((line) => within(lineCells(box, line))),
  ]);
}

/** An amount with commas between its thousands; any other text as it is. */
function grouped(text: string): string {
  return /^-?\d+\.\d\d$/.test(text) ? text.replace(/\B(?=(?:\d{3})+\.)/g, ",") : text;
}

/** The table of a paper: its columns with the places that they have on every page. */
interface Table {
  readonly columns: readonly (Pick<PaperColumn, "heading" | "isAmount"> & {
    readonly x: number;
    readonly width: number;
  })[];
  /** How much smaller the letters are, so that the widest figures fit; 1 where they all do. */
  readonly scale: number;
}

/** Columns as wide as their widest cells and the words of their headings need, all of them widened or
 * narrowed alike until they fill the page: no figure is ever cut. */
function tableOf(page: Page, form: FormName, rows: readonly Row[]): Table {
  const cells = rows.filter(({ kind }) => kind !== "heading").map((row) => row.cells);
  const needed: number[] = [];
  page.font("Helvetica-Bold");
  for (const [at, { heading }] of columnsOf(form).entries()) {
    const words = heading.split(" ").map((word) => widthAt(page, headingSize, word));
    const widest = widthAt(page, cellSize, widestOf(cells.map((ofRow) => ofRow[at] ?? "")));
    needed.push(gap + Math.max(widest, ...words));
  }
  const scale = (pageWidth - 2 * margin) / needed.reduce((sum, width) => sum + width, 0);
  let x = margin;
  const columns = columnsOf(form).map((column, at) => {
    const width = (needed[at] ?? 0) * scale;
    // Less than the gap, so that what fits exactly is not cut by a rounding error.
    const place = { ...column, x, width: width - 0.8 * gap * Math.min(1, scale) };
    x += width;
    return place;
  });
  return { columns, scale: Math.min(1, scale) };
}

/** The cell that is widest when printed, judged by its letters: measuring each would take too long. */
function widestOf(cells: readonly string[]): string {
  const weightOf = (cell: string) => 2 * cell.length - (cell.match(/[ ,./-]/g)?.length ?? 0);
  return cells.reduce((widest, cell) => (weightOf(cell) > weightOf(widest) ? cell : widest), "");
}

function widthAt(page: Page, size: number, text: string): number {
  return page.fontSize(size).widthOfString(printable(text));
}

function drawHead(page: Page, paper: TaxForm, place: string): void {
  const { form, taxYear, payer, recipient, accountNumber, notice } = paper;
  const right = pageWidth - margin;
  page.font("Helvetica-Bold").fontSize(13);
  write(page, `${titles[form]}, tax year ${taxYear}`, { x: margin, y: 26, width: 400 });
  write(page, markOf(paper), { x: right - 300, y: 26, width: 300, isRight: true });
  page.fontSize(9);
  write(page, notice, { x: margin, y: 44, width: right - margin });
  const isPlaced = payer.address.length > 0;
  const payerLines = [payer.name, ...(isPlaced ? payer.address : [payer.state ?? ""])];
  const recipientLines = [recipient.names.join(" and "), ...recipient.address];
  const tins = { Payer: payer.tin, Recipient: recipient.tin };
  const accountLines = [
    accountNumber,
    ...Object.entries(tins).map(([whose, tin]) => `${whose}'s TIN: ${tin ?? "not recorded"}`),
  ];
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
  page.font("Helvetica").fontSize(7);
  write(page, notice, { x: margin, y: footerAt, width: 500 });
  write(page, place, { x: right - 100, y: footerAt, width: 100, isRight: true });
}

/** The headings of the columns, each over as many lines as its words need. */
function drawHeadings(page: Page, { columns, scale }: Table): void {
  page.font("Helvetica-Bold").fontSize(headingSize * scale);
  for (const { heading, x, width, isAmount = false } of columns) {
    linesOf(page, heading, width).forEach((line, index) => {
      write(page, line, { x, y: headingsAt + index * 7, width, isRight: isAmount });
    });
  }
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

function drawRow(page: Page, { columns, scale }: Table, { kind, cells }: Row, y: number): void {
  page.font(kind === "line" ? "Helvetica" : "Helvetica-Bold");
  if (kind === "heading") {
    page.fontSize(cellSize);
    write(page, cells[0] ?? "", { x: margin, y, width: pageWidth - 2 * margin });
    return;
  }
  page.fontSize(cellSize * scale);
  columns.forEach(({ x, width, isAmount = false }, at) => {
    write(page, cells[at] ?? "", { x, y, width, isRight: isAmount });
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
