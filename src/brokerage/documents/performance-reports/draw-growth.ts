// The growth of value as a drawing: the value at the ends of months over what was paid in until then.
import { ink, type Paper, rule, sheet } from "../../../platform/paper/paper.ts";
import { section } from "../../../platform/paper/section.ts";
import { money, shortMonth } from "../../../platform/paper/words.ts";
import type { PerformanceReport } from "./schema.ts";

const height = 110;
const labels = 66;

/** Draws it where there are two ends of months. */
export function drawGrowth(paper: Paper, { growth }: PerformanceReport): void {
  const [first] = growth;
  const last = growth.at(-1);
  if (first === undefined || last === undefined || growth.length < 2) return;
  const part = section(paper, "Growth of value");
  const top = paper.y + 4;
  const bottom = top + height;
  const cents = (text: string) => BigInt(text.replace(".", ""));
  const all = growth.flatMap(({ value, invested }) => [cents(value), cents(invested)]);
  const sorted = all.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const least = (sorted[0] ?? 0n) < 0n ? (sorted[0] ?? 0n) : 0n;
  const most = (sorted.at(-1) ?? 0n) > least ? (sorted.at(-1) ?? 1n) : least + 1n;
  const left = sheet.left + labels;
  const step = (sheet.right - left) / (growth.length - 1);
  // A drawing: its lengths are no figures.
  const yOf = (text: string) =>
    bottom - (Number(((cents(text) - least) * 10_000n) / (most - least)) / 10_000) * height;
  const line = (textOf: (at: number) => string) => {
    growth.forEach((_, at) => {
      const y = yOf(textOf(at));
      if (at === 0) paper.page.moveTo(left, y);
      else paper.page.lineTo(left + at * step, y);
    });
  };
  paper.artifact(() => {
    line((at) => growth[at]?.value ?? "0.00");
    paper.page.lineTo(sheet.right, bottom).lineTo(left, bottom).fill(ink.band);
    line((at) => growth[at]?.value ?? "0.00");
    paper.page.lineWidth(1.4).stroke(ink.accent);
    line((at) => growth[at]?.invested ?? "0.00");
    paper.page.lineWidth(0.8).dash(2, { space: 2 }).stroke(ink.soft).undash();
    rule(paper.page, bottom, ink.rule);
  });
  const soft = { size: 6.8, color: ink.soft };
  paper.inside(paper.part("P", part), () => {
    const text = (cent: bigint) => `${cent / 100n}.${String(cent % 100n).padStart(2, "0")}`;
    const place = { x: sheet.left, width: labels - 6, align: "right" } as const;
    paper.write(money(text(most)), soft, { ...place, y: top - 3 });
    paper.write(money(least < 0n ? `-${text(-least)}` : "0.00"), soft, { ...place, y: bottom - 6 });
    paper.write(shortMonth(first.on), soft, { x: left, y: bottom + 4 });
    const end = { x: sheet.right - 80, y: bottom + 4, width: 80, align: "right" } as const;
    paper.write(shortMonth(last.on), soft, end);
    const key = `Line: value, ${money(last.value)} at the end. Dashes: net contributions, ${money(last.invested)}.`;
    paper.write(key, soft, { x: left + 60, y: bottom + 4, width: sheet.right - left - 140 });
  });
  part.end();
  paper.y = bottom + 16;
}
