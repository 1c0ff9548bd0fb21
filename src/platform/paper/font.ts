// The one font of papers, opened once: what papers have in common of it is worked out for the first of them. No bytes
// depend on the papers before. (docs/statements.md, "Drawing")
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type PDFDocument from "pdfkit";

/** A paper of pdfkit, of which one page at a time is drawn. */
export type Page = InstanceType<typeof PDFDocument>;

const require = createRequire(import.meta.url);

/** The font of every paper, as pdfkit has opened it. */
let opened: Face | undefined;

/** The font of a new page as pdfkit takes it: the font that is opened, or the bytes of its file. It is Liberation Sans:
 * free, and with the letters of Latin, Greek and Cyrillic. */
export async function fontOfPages(): Promise<string> {
  return (opened ?? (await readFile(require.resolve("#font-of-papers")))) as unknown as string;
}

/** Lets a new page use what is known of the font from others: reading its tables, setting the same words again and
 * making the same subset would be most of the time of a bill. */
export function shareFont(page: Page): void {
  const font = fontOf(page);
  opened ??= withAllGlyphs(font.font);
  font.layoutCache = recentLayouts();
  font.encode(commonLetters);
  const { subset } = font;
  const common = subset.glyphs.length;
  const encode = subset.encode.bind(subset);
  subset.encode = () => {
    if (subset.glyphs.length > common) return encode();
    commonSubset ??= encode();
    return commonSubset;
  };
}

/** The face of the font of a page. */
export function faceOf(page: Page): Face {
  return fontOf(page).font;
}

/** A glyph keeps the first letter that it was looked up for, and is copied from a paper as that one. All are looked up
 * here, so that no paper depends on those before it. */
function withAllGlyphs(face: Face): Face {
  for (const codePoint of face.characterSet) face.glyphForCodePoint(codePoint);
  return face;
}

const printableAscii = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join("");

/** Each paper embeds these letters, in this order, and then its others: nearly all papers have none, and the same subset
 * of the font. */
const commonLetters = `${printableAscii}·×÷−–—…’†`;

let commonSubset: Uint8Array | undefined;

/** The number of papers for which set words are cached: figures pile up, which differ from paper to paper. */
const papersOfLayouts = 20;

let layouts: Layouts = {};
let papersSince = 0;

function recentLayouts(): Layouts {
  if (papersSince % papersOfLayouts === 0) layouts = Object.create(null);
  papersSince += 1;
  return layouts;
}

/** The layouts of words, by word. */
type Layouts = Record<string, unknown>;

function fontOf(page: Page): EmbeddedFont {
  return (page as unknown as { _font: EmbeddedFont })._font;
}

/** The parts that are used of the font of a page of pdfkit. */
interface EmbeddedFont {
  readonly font: Face;
  readonly subset: { readonly glyphs: readonly number[]; encode(): Uint8Array };
  layoutCache: Layouts;
  /** Puts the glyphs of a text into the subset. */
  encode(text: string): unknown;
}

/** The parts that are used of a font of fontkit, which pdfkit takes in place of a file. */
interface Face {
  readonly characterSet: readonly number[];
  glyphForCodePoint(codePoint: number): unknown;
  hasGlyphForCodePoint(codePoint: number): boolean;
}
