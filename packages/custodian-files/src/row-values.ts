// The cells of one row as values, with the account and the security that it names.
import { type Decimal, isZero } from "../../values/src/decimal.ts";
import { type DayForm, isNothing, readNumber } from "./cell-readings.ts";
import { dayIn } from "./day-columns.ts";
import type { Place, Question, Reading, SecurityNamed } from "./facts.ts";
import type { Field, Profile, TableShape } from "./profile.ts";
import type { rowIdentities } from "./row-identity.ts";
import { normal, type TableRow } from "./table-rows.ts";

/** The state that the rows of one file share. */
export interface FileState {
  readonly file: string;
  readonly profile: Profile;
  readonly reading: Reading;
  readonly forms: ReadonlyMap<Field, ReadonlySet<DayForm>>;
  readonly identify: ReturnType<typeof rowIdentities>;
  readonly accounts: Set<string>;
  readonly securities: Set<string>;
  readonly unknownActions: Map<string, Question>;
}

/** The fields that are days. */
export const dayFields = ["day", "settlementDay", "acquired"] as const;

/** The cells of one row as values; what cannot be read is noted and makes the row unusable. */
export interface RowValues extends Place {
  readonly row: TableRow;
  readonly problems: string[];
  /** The problems that are days which could be others. */
  readonly ambiguous: Set<string>;
  readonly text: (field: Field) => string;
  readonly figure: (field: Field) => Decimal | undefined;
  readonly day: (field: (typeof dayFields)[number]) => string | undefined;
}

/** The values of a row; they are read when they are asked for. */
export function valuesOf({ file, profile, forms }: FileState, row: TableRow): RowValues {
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

/** The account of a row, which is noted among the accounts of the file. */
export function accountOf(state: FileState, { file, line, row, text, problems }: RowValues) {
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

/** The security of a row, if it names one; it is noted among the securities of the file. */
export function securityOf(state: FileState, { file, line, row, text }: RowValues) {
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

export function isBelowZero(figure: Decimal | undefined): boolean {
  return figure?.startsWith("-") ?? false;
}

/** A figure without its sign; nothing where it is 0. */
export function unsigned(figure: Decimal | undefined): Decimal | undefined {
  if (figure === undefined || isZero(figure)) return undefined;
  return (isBelowZero(figure) ? figure.slice(1) : figure) as Decimal;
}

/** The parts that are given. */
export function given<T extends object>(parts: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(parts).filter(([, part]) => part !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
