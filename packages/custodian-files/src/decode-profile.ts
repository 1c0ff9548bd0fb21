// Reads a profile and names every fault of it at once.
import {
  type ActionRule,
  basisReasons,
  type Field,
  fields,
  type Profile,
  rowTypes,
  type TableKind,
  type TableShape,
} from "./profile.ts";

/** The fields that a table may have, and those without which it says nothing. */
const neededBy: Readonly<Record<TableKind, readonly Field[]>> = {
  transactions: ["day", "action"],
  positions: ["quantity"],
  balances: ["cash"],
  lots: ["quantity"],
  prices: ["day", "price"],
  priceMatrix: ["day"],
};

type Note = (path: string, problem: string) => void;
type Plain = Readonly<Record<string, unknown>>;

/** The profile, or the faults of it, each problem with its place. */
export function decodeProfile(
  value: unknown,
): { readonly profile: Profile } | { readonly problems: readonly string[] } {
  const problems: string[] = [];
  const note: Note = (path, problem) => problems.push(`${path}: ${problem}`);
  const profile = profileOf(value, note);
  return problems.length === 0 ? { profile } : { problems };
}

function profileOf(value: unknown, note: Note): Profile {
  const at = plain(value, "profile", note);
  known(at, "profile", ["name", "title", "dayOrder", "decimal", "statement", "tables"], note);
  const order = oneOf(at.dayOrder, "dayOrder", ["mdy", "dmy"], note);
  const decimal = oneOf(at.decimal, "decimal", [".", ","], note) ?? ".";
  const statement = at.statement === undefined ? undefined : statementOf(at.statement, note);
  const tables = list(at.tables, "tables", note);
  if (tables.length === 0) note("tables", "a profile has at least one table");
  return {
    name: text(at.name, "name", note),
    title: text(at.title, "title", note),
    ...(order === undefined ? {} : { dayOrder: order as "mdy" | "dmy" }),
    decimal: decimal as "." | ",",
    ...(statement === undefined ? {} : { statement }),
    tables: tables.map((table, index) => tableOf(table, `tables[${index}]`, note)),
  };
}

function statementOf(value: unknown, note: Note): NonNullable<Profile["statement"]> {
  const at = plain(value, "statement", note);
  known(at, "statement", ["element", "account", "day"], note);
  return {
    element: text(at.element, "statement.element", note),
    account: text(at.account, "statement.account", note),
    day: text(at.day, "statement.day", note),
  };
}

const parts = [
  "kind",
  "files",
  "element",
  "columns",
  "required",
  "expected",
  "ignoredColumns",
  "titles",
  "totals",
  "cashRows",
  "where",
  "except",
  "feesBelowZero",
  "actions",
  "quotationFactors",
];

function tableOf(value: unknown, path: string, note: Note): TableShape {
  const at = plain(value, path, note);
  known(at, path, parts, note);
  const kind = oneOf(at.kind, `${path}.kind`, Object.keys(neededBy), note) as TableKind;
  if (kind === undefined) note(`${path}.kind`, `is one of ${Object.keys(neededBy).join(", ")}`);
  const columns = listsByName(at.columns, `${path}.columns`, note);
  known(columns, `${path}.columns`, fields, note);
  noteSharedNames(columns, `${path}.columns`, note);
  const required = texts(at.required, `${path}.required`, note);
  for (const field of [...required, ...(neededBy[kind] ?? [])]) {
    if (columns[field] === undefined) note(`${path}.columns`, `has no ${field}`);
  }
  const expected = texts(at.expected, `${path}.expected`, note);
  for (const field of expected) {
    if (columns[field] === undefined) note(`${path}.columns`, `has no ${field}`);
  }
  const files = texts(at.files, `${path}.files`, note);
  if (files.length === 0) note(`${path}.files`, "names no file");
  const feesBelowZero = at.feesBelowZero ?? false;
  if (typeof feesBelowZero !== "boolean") note(`${path}.feesBelowZero`, "is true or false");
  const element =
    at.element === undefined ? {} : { element: text(at.element, `${path}.element`, note) };
  return {
    kind,
    files,
    ...element,
    columns,
    required: [...new Set([...required, ...(neededBy[kind] ?? [])])] as Field[],
    expected: expected as Field[],
    ignoredColumns: texts(at.ignoredColumns, `${path}.ignoredColumns`, note),
    titles: texts(at.titles, `${path}.titles`, note),
    totals: texts(at.totals, `${path}.totals`, note),
    cashRows: texts(at.cashRows, `${path}.cashRows`, note),
    feesBelowZero: feesBelowZero === true,
    except: listsByName(at.except, `${path}.except`, note),
    where: listsByName(at.where, `${path}.where`, note),
    actions: actionsOf(at.actions, `${path}.actions`, note),
    quotationFactors: factorsOf(at.quotationFactors, `${path}.quotationFactors`, note),
  };
}

