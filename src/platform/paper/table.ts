// Tables of a paper: their heads stand on every page that they reach, and no row is cut by the end of one.
import { ink, type Paper, type Part, rule, type Setting, sheet } from "./paper.ts";

/** A column: its heading, and its share of the width. */
export interface Column {
  readonly heading: string;
  readonly width: number;
  readonly align?: "left" | "right";
  /** Whether a long text goes on in further lines; else it is set smaller, then cut. */
  readonly wraps?: boolean;
}

/** A row: a text for each column, and lines in small print under the first that wraps. */
export interface Row {
  readonly cells: readonly string[];
  readonly notes?: readonly string[];
  readonly kind?: "line" | "total" | "heading";
}

const cellSize = 8;
const noteSize = 6.8;
const headSize = 6.8;
const lineHeight = 10.2;
const noteHeight = 8.6;
const gap = 6;
const headLine = 8;

/** Columns with their places on the page. */
interface Placed extends Column {
  readonly x: number;
  readonly available: number;
}

/** Draws a table below what is drawn already, under a part of the structure tree. */
export function drawTable(
  paper: Paper,
  parent: Part,
  columns: readonly Column[],
  rows: readonly Row[],
): void {
  const placed = placesOf(columns);
  const table = paper.part("Table", parent);
  // A head is never left alone at the end of a page.
  paper.reserve(headHeightOf(paper, placed) + heightOf(paper, placed, rows[0]));
  drawHead(paper, placed, table);
  for (const [at, row] of rows.entries()) {
    const next = row.kind === "heading" ? heightOf(paper, placed, rows[at + 1]) : 0;
    if (paper.reserve(heightOf(paper, placed, row) + next)) drawHead(paper, placed, undefined);
    drawRow(paper, placed, row, table);
  }
  table.end();
  paper.y += 4;
}

function placesOf(columns: readonly Column[]): Placed[] {
  const whole = columns.reduce((sum, { width }) => sum + width, 0);
  const scale = (sheet.right - sheet.left) / whole;
  let x: number = sheet.left;
  return columns.map((column) => {
    const width = column.width * scale;
    const place = { ...column, x, available: width - gap };
    x += width;
    // Figures end at the right margin of the last column.
    return column.align === "right" ? { ...place, x: place.x + gap } : place;
  });
}

/** The lines of each heading. */
function headLinesOf(paper: Paper, columns: readonly Placed[]): string[][] {
  return columns.map(({ heading, available }) =>
    paper.linesOf(heading, { size: headSize }, available),
  );
}

function headHeightOf(paper: Paper, columns: readonly Placed[]): number {
  const most = Math.max(...headLinesOf(paper, columns).map(({ length }) => length));
  return most * headLine + 6.5;
}

/** The headings, the last line of each just over the rule. */
function drawHead(paper: Paper, columns: readonly Placed[], table: Part | undefined): void {
  const setting: Setting = { size: headSize, color: ink.soft };
  const lines = headLinesOf(paper, columns);
  const bottom = paper.y + headHeightOf(paper, columns);
  const row = table && paper.part("TR", table);
  for (const [at, { x, available, align = "left" }] of columns.entries()) {
    const own = lines[at] ?? [];
    const top = bottom - 4.5 - own.length * headLine;
    const draw = () =>
      own.forEach((line, place) => {
        if (line === "") return;
        paper.write(line, setting, { x, y: top + place * headLine, width: available, align });
      });
    if (row === undefined) paper.artifact(draw);
    else paper.inside(paper.part("TH", row, { scope: "Column" }), draw);
  }
  row?.end();
  paper.artifact(() => rule(paper.page, bottom - 3, ink.soft, 0.6));
  paper.y = bottom;
}

function heightOf(paper: Paper, columns: readonly Placed[], row: Row | undefined): number {
  if (row === undefined) return 0;
  const lines = linesOfRow(paper, columns, row).reduce(
    (most, own) => Math.max(most, own.length),
    1,
  );
  return lines * lineHeight + notesOf(paper, columns, row).length * noteHeight + 2.6;
}

function settingOf({ kind = "line" }: Row): Setting {
  return { size: cellSize, isBold: kind !== "line" };
}

function linesOfRow(paper: Paper, columns: readonly Placed[], row: Row): string[][] {
  return columns.map(({ wraps = false, available }, at) => {
    const text = row.cells[at] ?? "";
    const isShort = text.length < 4 || !wraps || row.kind === "total" || row.kind === "heading";
    return isShort ? [text] : paper.linesOf(text, settingOf(row), available);
  });
}

function notesOf(paper: Paper, columns: readonly Placed[], { notes = [] }: Row): string[] {
  const available = columns.find(({ wraps }) => wraps)?.available ?? 0;
  return notes.flatMap((note) => paper.linesOf(note, { size: noteSize }, available));
}

function drawRow(paper: Paper, columns: readonly Placed[], row: Row, table: Part): void {
  const { y } = paper;
  const height = heightOf(paper, columns, row);
  const setting = settingOf(row);
  if (row.kind === "total") paper.artifact(() => rule(paper.page, y, ink.rule));
  const part = paper.part("TR", table);
  const lines = linesOfRow(paper, columns, row);
  const notes = notesOf(paper, columns, row);
  const notedAt = columns.findIndex(({ wraps }) => wraps);
  for (const [at, { x, available, align = "left" }] of columns.entries()) {
    const own = lines[at] ?? [];
    const cell = paper.part("TD", part);
    paper.inside(cell, () => {
      own.forEach((line, place) => {
        const size = fitted(paper, line, setting.size, available);
        const top = y + 2.4 + place * lineHeight + (setting.size - size) * 0.7;
        const isLine = row.kind === undefined || row.kind === "line";
        const width = isLine ? available : widthBeside(columns, row, at);
        if (line !== "") paper.write(line, { ...setting, size }, { x, y: top, width, align });
      });
      if (at !== notedAt) return;
      notes.forEach((note, place) => {
        const top = y + 2.2 + own.length * lineHeight + place * noteHeight;
        paper.write(
          note,
          { size: noteSize, color: ink.soft },
          { x, y: top, width: available, align },
        );
      });
    });
  }
  part.end();
  paper.y += height;
  if (row.kind !== "heading") paper.artifact(() => hairline(paper, paper.y));
}

/** A total or a heading may use the empty columns next to it. */
function widthBeside(columns: readonly Placed[], { cells }: Row, at: number): number {
  const { x = sheet.left, available = 0, align = "left" } = columns[at] ?? {};
  if (align === "right") return available;
  const next = columns.find((_, place) => place > at && (cells[place] ?? "") !== "");
  const end = next === undefined ? sheet.right : next.x;
  return Math.max(available, end - x - gap);
}

function hairline({ page }: Paper, y: number): void {
  page.moveTo(sheet.left, y).lineTo(sheet.right, y).lineWidth(0.25).stroke(ink.rule);
}

/** A figure is set smaller where its column is too narrow for it: none is ever cut. */
function fitted(paper: Paper, text: string, size: number, available: number): number {
  if (text.length * size * 0.5 < available) return size;
  const width = paper.widthOf(text, { size });
  return width > available && /^[−\d]/.test(text) ? (size * available) / width : size;
}
