// Reads one file by a profile. The file is held in memory as text, and its rows once more until they are facts.

import { type Decimal, isZero, sum } from "../../values/src/decimal.ts";
import { type DayForm, isNothing, readNumber } from "./cell-readings.ts";
import { dayIn, formsIn } from "./day-columns.ts";
import type {
  CustodianFile,
  Place,
  Question,
  Reading,
  SecurityNamed,
  TransactionFact,
} from "./facts.ts";
import { readTemplate, type TemplateValues } from "./name-template.ts";
import type { ActionRule, Field, Profile, TableShape } from "./profile.ts";
import { rowIdentities } from "./row-identity.ts";
import { decodeText } from "./separated-text.ts";
import { normal, type TableRow, tablesOf } from "./table-rows.ts";
import { isXml, xmlTablesOf } from "./xml-rows.ts";

/** Everything that a file says under a profile; problems and questions stand next to the facts that could be read. */
export function readCustodianFile(profile: Profile, { name, bytes }: CustodianFile): Reading {
  const reading = emptyReading();
  const shapes = profile.tables.filter((table) => valuesOfName(table, name) !== undefined);
  const [first] = shapes;
  const about = (problem: string) => reading.problems.push({ file: name, line: 1, problem });
  if (first === undefined) {
    about(`no table of the profile "${profile.name}" has files of this name`);
    return reading;
  }
  const fromName = valuesOfName(first, name) ?? {};
  const text = decodeText(bytes);
  if (text.includes("\u0000")) {
    about("it has the character U+0000, as no text has: export it again, as CSV or XML");
    return reading;
  }
  const found = isXml(text)
    ? xmlTablesOf(name, text, shapes, profile)
    : tablesOf(name, text, shapes, fromName);
  if (!found.hasHeading) about(`it has no heading of the profile "${profile.name}"`);
  reading.asides.push(...found.asides);
  reading.questions.push(...found.questions);
  reading.problems.push(...found.problems);
  readRows(name, found.rows, profile, reading);
  return reading;
}

