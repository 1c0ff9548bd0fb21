// Reads one file by a profile. The file is held in memory as text, and its rows once more until they are facts.

import { isNothing, readNumber } from "./cell-readings.ts";
import { dayIn, formsIn } from "./day-columns.ts";
import type { CustodianFile, Reading } from "./facts.ts";
import { readTemplate, type TemplateValues } from "./name-template.ts";
import type { Field, Profile, TableShape } from "./profile.ts";
import { readTransaction } from "./read-transaction.ts";
import { rowIdentities } from "./row-identity.ts";
import {
  accountOf,
  dayFields,
  type FileState,
  given,
  type RowValues,
  securityOf,
  valuesOf,
} from "./row-values.ts";
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

/** A reading without any rows. */
export function emptyReading(): Reading {
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
