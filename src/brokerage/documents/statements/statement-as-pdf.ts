// A statement as PDF. Every figure comes from the statement as it is: nothing is calculated here. (docs/statements.md,
// "Drawing")
import type { Day } from "@bursar/values/dates";
import { drawPaper, type Paper, type Part } from "../../../platform/paper/paper.ts";
import { paragraph, section } from "../../../platform/paper/section.ts";
import { drawTable, type Row } from "../../../platform/paper/table.ts";
import {
  daySpan,
  grouped,
  longDay,
  money,
  price as priceText,
  shortDay,
  trimmed,
} from "../../../platform/paper/words.ts";
import { drawFirstPage } from "./draw-first-page.ts";
import type { Statement, StatementActivity, StatementHolding } from "./statement.ts";

/** The bytes of a statement, which nothing but its content and the instant decides. */
export async function statementAsPdf(statement: Statement, at: Date): Promise<Buffer> {
  const { head } = statement;
  const period = daySpan(head.from, head.to);
  const title = head.isCorrected ? "Corrected account statement" : "Account statement";
  const terms = {
    title: `${title} ${head.accountNumber}, ${period}`,
    author: head.firm.name,
    at,
    head: { left: head.firm.name, right: `${title}  ·  ${head.accountNumber}  ·  ${period}` },
    foot: `${head.firm.name}  ·  Custodian: ${head.custodian.name}`,
  };
  return drawPaper(terms, (paper) => {
    drawFirstPage(paper, statement, title);
    for (const draw of sections) draw(paper, statement);
  });
}

/** The sections after the first page, in order. */
const sections: readonly ((paper: Paper, statement: Statement) => void)[] = [
  drawHoldings,
  drawActivity,
  drawCorrections,
  drawIncome,
  drawGains,
  drawFees,
  drawWords,
];

const right = "right" as const;

function drawHoldings(paper: Paper, { holdings, sum, head }: Statement): void {
  const on = sum.closingOn === null ? "" : ` on ${longDay(sum.closingOn)}`;
  const part = section(paper, `Holdings${on}`);
  const isMarked = holdings.positions.some(({ mark }) => mark !== null);
  const termHeadings = head.isTaxable
    ? [
        { heading: "Gain, short-term", width: 54, align: right },
        { heading: "Gain, long-term", width: 54, align: right },
      ]
    : [{ heading: "Unrealized gain", width: 62, align: right }];
  const columns = [
    { heading: "Security", width: 118, wraps: true },
    { heading: "Quantity", width: 56, align: right },
    { heading: "Price", width: 50, align: right },
    { heading: "Value", width: 62, align: right },
    { heading: "Share", width: 36, align: right },
    { heading: "Cost basis", width: 60, align: right },
    ...termHeadings,
    { heading: "Accrued", width: 46, align: right },
  ];
  const gains = (of: {
    readonly shortTerm: string | null;
    readonly longTerm: string | null;
    readonly total: string | null;
  }) => (head.isTaxable ? [money(of.shortTerm), money(of.longTerm)] : [money(of.total)]);
  const blank = head.isTaxable ? ["", ""] : [""];
  const { total } = holdings;
  const rows: Row[] = [
    ...holdings.positions.map((each) => holdingRow(each, head.to, gains(each.unrealized))),
    ...cashRows(holdings, blank),
    {
      kind: "total",
      cells: [
        "Total",
        "",
        "",
        money(total.value),
        "",
        money(total.costBasis),
        ...gains({ ...total, total: total.unrealized }),
        money(total.accrued),
      ],
    },
  ];
  drawTable(paper, part, columns, rows);
  if (isMarked) {
    paragraph(
      paper,
      part,
      "* An older price: no close of that day is known. † An estimate: no close is known at all.",
    );
  }
  drawUnsettled(paper, part, holdings);
  part.end();
}

const marks = { older: "*", estimated: "†" } as const;

