// A performance report as PDF: net first, gross next to it, in one size and over the same days.
// (17 CFR 275.206(4)-1(d); docs/statements.md, "Performance reports")
import { drawPaper, ink, type Paper, rule, sheet } from "../../../platform/paper/paper.ts";
import { paragraph, section } from "../../../platform/paper/section.ts";
import { type Column, drawTable, type Row } from "../../../platform/paper/table.ts";
import { longDay, money, percent, shortDay } from "../../../platform/paper/words.ts";
import { drawGrowth } from "./draw-growth.ts";
import type { PerformanceReport } from "./schema.ts";

/** The bytes of a report, which nothing but its content and the instant decides. */
export async function drawReport(report: PerformanceReport, at: Date): Promise<Buffer> {
  const { firm, identifier, name, to, of } = report;
  const who = of === "ACCOUNT" ? identifier : name;
  const terms = {
    title: `Performance report ${who}, ${longDay(to)}`,
    author: firm.name,
    at,
    head: { left: firm.name, right: `Performance report  ·  ${who}  ·  ${longDay(to)}` },
    foot: `${firm.name}  ·  Past returns do not promise others.`,
  };
  return drawPaper(terms, (paper) => {
    drawTitle(paper, report);
    drawGrowth(paper, report);
    drawPeriods(paper, report);
    drawYears(paper, report);
    drawMoneyWeighted(paper, report);
    drawAmounts(paper, report);
    drawAllocation(paper, report);
    drawWords(paper, report);
  });
}

const right = "right" as const;
const half = (sheet.right - sheet.left) / 2;

function drawTitle(
  paper: Paper,
  { firm, owners, name, identifier, asOf, value, of }: PerformanceReport,
): void {
  const part = paper.part("Sect", paper.root);
  const { left } = sheet;
  paper.inside(paper.part("P", part), () => {
    paper.write(
      firm.name,
      { size: 13, isBold: true, color: ink.accent },
      { x: left, y: 42, width: half },
    );
  });
  paper.inside(paper.part("H1", part), () => {
    const place = { x: left + half, y: 41, width: half, align: right };
    paper.write("Performance report", { size: 15, isBold: true }, place);
  });
  const on = asOf === null ? "Nothing is valued yet" : `As of ${longDay(asOf)}`;
  paper.inside(paper.part("P", part), () => {
    const place = { x: left + half, y: 61, width: half, align: right };
    paper.write(on, { size: 9.5, color: ink.soft }, place);
  });
  paper.artifact(() => rule(paper.page, 80, ink.accent, 1.2));
  const names = paper.linesOf(owners.join(" and "), { size: 10, isBold: true }, half);
  paper.inside(paper.part("P", part), () => {
    names.forEach((line, at) => {
      paper.write(line, { size: 10, isBold: true }, { x: left, y: 94 + at * 13, width: half });
    });
    const kind = of === "ACCOUNT" ? "Account" : "Household";
    const y = 95 + names.length * 13;
    paper.write(`${kind} ${identifier}, ${name}`, { size: 9 }, { x: left, y, width: half });
  });
  paper.inside(paper.part("P", part), () => {
    const place = { x: left + half, y: 93, width: half, align: right };
    paper.write("Value", { size: 7.4, color: ink.soft }, place);
    const shown = value === null ? "—" : `$${money(value)}`.replace("$−", "−$");
    paper.write(shown, { size: 15, isBold: true, color: ink.accent }, { ...place, y: 104 });
  });
  part.end();
  paper.y = 118 + names.length * 13;
}

/** A column for each benchmark; its name has as many lines as it needs. */
function besideColumns({ benchmarks }: PerformanceReport): Column[] {
  return benchmarks.map(({ name }) => ({ heading: name, width: 100, align: right }));
}

function drawPeriods(paper: Paper, report: PerformanceReport): void {
  if (report.periods.length === 0) return;
  const part = section(paper, "Time-weighted returns");
  const columns = [
    { heading: "Period", width: 110 },
    { heading: "From", width: 66 },
    { heading: "Net of fees", width: 70, align: right },
    { heading: "Gross of fees", width: 70, align: right },
    ...besideColumns(report),
  ];
  drawTable(paper, part, columns, report.periods.map(returnRow));
  part.end();
}

function returnRow({
  label,
  from,
  net,
  gross,
  isYearly,
  benchmarks,
}: PerformanceReport["periods"][number]): Row {
  return {
    cells: [
      isYearly ? `${label}, annualized` : label,
      shortDay(from),
      percent(net),
      percent(gross),
      ...benchmarks.map(percent),
    ],
  };
}

function drawYears(paper: Paper, report: PerformanceReport): void {
  if (report.years.length === 0) return;
  const part = section(paper, "Calendar years");
  const columns = [
    { heading: "Year", width: 176 },
    { heading: "Net of fees", width: 70, align: right },
    { heading: "Gross of fees", width: 70, align: right },
    ...besideColumns(report),
  ];
  const rows = report.years.map(({ year, net, gross, benchmarks }) => ({
    cells: [year, percent(net), percent(gross), ...benchmarks.map(percent)],
  }));
  drawTable(paper, part, columns, rows);
  part.end();
}

function drawMoneyWeighted(paper: Paper, { moneyWeighted }: PerformanceReport): void {
  if (moneyWeighted.length === 0) return;
  const part = section(
    paper,
    "Money-weighted returns",
    "The earnings of the money in the account, with the days on which it came and went.",
  );
  const columns = [
    { heading: "Period", width: 110 },
    { heading: "From", width: 66 },
    { heading: "Net of fees", width: 70, align: right },
    { heading: "Gross of fees", width: 70, align: right },
  ];
  drawTable(paper, part, columns, moneyWeighted.map(returnRow));
  part.end();
}

function drawAmounts(paper: Paper, { years }: PerformanceReport): void {
  if (years.length === 0) return;
  const part = section(
    paper,
    "Values, flows and fees by year",
    "The change is the closing value less the opening value and flows; fees have lowered it.",
  );
  const columns = [
    { heading: "Year", width: 60 },
    { heading: "Opening value", width: 90, align: right },
    { heading: "Net contributions", width: 90, align: right },
    { heading: "Change", width: 90, align: right },
    { heading: "Fees in it", width: 80, align: right },
    { heading: "Closing value", width: 90, align: right },
  ];
  const rows = years.map(({ year, opening, netFlows, change, fees, closing }) => ({
    cells: [year, money(opening), money(netFlows), money(change), money(fees), money(closing)],
  }));
  drawTable(paper, part, columns, rows);
  part.end();
}

function drawAllocation(paper: Paper, { allocation, asOf }: PerformanceReport): void {
  if (allocation.length === 0 || asOf === null) return;
  const part = section(paper, `Allocation on ${longDay(asOf)}`);
  const columns = [
    { heading: "Kind of asset", width: 260, wraps: true },
    { heading: "Value", width: 110, align: right },
    { heading: "Share", width: 80, align: right },
  ];
  const rows = allocation.map(({ kind, value, share }) => ({
    cells: [kind, money(value), percent(share)],
  }));
  drawTable(paper, part, columns, rows);
  part.end();
}

function drawWords(paper: Paper, { words }: PerformanceReport): void {
  if (words.length === 0) return;
  const part = section(paper, "What you should know");
  for (const text of words) paragraph(paper, part, text);
  part.end();
}
