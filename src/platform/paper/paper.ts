// Papers as PDF: letter pages with a running head and page numbers, text in reading order under a structure tree, one
// embedded font. Nothing but what is drawn and the given day decides the bytes. (docs/statements.md, "Drawing")
import { faceOf, fontOfPages, type Page, shareFont } from "./font.ts";

/** Points of a letter page, and the margins that everything but rules keeps. */
export const sheet = {
  width: 612,
  height: 792,
  left: 48,
  right: 564,
  top: 76,
  bottom: 738,
} as const;

/** Colours by what they mean. */
export const ink = {
  text: "#17202b",
  soft: "#5c6773",
  accent: "#1d4b6b",
  rule: "#c9d1d9",
  band: "#f3f6f8",
  warning: "#8a4b08",
} as const;

/** The setting of a text. */
export interface Setting {
  readonly size: number;
  readonly color?: string;
  readonly isBold?: boolean;
}

/** Where a text begins; with a width it ends there where it is set to the right, and is cut where it is too long. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width?: number;
  readonly align?: "left" | "right" | "center";
}

/** A part of the structure tree that content is put into. */
export type Part = ReturnType<Page["struct"]>;

/** The metadata of a paper. */
export interface PaperTerms {
  readonly title: string;
  readonly author: string;
  /** The instant that the file bears. */
  readonly at: Date;
  /** The head of every page but the first. */
  readonly head: { readonly left: string; readonly right: string };
  /** The foot of every page, next to its number. */
  readonly foot: string;
}

/** A paper that is being drawn. */
export interface Paper {
  readonly page: Page;
  /** How far down the page is used. */
  y: number;
  /** The root of the structure tree. */
  readonly root: Part;
  /** Begins a part below another one. */
  part(kind: string, parent: Part, options?: object): Part;
  /** Draws inside a part, so that a screen reader names it. */
  inside(part: Part, draw: () => void): void;
  /** Draws what says nothing of its own: rules, bands, repeated heads. */
  artifact(draw: () => void): void;
  write(text: string, setting: Setting, place: Place): void;
  widthOf(text: string, setting: Setting): number;
  /** The lines of a text within a width. */
  linesOf(text: string, setting: Setting, width: number): string[];
  /** Goes on on a new page unless the given points are left; says whether it did. */
  reserve(points: number): boolean;
  newPage(): void;
}

/** Draws a paper and returns its bytes. */
export async function drawPaper(terms: PaperTerms, draw: (paper: Paper) => void): Promise<Buffer> {
  // Loaded on demand: nothing else that the service does needs it.
  const { default: Document } = await import("pdfkit");
  const page = new Document({
    size: "LETTER",
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    tagged: true,
    lang: "en-US",
    displayTitle: true,
    pdfVersion: "1.7",
    // Else pdfkit reads the measures of a font that no paper has.
    font: await fontOfPages(),
    info: { Title: terms.title, Author: terms.author, CreationDate: terms.at, ModDate: terms.at },
  });
  const chunks: Buffer[] = [];
  page.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve, reject) => {
    page.on("end", resolve);
    page.on("error", reject);
  });
  shareFont(page);
  const root = page.struct("Document");
  page.addStructure(root);
  const paper = openPaper(page, root, terms);
  paper.newPage();
  draw(paper);
  root.end();
  numberPages(paper, terms);
  page.end();
  await ended;
  return Buffer.concat(chunks);
}

function openPaper(page: Page, root: Part, { head }: PaperTerms): Paper {
  let pages = 0;
  const paper: Paper = {
    page,
    y: sheet.top,
    root,
    part(kind, parent, options = {}) {
      const part = page.struct(kind, options as never);
      parent.add(part);
      return part;
    },
    inside(part, draw) {
      part.add(page.markStructureContent(kindOf(part)));
      draw();
      page.endMarkedContent();
    },
    artifact(draw) {
      page.markContent("Artifact", { type: "Layout" });
      draw();
      page.endMarkedContent();
    },
    write: (text, setting, place) => write(page, text, setting, place),
    widthOf: (text, { size }) => page.fontSize(size).widthOfString(printable(page, text)),
    linesOf: (text, { size }, width) => linesOf(page.fontSize(size), printable(page, text), width),
    reserve(points) {
      if (paper.y + points <= sheet.bottom) return false;
      paper.newPage();
      return true;
    },
    newPage() {
      page.addPage();
      pages += 1;
      paper.y = pages === 1 ? 42 : sheet.top;
      if (pages > 1) paper.artifact(() => drawHead(page, head));
    },
  };
  return paper;
}