/** A price of another day than the last of the period is shown with it. */
function holdingRow(holding: StatementHolding, to: Day, gains: readonly string[]): Row {
  const { name, ticker, cusip, quantity, price, pricedOn, mark, value, share } = holding;
  const identity = [ticker, cusip === null ? "" : `CUSIP ${cusip}`].filter((text) => text !== "");
  const isOfDay = mark === null && pricedOn === to;
  const priced = isOfDay || pricedOn === null ? [] : [`Price of ${shortDay(pricedOn)}`];
  return {
    cells: [
      name,
      trimmed(quantity),
      price === null ? "—" : `${mark === null ? "" : marks[mark]}${priceText(price)}`,
      money(value),
      share === null ? "—" : `${share}%`,
      money(holding.costBasis),
      ...gains,
      money(holding.accrued),
    ],
    notes: [[...identity, ...priced].join("  ·  ")],
  };
}

function cashRows(
  {
    cash,
    settledCash,
    unsettledCash,
    cashShare,
    unsettled,
    otherAccrued,
    other,
  }: Statement["holdings"],
  blank: readonly string[],
): Row[] {
  const line = (name: string, value: string, share: string | null, accrued: string) => ({
    cells: [name, "", "", value, share === null ? "" : `${share}%`, "", ...blank, accrued],
  });
  const isSettled = unsettled.length === 0;
  return [
    line("Cash, settled", money(settledCash), isSettled ? cashShare : null, ""),
    ...(isSettled
      ? []
      : [
          line("Trades not settled", money(unsettledCash), null, ""),
          line("Cash by trade date", money(cash), cashShare, ""),
        ]),
    ...(otherAccrued === "0.00" ? [] : [line("Due on other", "", null, money(otherAccrued))]),
    ...(other === "0.00" ? [] : [line("Valued by the custodian alone", money(other), null, "")]),
  ];
}

function drawUnsettled(paper: Paper, part: Part, { unsettled }: Statement["holdings"]): void {
  if (unsettled.length === 0) return;
  const columns = [
    { heading: "Unsettled trade", width: 260, wraps: true },
    { heading: "Traded", width: 70 },
    { heading: "Settles", width: 70 },
    { heading: "Amount", width: 90, align: right },
  ];
  const rows = unsettled.map(({ on, settlesOn, description, amount }) => ({
    cells: [description, shortDay(on), shortDay(settlesOn), money(amount)],
  }));
  drawTable(paper, part, columns, rows);
}

function drawActivity(paper: Paper, { activity }: Statement): void {
  const part = section(paper, "Activity by trade date");
  if (activity.length === 0) {
    paragraph(paper, part, "There was no activity in this period.");
    part.end();
    return;
  }
  const columns = [
    { heading: "Date", width: 50 },
    { heading: "Settles", width: 50 },
    { heading: "Activity", width: 78, wraps: false },
    { heading: "Description", width: 132, wraps: true },
    { heading: "Quantity", width: 58, align: right },
    { heading: "Price", width: 50, align: right },
    { heading: "Fees", width: 38, align: right },
    { heading: "Amount", width: 62, align: right },
  ];
  drawTable(paper, part, columns, activity.map(activityRow));
  part.end();
}

function activityRow(entry: StatementActivity): Row {
  const { on, settlesOn, kind, description, quantity, price, fees, amount, remarks } = entry;
  return {
    cells: [
      shortDay(on),
      settlesOn === null ? "" : shortDay(settlesOn),
      wordsOf(kind),
      description,
      quantity === null ? "" : trimmed(quantity),
      price === null ? "" : priceText(price),
      fees === null ? "" : money(fees),
      money(amount),
    ],
    notes: remarks.length === 0 ? [] : [remarks.join("  ·  ")],
  };
}

/** The name of a sub category with one capital letter; abbreviations keep theirs. */
function wordsOf(kind: string): string {
  return kind === "ACH" ? kind : kind.slice(0, 1) + kind.slice(1).toLowerCase();
}

