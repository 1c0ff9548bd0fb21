// The boxes of Forms 1099-DIV and 1099-INT, as of 2024, from the transactions of a year.
// (docs/tax-lots.md, "Income forms")
import { type Day, encodeDay } from "@bursar/values/dates";
import { type Decimal, fixed, isZero, sum } from "@bursar/values/decimal";
import type { IncomeForm } from "./form-names.ts";
import type { IncomeBoxes, TaxFormBox, TaxFormLine, TaxFormPart } from "./schema.ts";

/** A transaction in force that pays income, returns capital, or pays or brings accrued interest. */
export interface IncomeRow {
  readonly transactionId: string;
  readonly transactionType: string;
  readonly tradeOn: Day;
  readonly ticker: string | null;
  readonly cusip: string | null;
  readonly incomeKind: string | null;
  /** Before withholding; of a purchase or sale its accrued interest. */
  readonly amount: Decimal;
  readonly federalTax: Decimal | null;
  readonly foreignTax: Decimal | null;
  readonly country: string | null;
  readonly stateTax: Decimal | null;
  readonly state: string | null;
}

/** The amount that a transaction adds to a box; null if nothing. */
type Figure = (row: IncomeRow) => Decimal | null;

/** How a box is filled: with a sum, the places of an amount, or the same text on every paper. */
interface BoxRule {
  readonly box: string;
  readonly title: string;
  readonly sums?: Figure;
  readonly names?: { readonly figure: Figure; readonly codeOf: (row: IncomeRow) => string | null };
  readonly text?: string;
}

/** The boxes of a form, and what is stated next to them, from the transactions of the year in order. */
export function incomeBoxes(form: IncomeForm, rows: readonly IncomeRow[]): IncomeBoxes {
  const supplemental = supplementalOf[form].map((rule) => boxOf(rule, rows));
  return {
    boxes: boxesOf[form].map((rule) => boxOf(rule, rows)),
    supplemental: supplemental.filter(({ lines }) => lines.length > 0),
  };
}

function boxOf({ box, title, sums, names, text }: BoxRule, rows: readonly IncomeRow[]): TaxFormBox {
  const figure = sums ?? names?.figure;
  const counted = rows.flatMap((row) => {
    const amount = figure?.(row) ?? null;
    return amount === null ? [] : [{ row, amount }];
  });
  return {
    box,
    title,
    amount: sums ? total(counted) : null,
    text: text ?? null,
    parts: [],
    ...(names && placesOf(counted, names.codeOf)),
    lines: counted.map(lineOf),
  };
}

/** A transaction and what it adds to a box. */
interface Counted {
  readonly row: IncomeRow;
  readonly amount: Decimal;
}

/** The place if every transaction names the same one, else the part of each. */
function placesOf(counted: readonly Counted[], codeOf: (row: IncomeRow) => string | null) {
  const byCode = [...Map.groupBy(counted, ({ row }) => codeOf(row))];
  const [[only] = [null]] = byCode;
  if (byCode.length === 0 || (byCode.length === 1 && only !== null)) return { text: only };
  const parts = byCode.map(([code, ofCode]): TaxFormPart => ({ code, amount: total(ofCode) }));
  // Tax for which no place is named comes last.
  return { parts: parts.toSorted((a, b) => ((a.code ?? "~") < (b.code ?? "~") ? -1 : 1)) };
}

function total(counted: readonly Counted[]): string {
  return fixed(sum(counted.map(({ amount }) => amount)), 2);
}

function lineOf({ row, amount }: Counted): TaxFormLine {
  const { transactionId, transactionType, tradeOn, ticker, cusip, incomeKind } = row;
  return {
    transactionId,
    date: encodeDay(tradeOn),
    transactionCode: transactionType,
    ticker,
    cusip,
    incomeKind,
    amount: fixed(amount, 2),
  };
}

const isOwed = ({ amount }: IncomeRow) => amount.startsWith("-");

/** The amounts of a type's transactions that have one of these kinds; null stands for none. */
function kinds(type: string, ...listed: readonly (string | null)[]): Figure {
  return (row) => {
    const isCounted = row.transactionType === type && listed.includes(row.incomeKind);
    return isCounted && !isOwed(row) ? row.amount : null;
  };
}

function withheld(types: readonly string[], tax: "federalTax" | "foreignTax" | "stateTax"): Figure {
  return (row) => {
    const amount = types.includes(row.transactionType) ? row[tax] : null;
    return amount === null || isZero(amount) ? null : amount;
  };
}

const accrued =
  (...types: readonly string[]): Figure =>
  (row) =>
    types.includes(row.transactionType) ? row.amount : null;

const notComputed = "not computed";
const exempt = ["exempt", "privateActivity"] as const;
const ofDividends = ["DIV", "ROC"] as const;
const ofInterest = ["INT"] as const;

/** The boxes of taxes: federal, foreign with its country, and those of the state. */
function taxes(types: readonly string[]) {
  const foreign = withheld(types, "foreignTax");
  const state = withheld(types, "stateTax");
  return {
    federal: { title: "Federal income tax withheld", sums: withheld(types, "federalTax") },
    foreign: { title: "Foreign tax paid", sums: foreign },
    country: {
      title: "Foreign country or U.S. territory",
      names: { figure: foreign, codeOf: ({ country }: IncomeRow) => country },
    },
    state: { title: "State", names: { figure: state, codeOf: (row: IncomeRow) => row.state } },
    stateNumber: { title: "State identification no." },
    stateTax: { title: "State tax withheld", sums: state },
  };
}

