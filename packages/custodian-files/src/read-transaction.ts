// Transactions: the action of a row decides what it is, and the signs of its figures must agree with that.
import { type Decimal, isZero, sum } from "../../values/src/decimal.ts";
import type { TransactionFact } from "./facts.ts";
import type { ActionRule, TableShape } from "./profile.ts";
import {
  accountOf,
  type FileState,
  given,
  isBelowZero,
  type RowValues,
  securityOf,
  unsigned,
} from "./row-values.ts";
import { normal } from "./table-rows.ts";

/** Reads a row as a transaction; one that a rule ignores, or whose action is unknown, is noted. */
export function readTransaction(state: FileState, values: RowValues): void {
  const word = values.text("action");
  const rule = ruleOf(values.row.table, word);
  if (rule === undefined) {
    noteUnknownAction(state, values, word);
    return;
  }
  const { file, line } = values;
  if (rule.type === "ignore") {
    state.reading.asides.push({ file, line, as: "ignored", text: values.row.text });
    return;
  }
  const tradeDate = values.day("day");
  const account = accountOf(state, values);
  const signed = { quantity: values.figure("quantity"), amount: values.figure("amount") };
  if (tradeDate === undefined && values.problems.length === 0)
    values.problems.push("it has no day");
  figuresOf(values, undefined);
  if (tradeDate === undefined || account === undefined || values.problems.length > 0) return;
  const security = securityOf(state, values);
  const rowId = state.identify({
    profile: state.profile.name,
    account,
    day: tradeDate,
    action: normal(word),
    security: security?.symbol ?? security?.cusip ?? security?.name ?? "",
    quantity: signed.quantity ?? "",
    amount: signed.amount ?? "",
  });
  const transactionType = typeOf(rule, signed);
  const fact = {
    file,
    line,
    rowId,
    transactionType,
    account,
    tradeDate,
    action: word,
    ...(security === undefined ? {} : { security }),
    ...figuresOf(values, keepsSign(transactionType) ? signed.amount : unsigned(signed.amount)),
    // A reverse split takes shares, and a merger those of the old security.
    ...(eventTypes.includes(transactionType) ? given({ shares: signed.quantity }) : {}),
    ...(transactionType === "BAS" ? given({ reason: rule.reason }) : {}),
  };
  if (cashTypes.includes(transactionType) && fact.amount === undefined) {
    values.problems.push(`a ${transactionType} has an amount that is not 0`);
    return;
  }
  if (!signsAgree(fact, signed, values)) return;
  state.reading.transactions.push(...payoutOf(rule, fact), fact);
}

/** The rule of an action: the cell itself, else the longest beginning. */
function ruleOf({ actions }: TableShape, word: string): ActionRule | undefined {
  const cell = normal(word);
  const whole = actions.find((rule) => normal(rule.word) === cell);
  if (whole !== undefined) return whole;
  let longest: ActionRule | undefined;
  for (const rule of actions) {
    const begins = rule.match === "start" && `${cell} `.startsWith(`${normal(rule.word)} `);
    if (begins && rule.word.length > (longest?.word.length ?? 0)) longest = rule;
  }
  return longest;
}

function noteUnknownAction(state: FileState, { file, line, row }: RowValues, word: string): void {
  const earlier = state.unknownActions.get(word);
  const first = earlier ?? { file, line, about: "action" as const, word, example: row.text };
  state.unknownActions.set(word, { ...first, count: (earlier?.count ?? 0) + 1 });
}

interface Signed {
  readonly quantity: Decimal | undefined;
  readonly amount: Decimal | undefined;
}

function typeOf({ type, typeBelowZero }: ActionRule, { quantity, amount }: Signed): string {
  const decides = amount !== undefined && !isZero(amount) ? amount : quantity;
  return typeBelowZero !== undefined && isBelowZero(decides) ? typeBelowZero : type;
}

/** The types that take cash or bring it: a sign that says the contrary is a correction, which a
 * person has to see. */
const outgoing: readonly string[] = ["BUY", "REI", "WDL", "FEE", "ADM", "federalTax", "foreignTax"];
const incoming: readonly string[] = ["SLE", "RDM", "CIL", "DEP", "DIV", "MRG"];

/** Types whose quantity is what the position gains. */
const eventTypes: readonly string[] = ["SPL", "MRG", "SPO", "SYM"];

/** Types that are an amount of cash and nothing else. */
const cashTypes: readonly string[] = ["DEP", "WDL", "DIV", "INT", "FEE", "ADM", "ROC"];

function signsAgree(
  { transactionType: type }: TransactionFact,
  { quantity, amount }: Signed,
  { problems, text }: RowValues,
): boolean {
  const isCashWrong =
    amount !== undefined &&
    !isZero(amount) &&
    (isBelowZero(amount) ? incoming.includes(type) : outgoing.includes(type));
  const isQuantityWrong = isBelowZero(quantity) && ["BUY", "REI", "TIN"].includes(type);
  if (isCashWrong) problems.push(`the amount ${text("amount")} has the sign of no ${type}`);
  if (isQuantityWrong) problems.push(`the quantity ${text("quantity")} has the sign of no ${type}`);
  return !isCashWrong && !isQuantityWrong;
}

/** A reinvestment of one line is the payout first, then the purchase that it pays. */
function payoutOf({ paidBy }: ActionRule, fact: TransactionFact): TransactionFact[] {
  if (paidBy === undefined || fact.amount === undefined) return [];
  const { shares: _, price: __, fees: ___, ...payout } = fact;
  return [{ ...payout, transactionType: paidBy, rowId: `${fact.rowId}/payout` }];
}

/** Interest is paid as well as received, and an adjustment raises a basis or lowers it. */
function keepsSign(type: string): boolean {
  return type === "INT" || type === "BAS";
}

/** The figures other than the amount. */
function figuresOf(values: RowValues, amount: Decimal | undefined): Partial<TransactionFact> {
  const settlementDate = values.day("settlementDay");
  const fees = feesOf(values);
  return given({
    settlementDate,
    shares: unsigned(values.figure("quantity")),
    price: values.figure("price"),
    fees,
    accruedInterest: unsigned(values.figure("accruedInterest")),
    amount,
  });
}

/** Commission and other fees together; one of the other sign is a refund, which no trade of the service has. */
function feesOf({ row, figure, problems }: RowValues): Decimal | undefined {
  const list = [figure("commission"), figure("fees")].filter(
    (fee) => fee !== undefined && !isZero(fee),
  ) as Decimal[];
  for (const fee of list) {
    if (isBelowZero(fee) !== row.table.feesBelowZero) problems.push(`the fee ${fee} is a refund`);
  }
  return list.length === 0 ? undefined : unsigned(sum(list));
}