function drawCorrections(paper: Paper, { corrections, sum }: Statement): void {
  const { corrections: total } = sum.lines;
  if (corrections.length === 0 && /^-?0\.00$/.test(total.period)) return;
  const part = section(
    paper,
    "Corrections of earlier periods",
    "These facts became known after your last statement. Their amount is what its closing value is worth now, less " +
      "what was printed; prices that were corrected are part of it.",
  );
  const columns = [
    { heading: "Date", width: 60 },
    { heading: "Correction", width: 70 },
    { heading: "Description", width: 190, wraps: true },
    { heading: "Before", width: 90, align: right },
    { heading: "Now", width: 90, align: right },
  ];
  const figure = (text: string | null) => (text === null ? "" : grouped(text));
  const rows: Row[] = corrections.map(({ on, kind, description, instead, amount }) => ({
    cells: [shortDay(on), kind, description, figure(instead), figure(amount)],
  }));
  rows.push({
    kind: "total",
    cells: ["Effect on the opening value", "", "", "", money(total.period)],
  });
  drawTable(paper, part, columns, rows);
  part.end();
}

const bothColumns = [
  { heading: "", width: 260, wraps: true },
  { heading: "This period", width: 110, align: right },
  { heading: "Year to date", width: 110, align: right },
];

function drawIncome(paper: Paper, { incomeAndFees: { income, withheld }, sum }: Statement): void {
  const part = section(paper, "Income");
  const rows: Row[] = income.map(({ kind, amount }) => ({
    cells: [kind, money(amount.period), money(amount.year)],
  }));
  rows.push({
    kind: "total",
    cells: ["Total income", money(sum.lines.income.period), money(sum.lines.income.year)],
  });
  rows.push({ cells: ["Tax withheld", money(withheld.period), money(withheld.year)] });
  drawTable(paper, part, bothColumns, rows);
  part.end();
}

function drawGains(paper: Paper, { incomeAndFees: { gains } }: Statement): void {
  if (gains.length === 0) return;
  const part = section(
    paper,
    "Realized gains and losses",
    "A washed loss is disallowed and added to the basis of the replacement shares.",
  );
  const columns = [
    { heading: "Term", width: 120 },
    { heading: "Proceeds, year to date", width: 92, align: right },
    { heading: "Cost basis, year to date", width: 92, align: right },
    { heading: "Washed, year to date", width: 82, align: right },
    { heading: "Gain, this period", width: 82, align: right },
    { heading: "Gain, year to date", width: 82, align: right },
  ];
  const rows = gains.map(({ term, proceeds, costBasis, washed, gain }) => ({
    cells: [
      term,
      money(proceeds.year),
      money(costBasis.year),
      money(washed.year),
      money(gain.period),
      money(gain.year),
    ],
  }));
  drawTable(paper, part, columns, rows);
  part.end();
}

function drawFees(paper: Paper, { incomeAndFees: { fees, feesOfYear } }: Statement): void {
  if (fees.length === 0 && feesOfYear === "0.00") return;
  const part = section(paper, "Fees");
  const columns = [
    { heading: "Date", width: 60 },
    { heading: "Fee", width: 180, wraps: true },
    { heading: "Basis", width: 90, align: right },
    { heading: "Annual rate", width: 70, align: right },
    { heading: "Days", width: 40, align: right },
    { heading: "Amount", width: 80, align: right },
  ];
  const rows: Row[] = fees.map(({ on, description, basis, rate, days, amount }) => ({
    cells: [
      shortDay(on),
      description,
      basis === null ? "" : money(basis),
      rate === null ? "" : `${trimmed(rate)}%`,
      days ?? "",
      money(amount),
    ],
  }));
  rows.push({ kind: "total", cells: ["Year to date", "", "", "", "", money(feesOfYear)] });
  drawTable(paper, part, columns, rows);
  part.end();
}

function drawWords(paper: Paper, { words }: Statement): void {
  if (words.length === 0) return;
  const part = section(paper, "What you should know");
  for (const { text } of words) paragraph(paper, part, text);
  part.end();
}