function kindOf(part: Part): "P" {
  return (part as unknown as { dictionary: { data: { S: "P" } } }).dictionary.data.S;
}

function drawHead(page: Page, { left, right }: PaperTerms["head"]): void {
  const setting = { size: 7.5, color: ink.soft };
  const width = sheet.right - sheet.left;
  write(page, left, setting, { x: sheet.left, y: 44, width: width / 2 });
  write(page, right, setting, {
    x: sheet.left + width / 2,
    y: 44,
    width: width / 2,
    align: "right",
  });
  rule(page, 57, ink.rule);
}

/** A line from margin to margin. */
export function rule(page: Page, y: number, color: string, thickness = 0.5): void {
  page.moveTo(sheet.left, y).lineTo(sheet.right, y).lineWidth(thickness).stroke(color);
}

function numberPages({ page, artifact }: Paper, { foot }: PaperTerms): void {
  const { start, count } = page.bufferedPageRange();
  for (let at = 0; at < count; at += 1) {
    page.switchToPage(start + at);
    artifact(() => {
      const setting = { size: 7, color: ink.soft };
      rule(page, 752, ink.rule);
      write(page, foot, setting, { x: sheet.left, y: 759, width: 420 });
      const place = { x: sheet.right - 90, y: 759, width: 90, align: "right" } as const;
      write(page, `Page ${at + 1} of ${count}`, setting, place);
    });
  }
}

/** The heavier weight is the same font with its outline drawn, so that one font is embedded. */
const boldness = 0.022;

function write(page: Page, text: string, setting: Setting, place: Place): void {
  const { size, color = ink.text, isBold = false } = setting;
  page.fontSize(size).fillColor(color);
  let shown = printable(page, text);
  const { x, y, width, align = "left" } = place;
  let used = 0;
  if (width !== undefined) {
    used = page.widthOfString(shown);
    // Text that fits exactly is not cut by a rounding error.
    while (used > width + 0.01 && shown.length > 1) {
      shown = `${shown.replace(/.…?$/u, "").trimEnd()}…`;
      used = page.widthOfString(shown);
    }
  }
  const free = (width ?? 0) - used;
  const left = align === "right" ? x + free : align === "center" ? x + free / 2 : x;
  if (isBold) page.lineWidth(size * boldness).strokeColor(color);
  page.text(shown, left, y, { lineBreak: false, ...(isBold && { stroke: true, fill: true }) });
}

/** The words of a text in lines; a word that is longer than a line is parted. */
function linesOf(page: Page, text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const longer = [...lines.slice(-1), word].join(" ");
    if (lines.length > 0 && page.widthOfString(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(...piecesOf(page, word, width));
  }
  return lines;
}

function piecesOf(page: Page, word: string, width: number): string[] {
  if (page.widthOfString(word) <= width) return [word];
  const pieces: string[] = [""];
  for (const letter of word) {
    const longer = `${pieces.at(-1)}${letter}`;
    if (page.widthOfString(longer) <= width || longer === letter)
      pieces[pieces.length - 1] = longer;
    else pieces.push(letter);
  }
  return pieces;
}

/** Letters that the font does not have lose their accents, or are shown as `?`. */
function printable(page: Page, text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  const face = faceOf(page);
  return [...text.normalize("NFC")]
    .map((letter) => {
      if (face.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)) return letter;
      const bare = letter.normalize("NFD").replace(/\p{M}/gu, "");
      return /^[\x20-\x7e]+$/.test(bare) ? bare : "?";
    })
    .join("");
}