function valuesOfName({ files }: TableShape, name: string): TemplateValues | undefined {
  for (const template of files) {
    const found = readTemplate(template, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

function emptyReading(): Reading {
  return {
    transactions: [],
    positions: [],
    lots: [],
    balances: [],
    prices: [],
    accounts: [],
    securities: [],
    questions: [],
    problems: [],
    asides: [],
  };
}

/** The state that the rows of one file share. */
interface FileState {
  readonly file: string;
  readonly profile: Profile;
  readonly reading: Reading;
  readonly forms: ReadonlyMap<Field, ReadonlySet<DayForm>>;
  readonly identify: ReturnType<typeof rowIdentities>;
  readonly accounts: Set<string>;
  readonly securities: Set<string>;
  readonly unknownActions: Map<string, Question>;
}

const dayFields = ["day", "settlementDay", "acquired"] as const;

function readRows(
  file: string,
  rows: readonly TableRow[],
  profile: Profile,
  reading: Reading,
): void {
  const cellsOf = (field: Field) => rows.map(({ cells }) => cells[field] ?? "");
  const forms = new Map(dayFields.map((field) => [field, formsIn(cellsOf(field))] as const));
  const state: FileState = {
    file,
    profile,
    reading,
    forms,
    identify: rowIdentities(),
    accounts: new Set(),
    securities: new Set(),
    unknownActions: new Map(),
  };
  for (const row of rows) readRow(state, row);
  reading.questions.push(...state.unknownActions.values());
}

/** The cells of one row as values; what cannot be read is noted and makes the row unusable. */
interface RowValues extends Place {
  readonly row: TableRow;
  readonly problems: string[];
  /** The problems that are days which could be others. */
  readonly ambiguous: Set<string>;
  readonly text: (field: Field) => string;
  readonly figure: (field: Field) => Decimal | undefined;
  readonly day: (field: (typeof dayFields)[number]) => string | undefined;
}

function valuesOf({ file, profile, forms }: FileState, row: TableRow): RowValues {
  const problems: string[] = [];
  const ambiguous = new Set<string>();
  const text = (field: Field) => row.cells[field] ?? "";
  const day = (field: (typeof dayFields)[number]) => {
    if (isNothing(text(field))) return undefined;
    const read = dayIn(text(field), forms.get(field) ?? new Set(), ordersOf(profile, row.table));
    if ("day" in read) return read.day;
    problems.push(read.problem);
    if (read.isAmbiguous) ambiguous.add(read.problem);
    return undefined;
  };
  const figure = (field: Field) => {
    if (isNothing(text(field))) return undefined;
    const read = readNumber(text(field), profile.decimal);
    if (read === undefined) problems.push(`"${text(field)}" is not a number (${field})`);
    return read;
  };
  return { file, line: row.line, row, problems, ambiguous, text, figure, day };
}

function ordersOf({ dayOrder, ambiguousDays }: Profile, { kind }: TableShape) {
  return { ...given({ dayOrder }), ambiguousDays: ambiguousDays?.[kind] };
}

function readRow(state: FileState, row: TableRow): void {
  const values = valuesOf(state, row);
  if (row.table.kind === "transactions") readTransaction(state, values);
  else if (row.table.kind === "priceMatrix") readMatrixRow(state, values);
  else if (row.table.kind === "prices") readPrice(state, values);
  else readHolding(state, values);
  const { file, line } = values;
  for (const problem of new Set(values.problems)) {
    const flag = values.ambiguous.has(problem) ? { ambiguousDayOf: values.row.table.kind } : {};
    state.reading.problems.push({ file, line, problem, row: values.row.text, ...flag });
  }
}

function readTransaction(state: FileState, values: RowValues): void {
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
  return typeBelowZero !== undefined && isBelow(decides) ? typeBelowZero : type;
}

function isBelow(figure: Decimal | undefined): boolean {
  return figure?.startsWith("-") ?? false;
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
    (isBelow(amount) ? incoming.includes(type) : outgoing.includes(type));
  const isQuantityWrong = isBelow(quantity) && ["BUY", "REI", "TIN"].includes(type);
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
    if (isBelow(fee) !== row.table.feesBelowZero) problems.push(`the fee ${fee} is a refund`);
  }
  return list.length === 0 ? undefined : unsigned(sum(list));
}

function unsigned(figure: Decimal | undefined): Decimal | undefined {
  if (figure === undefined || isZero(figure)) return undefined;
  return (isBelow(figure) ? figure.slice(1) : figure) as Decimal;
}

/** The parts that are given. */
function given<T extends object>(parts: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(parts).filter(([, part]) => part !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

function accountOf(state: FileState, { file, line, row, text, problems }: RowValues) {
  const account = text("account") || row.fromName.account;
  if (account === undefined) {
    problems.push("neither row, title nor name of the file has an account");
    return undefined;
  }
  if (!state.accounts.has(account)) {
    state.accounts.add(account);
    const owner = text("owner");
    state.reading.accounts.push({ file, line, account, ...(owner === "" ? {} : { owner }) });
  }
  return account;
}

function securityOf(state: FileState, { file, line, row, text }: RowValues) {
  const symbol = text("symbol").replace(/\*+$/, "");
  const isCusip = /^[0-9A-Z]{8}\d$/.test(symbol) && /\d/.test(symbol.slice(0, 3));
  const cusip = text("cusip") || (isCusip ? symbol : "");
  const named = nameOf(isCusip || isNothing(symbol) ? "" : symbol, cusip, text("name"));
  if (named.symbol === undefined && named.cusip === undefined && text("quantity") === "") {
    return undefined;
  }
  const key = named.cusip ?? named.symbol ?? named.name ?? "";
  if (!state.securities.has(key)) {
    state.securities.add(key);
    const quotationFactor = factorOf(row.table, text("securityKind"));
    state.reading.securities.push({ file, line, ...named, ...given({ quotationFactor }) });
  }
  return named;
}

function nameOf(symbol: string, cusip: string, name: string): SecurityNamed {
  return {
    ...(symbol === "" ? {} : { symbol }),
    ...(isNothing(cusip) ? {} : { cusip }),
    ...(isNothing(name) ? {} : { name }),
  };
}

function factorOf({ quotationFactors }: TableShape, kind: string): string | undefined {
  const found = Object.entries(quotationFactors).find(([word]) => normal(word) === normal(kind));
  return found?.[1];
}

/** A position, a lot or a balance. */
function readHolding(state: FileState, values: RowValues): void {
  const { file, line, row, figure, text } = values;
  const account = accountOf(state, values);
  const on = values.day("day") ?? dayOf(state, row.fromName);
  const isCash = row.table.cashRows.some((word) =>
    [text("symbol"), text("name")].map(normal).includes(normal(word)),
  );
  const cash = figure(row.table.kind === "balances" ? "cash" : "value");
  const shares = figure("quantity");
  const costBasis = figure("cost");
  const acquiredOn = values.day("acquired");
  const more = given({ price: figure("price"), marketValue: figure("value") });
  if (account === undefined || values.problems.length > 0) return;
  const at = { file, line, account, ...given({ on }) };
  if (isCash || row.table.kind === "balances") {
    if (cash === undefined) values.problems.push("it has no amount of cash");
    else state.reading.balances.push({ ...at, cash });
    return;
  }
  const security = securityOf(state, values);
  if (shares === undefined || security === undefined) {
    values.problems.push("it has no quantity or no security");
    return;
  }
  const basis = given({ costBasis });
  if (row.table.kind === "positions") {
    state.reading.positions.push({ ...at, security, shares, ...more, ...basis });
  } else state.reading.lots.push({ ...at, security, shares, ...given({ acquiredOn }), ...basis });
}

function dayOf({ profile }: FileState, { day }: TemplateValues): string | undefined {
  if (day === undefined) return undefined;
  const read = dayIn(day, new Set(), { ...profile, ambiguousDays: undefined });
  return "day" in read ? read.day : undefined;
}

function readPrice(state: FileState, values: RowValues): void {
  const { file, line } = values;
  const on = values.day("day");
  const price = values.figure("price");
  const security = securityOf(state, values);
  if (values.problems.length > 0 || on === undefined || price === undefined) return;
  if (security === undefined) values.problems.push("it names no security");
  else state.reading.prices.push({ file, line, security, on, price });
}

/** A day's closes; a gap is a security without one. */
function readMatrixRow(state: FileState, values: RowValues): void {
  const { file, line, row, problems } = values;
  const on = values.day("day");
  if (on === undefined) return;
  for (const [symbol, cell] of row.others) {
    if (symbol === "" || isNothing(cell)) continue;
    const price = readNumber(cell, state.profile.decimal);
    if (price === undefined) problems.push(`"${cell}" is not a price of ${symbol}`);
    else state.reading.prices.push({ file, line, security: { symbol }, on, price });
    if (state.securities.has(symbol)) continue;
    state.securities.add(symbol);
    state.reading.securities.push({ file, line, symbol });
  }
}
