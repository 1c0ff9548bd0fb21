// A bill as PDF. (docs/statements.md, "Bills")
import { drawPaper, ink, type Paper, rule, sheet } from "../../../platform/paper/paper.ts";
import { paragraph, section } from "../../../platform/paper/section.ts";
import { drawTable, type Row } from "../../../platform/paper/table.ts";
import { daySpan, grouped, money } from "../../../platform/paper/words.ts";
import { type BilledFee, type BillLine, billOf } from "./bill.ts";

/** The bytes of a bill, which nothing but the fee and the instant decides. */
export async function drawBill(fee: BilledFee, at: Date): Promise<Buffer> {
  const bill = billOf(fee);
  const period = daySpan(fee.from, fee.to);
  const terms = {
    title: `${bill.title} ${fee.accountNumber}, ${period}`,
    author: fee.firm.name,
    at,
    head: { left: fee.firm.name, right: `${bill.title}  ·  ${fee.accountNumber}  ·  ${period}` },
    foot: `${fee.firm.name}  ·  Custodian: ${fee.custodian}`,
  };
  return drawPaper(terms, (paper) => {
    drawTitle(paper, fee, bill.title);
    drawLines(paper, "Fee basis", bill.basis, false);
    drawLines(paper, "Fee calculation", bill.calculation, false);
    drawShares(paper, bill.shares);
    drawLines(paper, "Amount due", bill.result, true);
    const part = section(paper, "Payment");
    paragraph(paper, part, bill.payment);
    for (const text of fee.words) paragraph(paper, part, text);
    part.end();
  });
}

const right = "right" as const;

function drawTitle(paper: Paper, fee: BilledFee, title: string): void {
  const part = paper.part("Sect", paper.root);
  const { left } = sheet;
  const half = (sheet.right - sheet.left) / 2;
  paper.inside(paper.part("P", part), () => {
    paper.write(
      fee.firm.name,
      { size: 13, isBold: true, color: ink.accent },
      { x: left, y: 42, width: half },
    );
    fee.firm.address.forEach((line, at) => {
      paper.write(line, { size: 8, color: ink.soft }, { x: left, y: 60 + at * 10, width: half });
    });
  });
  paper.inside(paper.part("H1", part), () => {
    const place = { x: left + half, y: 42, width: half, align: right };
    const size = paper.widthOf(title, { size: 15 }) > half ? 12 : 15;
    paper.write(title, { size, isBold: true }, place);
  });
  paper.inside(paper.part("P", part), () => {
    const place = { x: left + half, y: 61, width: half, align: right };
    paper.write(daySpan(fee.from, fee.to), { size: 9.5, color: ink.soft }, place);
  });
  const line = 60 + Math.max(2, fee.firm.address.length) * 10 + 6;
  paper.artifact(() => rule(paper.page, line, ink.accent, 1.2));
  const top = line + 16;
  const names = paper.linesOf(fee.owners.join(" and "), { size: 10, isBold: true }, half - 12);
  paper.inside(paper.part("P", part), () => {
    names.forEach((line, at) => {
      paper.write(line, { size: 10, isBold: true }, { x: left, y: top + at * 13, width: half });
    });
    fee.address.forEach((line, at) => {
      const y = top + names.length * 13 + at * 12;
      paper.write(line, { size: 9.5 }, { x: left, y, width: half });
    });
  });
  paper.inside(paper.part("P", part), () => {
    const place = { x: left + half, y: top, width: half, align: right };
    paper.write(`Account ${fee.accountNumber}`, { size: 9 }, place);
    paper.write(fee.unit, { size: 9, color: ink.soft }, { ...place, y: top + 13 });
    paper.write(
      `$${money(fee.amount)}`.replace("$−", "−$"),
      { size: 17, isBold: true, color: ink.accent },
      { ...place, y: top + 28 },
    );
  });
  part.end();
  paper.y = top + 10 + Math.max(names.length * 13 + fee.address.length * 12, 40);
}

function drawLines(
  paper: Paper,
  heading: string,
  lines: readonly BillLine[],
  endsWithTotal: boolean,
): void {
  if (lines.length === 0) return;
  const part = section(paper, heading);
  const columns = [
    { heading: "", width: 380, wraps: true },
    { heading: "Dollars", width: 120, align: right },
  ];
  const rows = lines.map(({ text, amount }, at): Row => {
    const isTotal = endsWithTotal && at === lines.length - 1;
    return { kind: isTotal ? "total" : "line", cells: [text, grouped(amount)] };
  });
  drawTable(paper, part, columns, rows);
  part.end();
}

function drawShares(paper: Paper, shares: BilledFee["shares"]): void {
  if (shares.length === 0) return;
  const part = section(paper, "Shares of the accounts");
  const columns = [
    { heading: "Account", width: 200 },
    { heading: "Basis", width: 130, align: right },
    { heading: "Share of the fee", width: 130, align: right },
  ];
  const rows = shares.map(({ accountNumber, basis, amount }) => ({
    cells: [accountNumber, money(basis), money(amount)],
  }));
  drawTable(paper, part, columns, rows);
  part.end();
}