/** A heading that two fields claim could be either. */
function noteSharedNames(
  columns: Readonly<Record<string, readonly string[]>>,
  path: string,
  note: Note,
): void {
  const owners = new Map<string, string>();
  for (const [field, names] of Object.entries(columns)) {
    for (const name of names) {
      const key = name.toLowerCase();
      const owner = owners.get(key);
      if (owner !== undefined) note(path, `"${name}" is both ${owner} and ${field}`);
      owners.set(key, field);
    }
  }
}

function actionsOf(value: unknown, path: string, note: Note): ActionRule[] {
  const words = new Set<string>();
  return list(value, path, note).map((entry, index) => {
    const rule = actionOf(entry, `${path}[${index}]`, note);
    const key = `${rule.match} ${rule.word.toLowerCase()}`;
    if (words.has(key)) note(`${path}[${index}]`, `"${rule.word}" has a rule already`);
    words.add(key);
    return rule;
  });
}

function actionOf(value: unknown, path: string, note: Note): ActionRule {
  const at = plain(value, path, note);
  known(at, path, ["word", "match", "type", "typeBelowZero", "paidBy", "reason"], note);
  const match = oneOf(at.match, `${path}.match`, ["whole", "start"], note) ?? "whole";
  const type = oneOf(at.type, `${path}.type`, [...rowTypes, "ignore"], note);
  if (type === undefined) note(`${path}.type`, "is missing");
  const typeBelowZero = oneOf(at.typeBelowZero, `${path}.typeBelowZero`, rowTypes, note);
  const paidBy = oneOf(at.paidBy, `${path}.paidBy`, ["DIV", "INT"], note);
  const reason = oneOf(at.reason, `${path}.reason`, basisReasons, note);
  if (reason !== undefined && type !== "BAS") note(`${path}.reason`, "is of BAS alone");
  return {
    word: text(at.word, `${path}.word`, note),
    match: match as "whole" | "start",
    type: type ?? "",
    ...(typeBelowZero === undefined ? {} : { typeBelowZero }),
    ...(paidBy === undefined ? {} : { paidBy }),
    ...(reason === undefined ? {} : { reason }),
  };
}

function factorsOf(value: unknown, path: string, note: Note): Record<string, string> {
  const entries = Object.entries(value === undefined ? {} : plain(value, path, note));
  for (const [word, factor] of entries) {
    const isFactor = typeof factor === "string" && /^\d+(\.\d{1,6})?$/.test(factor);
    if (!isFactor || !/[1-9]/.test(factor))
      note(`${path}.${word}`, "is a decimal above 0, as text");
  }
  return Object.fromEntries(entries) as Record<string, string>;
}

function plain(value: unknown, path: string, note: Note): Plain {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Plain;
  note(path, "is an object");
  return {};
}

function known(at: Plain, path: string, names: readonly string[], note: Note): void {
  for (const name of Object.keys(at)) if (!names.includes(name)) note(path, `"${name}" is unknown`);
}

function text(value: unknown, path: string, note: Note): string {
  if (typeof value === "string" && value.trim() !== "") return value;
  note(path, "is a text");
  return "";
}

function oneOf(
  value: unknown,
  path: string,
  choices: readonly string[],
  note: Note,
): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === "string" && choices.includes(value)) return value;
  note(path, `is one of ${choices.join(", ")}`);
  return undefined;
}

function list(value: unknown, path: string, note: Note): readonly unknown[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value;
  note(path, "is a list");
  return [];
}

function texts(value: unknown, path: string, note: Note): string[] {
  return list(value, path, note).map((entry, index) => text(entry, `${path}[${index}]`, note));
}

function listsByName(value: unknown, path: string, note: Note): Record<string, string[]> {
  const entries = Object.entries(value === undefined ? {} : plain(value, path, note));
  return Object.fromEntries(
    entries.map(([name, names]) => [name, texts(names, `${path}.${name}`, note)]),
  );
}
