// The first page of a statement: whose it is, the sum from opening to closing, the ends of months, the returns.
import { ink, type Paper, type Part, rule, sheet } from "../../../platform/paper/paper.ts";
import { paragraph, section } from "../../../platform/paper/section.ts";
import { drawTable, type Row } from "../../../platform/paper/table.ts";
import { daySpan, longDay, money } from "../../../platform/paper/words.ts";
import { drawMonthEnds } from "./draw-month-ends.ts";
import { drawReturns } from "./draw-returns.ts";
import type { Both, Statement } from "./statement.ts";
import type { BridgeLine } from "./value-bridge.ts";

/** Draws it, and goes on where it ends. */
export function drawFirstPage(paper: Paper, statement: Statement, title: string): void {
  drawTitle(paper, statement, title);
  drawParties(paper, statement);
  drawFigures(paper, statement);
  drawSum(paper, statement);
  drawMonthEnds(paper, statement);
  drawReturns(paper, statement);
}

function drawTitle(paper: Paper, { head }: Statement, title: string): void {
  const part = paper.part("Sect", paper.root);
  const half = (sheet.right - sheet.left) / 2;
  const at = sheet.left + half;
  paper.inside(paper.part("P", part), () => {
    paper.write(
      head.firm.name,
      { size: 13, isBold: true, color: ink.accent },
      { x: sheet.left, y: 42, width: half },
    );
    head.firm.address.forEach((line, place) => {
      paper.write(
        line,
        { size: 8, color: ink.soft },
        { x: sheet.left, y: 60 + place * 10, width: half },
      );
    });
  });
  paper.inside(paper.part("H1", part), () => {
    paper.write(title, { size: 15, isBold: true }, { x: at, y: 41, width: half, align: "right" });
  });
  paper.inside(paper.part("P", part), () => {
    const place = { x: at, y: 61, width: half, align: "right" } as const;
    paper.write(daySpan(head.from, head.to), { size: 9.5, color: ink.soft }, place);
  });
  part.end();
  paper.y = 60 + Math.max(2, head.firm.address.length) * 10 + 6;
  paper.artifact(() => rule(paper.page, paper.y, ink.accent, 1.2));
  paper.y += 16;
}

function drawParties(paper: Paper, { head }: Statement): void {
  const part = paper.part("Sect", paper.root);
  const top = paper.y;
  const half = (sheet.right - sheet.left) / 2;
  const names = head.owners.join(" and ");
  const lines = paper.linesOf(names, { size: 10, isBold: true }, half - 12);
  paper.inside(paper.part("P", part), () => {
    lines.forEach((line, at) => {
      paper.write(
        line,
        { size: 10, isBold: true },
        { x: sheet.left, y: top + at * 13, width: half - 12 },
      );
    });
    head.address.forEach((line, at) => {
      const y = top + lines.length * 13 + at * 12;
      paper.write(line, { size: 9.5 }, { x: sheet.left, y, width: half - 12 });
    });
  });
  const facts = [
    ["Account", head.accountNumber],
    ["Name", head.accountName],
    ["Type", head.accountType],
    ["Custodian", head.custodian.name],
    ["Delivery", head.delivery === "paper" ? "On paper, by mail" : "Electronic"],
  ] as const;
  const x = sheet.left + half;
  const table = paper.part("Table", part);
  facts.forEach(([name, text], at) => {
    const y = top + at * 12.5;
    const row = paper.part("TR", table);
    paper.inside(paper.part("TH", row, { scope: "Row" }), () => {
      paper.write(name, { size: 8, color: ink.soft }, { x, y: y + 0.5, width: 58 });
    });
    paper.inside(paper.part("TD", row), () => {
      paper.write(text, { size: 9 }, { x: x + 62, y, width: half - 62 });
    });
    row.end();
  });
  table.end();
  part.end();
  const used = Math.max(lines.length * 13 + head.address.length * 12, facts.length * 12.5);
  paper.y = top + used + 12;
}