const onDividends = taxes(ofDividends);
const onInterest = taxes(ofInterest);

/** The boxes of each form in order; one without a rule stays empty. */
const boxesOf: Readonly<Record<IncomeForm, readonly BoxRule[]>> = {
  "1099-div": [
    {
      box: "1a",
      title: "Total ordinary dividends",
      sums: kinds("DIV", "ordinary", "qualified", "section199A", "shortGain", null),
    },
    { box: "1b", title: "Qualified dividends", sums: kinds("DIV", "qualified") },
    {
      box: "2a",
      title: "Total capital gain distributions",
      sums: kinds("DIV", "longGain", "section1250"),
    },
    { box: "2b", title: "Unrecaptured section 1250 gain", sums: kinds("DIV", "section1250") },
    { box: "2c", title: "Section 1202 gain" },
    { box: "2d", title: "Collectibles (28%) gain" },
    { box: "2e", title: "Section 897 ordinary dividends" },
    { box: "2f", title: "Section 897 capital gain" },
    { box: "3", title: "Nondividend distributions", sums: kinds("ROC", null) },
    { box: "4", ...onDividends.federal },
    { box: "5", title: "Section 199A dividends", sums: kinds("DIV", "section199A") },
    { box: "6", title: "Investment expenses", text: notComputed },
    { box: "7", ...onDividends.foreign },
    { box: "8", ...onDividends.country },
    { box: "9", title: "Cash liquidation distributions", sums: kinds("ROC", "liquidation") },
    { box: "10", title: "Noncash liquidation distributions" },
    { box: "11", title: "FATCA filing requirement", text: notComputed },
    { box: "12", title: "Exempt-interest dividends", sums: kinds("DIV", ...exempt) },
    {
      box: "13",
      title: "Specified private activity bond interest dividends",
      sums: kinds("DIV", "privateActivity"),
    },
    { box: "14", ...onDividends.state },
    { box: "15", ...onDividends.stateNumber },
    { box: "16", ...onDividends.stateTax },
  ],
  "1099-int": [
    { box: "1", title: "Interest income", sums: kinds("INT", "interest", null) },
    { box: "2", title: "Early withdrawal penalty", text: notComputed },
    {
      box: "3",
      title: "Interest on U.S. savings bonds and Treasury obligations",
      sums: kinds("INT", "treasury"),
    },
    { box: "4", ...onInterest.federal },
    { box: "5", title: "Investment expenses", text: notComputed },
    { box: "6", ...onInterest.foreign },
    { box: "7", ...onInterest.country },
    { box: "8", title: "Tax-exempt interest", sums: kinds("INT", ...exempt) },
    {
      box: "9",
      title: "Specified private activity bond interest",
      sums: kinds("INT", "privateActivity"),
    },
    { box: "10", title: "Market discount", text: notComputed },
    { box: "11", title: "Bond premium", text: notComputed },
    { box: "12", title: "Bond premium on Treasury obligations", text: notComputed },
    { box: "13", title: "Bond premium on tax-exempt bond", text: notComputed },
    { box: "14", title: "Tax-exempt and tax credit bond CUSIP no.", text: notComputed },
    { box: "15", ...onInterest.state },
    { box: "16", ...onInterest.stateNumber },
    { box: "17", ...onInterest.stateTax },
  ],
};

/** The sums that stand next to the boxes and are taken off none of them. */
const supplementalOf: Readonly<Record<IncomeForm, readonly BoxRule[]>> = {
  "1099-div": [
    { box: "notClassified", title: "Not classified, in box 1a", sums: kinds("DIV", null) },
  ],
  "1099-int": [
    { box: "notClassified", title: "Not classified, in box 1", sums: kinds("INT", null) },
    {
      box: "owedInterest",
      title: "Interest owed, not taken off",
      sums: (row) => (row.transactionType === "INT" && isOwed(row) ? row.amount : null),
    },
    {
      box: "accruedInterestPaid",
      title: "Accrued interest paid on purchases, not taken off",
      sums: accrued("BUY"),
    },
    {
      box: "accruedInterestReceived",
      title: "Accrued interest received in sales and redemptions, not in box 1",
      sums: accrued("SLE", "RDM"),
    },
  ],
};

/** The box with the state, and the one that names the payer's number there. */
const stateBoxes: Readonly<Record<IncomeForm, readonly [string, string]>> = {
  "1099-div": ["14", "15"],
  "1099-int": ["15", "16"],
};

/** The boxes with the payer's state number, where tax was withheld for a state. */
export function withStateNumber(
  form: IncomeForm,
  boxes: readonly TaxFormBox[],
  stateNumber: string | null,
): TaxFormBox[] {
  const [state, number] = stateBoxes[form];
  const isWithheld = boxes.some(({ box, lines }) => box === state && lines.length > 0);
  return boxes.map((each) =>
    isWithheld && each.box === number ? { ...each, text: stateNumber } : each,
  );
}

/** How many transactions the boxes of a form list; those that are only stated next to them count too. */
export function countOfRows({ boxes, supplemental }: IncomeBoxes): number {
  const lines = [...boxes, ...supplemental].flatMap((box) => box.lines);
  return new Set(lines.map(({ transactionId }) => transactionId)).size;
}

/** The kind of income that a reader sees: its code, or that a dividend or interest has none. */
export function kindShown({ incomeKind, transactionCode }: TaxFormLine): string {
  if (incomeKind !== null) return incomeKind;
  return transactionCode === "DIV" || transactionCode === "INT" ? "not classified" : "";
}
