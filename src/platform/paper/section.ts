// The sections of a paper, and its texts in small print.
import { ink, type Paper, type Part, sheet } from "./paper.ts";

/** A section with its heading; it begins on a new page if its first rows would not fit. */
export function section(paper: Paper, heading: string, note?: string): Part {
  if (!paper.reserve(86) && paper.y > sheet.top) paper.y += 14;
  const part = paper.part("Sect", paper.root);
  paper.inside(paper.part("H2", part), () => {
    paper.write(
      heading,
      { size: 11.5, isBold: true, color: ink.accent },
      { x: sheet.left, y: paper.y },
    );
  });
  paper.y += 16;
  if (note !== undefined) paragraph(paper, part, note);
  return part;
}

/** A paragraph in small print, as wide as the page. */
export function paragraph(paper: Paper, parent: Part, text: string): void {
  const setting = { size: 7.6, color: ink.soft };
  const lines = paper.linesOf(text, setting, sheet.right - sheet.left);
  paper.reserve(lines.length * 10);
  paper.inside(paper.part("P", parent), () => {
    lines.forEach((line, at) => {
      paper.write(line, setting, { x: sheet.left, y: paper.y + at * 10 });
    });
  });
  paper.y += lines.length * 10 + 3;
}
