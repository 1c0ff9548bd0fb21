// The value at the ends of the last twelve months, as bars over a table.
import { ink, type Paper, rule, sheet } from "../../../platform/paper/paper.ts";
import { section } from "../../../platform/paper/section.ts";
import { money, shortMonth } from "../../../platform/paper/words.ts";
import type { Statement } from "./statement.ts";

/** The value at the ends of months, as bars over a table of two rows. */
export function drawMonthEnds(paper: Paper, { monthEnds }: Pick<Statement, "monthEnds">): void {
  const part = section(paper, "Value at month-end");
  const top = paper.y;
  const height = 46;
  const width = (sheet.right - sheet.left) / monthEnds.length;
  const cents = monthEnds.map(({ value }) =>
    value === null ? 0n : BigInt(value.replace(".", "")),
  );
  const largest = cents.toSorted((a, b) => (a < b ? -1 : 1)).at(-1) || 1n;
  paper.artifact(() => {
    cents.forEach((each, at) => {
      // A drawing: its length is no figure.
      const share = each > 0n ? Number((each * 1000n) / largest) / 1000 : 0;
      const x = sheet.left + at * width;
      const isLast = at === cents.length - 1;
      paper.page
        .rect(x + 5, top + height * (1 - share), width - 10, Math.max(height * share, 0.5))
        .fill(isLast ? ink.accent : "#a9bfce");
    });
    rule(paper.page, top + height, ink.rule);
  });
  const table = paper.part("Table", part);
  const line = (y: number, color: string, textOf: (at: number) => string) => {
    const row = paper.part("TR", table);
    monthEnds.forEach((_, at) => {
      paper.inside(paper.part("TD", row), () => {
        const text = textOf(at);
        const available = width - 2;
        const size = Math.min(
          6.6,
          (6.6 * available) / Math.max(available, paper.widthOf(text, { size: 6.6 })),
        );
        const place = {
          x: sheet.left + at * width + 1,
          y,
          width: available,
          align: "center",
        } as const;
        paper.write(text, { size, color }, place);
      });
    });
    row.end();
  };
  line(top + height + 3, ink.soft, (at) => shortMonth(monthEnds[at]?.on ?? ""));
  line(top + height + 12, ink.text, (at) => money(monthEnds[at]?.value ?? null));
  table.end();
  part.end();
  paper.y = top + height + 24;
}