/** The two values that everybody looks for, and what lies between them. */
function drawFigures(paper: Paper, { sum }: Statement): void {
  const part = paper.part("Sect", paper.root);
  const top = paper.y;
  const width = (sheet.right - sheet.left) / 3;
  paper.artifact(() => {
    paper.page.rect(sheet.left, top, sheet.right - sheet.left, 46).fill(ink.band);
  });
  const on = (day: string | null) => (day === null ? "before the first value" : longDay(day));
  const figures = [
    [`Opening value, ${on(sum.openingOn)}`, sum.opening.period],
    ["Change of value", sum.lines.change.period],
    [`Closing value, ${on(sum.closingOn)}`, sum.closing.period],
  ] as const;
  figures.forEach(([name, amount], at) => {
    const x = sheet.left + at * width + 12;
    paper.inside(paper.part("P", part), () => {
      paper.write(name, { size: 7.4, color: ink.soft }, { x, y: top + 9, width: width - 14 });
      const isLast = at === figures.length - 1;
      const setting = { size: 15, isBold: isLast, color: isLast ? ink.accent : ink.text };
      paper.write(dollars(amount), setting, { x, y: top + 21, width: width - 14 });
    });
  });
  part.end();
  paper.y = top + 58;
}

/** Money with the sign of the dollar behind its own. */
function dollars(amount: string): string {
  const text = money(amount);
  return text.startsWith("−") ? `−$${text.slice(1)}` : `$${text}`;
}

const lineNames: Readonly<Record<BridgeLine, string>> = {
  corrections: "Corrections of earlier periods",
  deposits: "Deposits",
  withdrawals: "Withdrawals",
  securitiesIn: "Securities received",
  securitiesOut: "Securities delivered",
  income: "Dividends and interest",
  taxWithheld: "Tax withheld",
  fees: "Advisory fees",
  refunds: "Refunds of fees",
  serviceFees: "Service fees",
  change: "Change of value",
};

/** Shown even where nothing of it happened. */
const always: ReadonlySet<string> = new Set([
  "deposits",
  "withdrawals",
  "income",
  "fees",
  "change",
]);

function drawSum(paper: Paper, { sum }: Statement): void {
  const part = section(paper, "Summary");
  const columns = [
    { heading: "", width: 280, wraps: true },
    { heading: "This period", width: 110, align: "right" as const },
    { heading: "Year to date", width: 110, align: "right" as const },
  ];
  const row = (name: string, amount: Both, kind: Row["kind"] = "line"): Row => {
    return { kind, cells: [name, money(amount.period), money(amount.year)] };
  };
  const isShown = (name: string, { period, year }: Both) =>
    always.has(name) || !/^-?0\.00$/.test(period) || !/^-?0\.00$/.test(year);
  const lines = Object.entries(sum.lines).filter(([name, amount]) => isShown(name, amount));
  const notes = notesOfChange(sum);
  drawTable(paper, part, columns, [
    row("Opening value", sum.opening),
    ...lines.map(([name, amount]) => {
      const line = row(lineNames[name as BridgeLine], amount);
      return name === "change" ? { ...line, notes } : line;
    }),
    row("Closing value", sum.closing, "total"),
  ]);
  if (sum.closingOn === null) noValue(paper, part);
  part.end();
}

/** The parts of the change in value, or why they are not known. */
function notesOfChange({
  changeOfPrices,
  changeOfAccrued,
  loadedFolios,
}: Statement["sum"]): string[] {
  if (changeOfPrices === null || changeOfAccrued === null) {
    return [`Not itemized: the values of ${loadedFolios.join(", ")} come from the custodian`];
  }
  const of = (name: keyof Both) =>
    `prices ${money(changeOfPrices[name])}, accrued income ${money(changeOfAccrued[name])}`;
  return [`This period: ${of("period")}`, `Year to date: ${of("year")}`];
}

function noValue(paper: Paper, part: Part): void {
  paragraph(paper, part, "Nothing has been valued in this account until the end of the period.");
}
