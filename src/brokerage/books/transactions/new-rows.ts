// Faults of transactions that a request books, alone and with the account's own, and how they are
// stored: as a load of them would find and store them.

import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import { tableColumns } from "../../../platform/bulk/load-kind.ts";
import { rowFaults } from "../../../platform/bulk/read/decode-row.ts";
import { transactionTypes } from "../../../reference/codes.ts";
import type { TransactionRow } from "./facts.ts";
import { derivedColumns, otherFirm, transactionKind } from "./load.ts";
import type { TransactionRecord } from "./schema.ts";

/** A problem for which a row is refused; its place counts from 0. */
export interface NewRowProblem {
  readonly row: number;
  readonly column?: string;
  readonly reason: string;
}

/** The stored facts to which new rows refer. */
export interface StoredFacts {
  /** The account, its rows and, of it and of those to which lots move, the firm of each that there is. */
  readonly accountNumber: string;
  readonly firms: ReadonlyMap<string, string>;
  readonly rows: readonly TransactionRow[];
  readonly folios: ReadonlySet<string>;
  readonly securities: ReadonlySet<string>;
  readonly today: Day;
}

/** Every fault of new rows before the books are asked: each by itself, compared with the
 * others and with those of the account. */
export function problemsWithNewRows(
  rows: readonly TransactionRecord[],
  stored: StoredFacts,
): NewRowProblem[] {
  const ids = new Set(stored.rows.map(({ transactionId }): string => transactionId));
  const takenBack = new Set(stored.rows.flatMap(({ takesBack }) => takesBack ?? []));
  const known = new Set([...ids, ...rows.map(({ transactionId }) => transactionId)]);
  return rows.flatMap((record, row) => {
    const problems = [
      ...rowFaults(transactionKind.rules ?? [], record, [], stored),
      ...dayProblems(record, stored.today).map((reason) => ({ column: "tradeDate", reason })),
      ...referenceProblems(record, stored, known),
      ...repetitions(record, ids, takenBack),
    ];
    // The rows after it meet it as they do the account's own.
    const { transactionId, cancels, replaces } = record;
    const taken = cancels ?? replaces;
    ids.add(transactionId);
    if (taken !== undefined) takenBack.add(taken);
    return problems.map((problem) => ({ row, ...problem }));
  });
}

function dayProblems({ tradeDate }: TransactionRecord, today: Day): string[] {
  if (tradeDate === undefined) return [];
  return tradeDate > today ? [`It is after today, ${today}.`] : [];
}

function referenceProblems(
  record: TransactionRecord,
  { accountNumber, firms, folios, securities }: StoredFacts,
  transactions: ReadonlySet<string>,
) {
  const { toAccountNumber } = record;
  const isOfOtherFirm =
    toAccountNumber !== undefined &&
    firms.has(toAccountNumber) &&
    firms.get(toAccountNumber) !== firms.get(accountNumber);
  const isKnown = (id: string) => transactions.has(id);
  const absent = (column: ReferenceColumn, noun: string, isThere: (value: string) => boolean) => {
    const value = record[column];
    const isAbsent = value !== undefined && !isThere(value);
    return isAbsent ? [{ column, reason: `The store has no such ${noun}.` }] : [];
  };
  return [
    ...absent("toAccountNumber", "account", (account) => firms.has(account)),
    ...(isOfOtherFirm ? [{ column: "toAccountNumber", ...otherFirm }] : []),
    ...absent("folioNumber", "folio", (folio) => folios.has(folio)),
    ...absent("toFolioNumber", "folio", (folio) => folios.has(folio)),
    ...absent("securityId", "security", (security) => securities.has(security)),
    ...absent("intoSecurityId", "security", (security) => securities.has(security)),
    ...absent("cancels", "transaction", isKnown),
    ...absent("replaces", "transaction", isKnown),
    ...absent("reverses", "transaction", isKnown),
  ];
}

type ReferenceColumn =
  | "toAccountNumber"
  | "folioNumber"
  | "toFolioNumber"
  | "securityId"
  | "intoSecurityId"
  | "cancels"
  | "replaces"
  | "reverses";

function repetitions(
  { transactionId, cancels, replaces }: TransactionRecord,
  ids: ReadonlySet<string>,
  takenBack: ReadonlySet<string>,
) {
  const taken = cancels ?? replaces;
  const column = cancels === undefined ? "replaces" : "cancels";
  return [
    ...(ids.has(transactionId)
      ? [{ column: "transactionId", reason: "The account has a transaction with this id." }]
      : []),
    ...(taken !== undefined && takenBack.has(taken)
      ? [{ column, reason: "Another transaction has cancelled or replaced it." }]
      : []),
  ];
}

/** The settings of an account that a disposal stores. */
export interface DisposalSettings {
  readonly defaultTaxLotSelection: string;
  readonly shortTermTaxRate: Decimal | null;
  readonly longTermTaxRate: Decimal | null;
}

/** New rows as they are stored, by column; a disposal has the method and the rates that the account
 * has now or, where it replaces one, those with which that was accepted; or those that it states. */
export function columnsOfNewRows(
  rows: readonly TransactionRecord[],
  known: readonly TransactionRow[],
  settings: DisposalSettings,
): Readonly<Record<string, unknown>>[] {
  const own = {
    default_method: settings.defaultTaxLotSelection,
    short_term_tax_rate: settings.shortTermTaxRate,
    long_term_tax_rate: settings.longTermTaxRate,
  };
  const settingsOf = (row: TransactionRecord, seen: readonly TransactionRecord[]): typeof own => {
    if (row.acceptedMethod !== undefined) return acceptedOf(row, row.acceptedMethod);
    const stored = known.find(({ transactionId }) => transactionId === row.replaces);
    if (stored !== undefined && stored.defaultMethod !== null) {
      const { defaultMethod, shortTermTaxRate, longTermTaxRate } = stored;
      return {
        default_method: defaultMethod,
        short_term_tax_rate: shortTermTaxRate,
        long_term_tax_rate: longTermTaxRate,
      };
    }
    const before = rows.find(({ transactionId }) => transactionId === row.replaces);
    // The books refuse rows that replace each other in a circle.
    if (before === undefined || seen.includes(before)) return own;
    return isDisposal(before) ? settingsOf(before, [...seen, before]) : own;
  };
  return rows.map((row) => {
    const columns: Record<string, unknown> = {};
    for (const [field, column] of transactionKind.columnOf) {
      columns[column] = row[field as keyof TransactionRecord] ?? null;
    }
    Object.assign(columns, derivedColumns(row), isDisposal(row) && settingsOf(row, [row]));
    return Object.fromEntries(newRowColumns.map((name) => [name, columns[name] ?? null]));
  });
}

/** The terms with which a row states that it was accepted. */
function acceptedOf(row: TransactionRecord, method: string) {
  return {
    default_method: method,
    short_term_tax_rate: row.acceptedShortTermTaxRate ?? null,
    long_term_tax_rate: row.acceptedLongTermTaxRate ?? null,
  };
}

/** The columns of a stored transaction. */
export const newRowColumns = tableColumns(transactionKind);

/** The types of transactions whose lots leave by the account's method. */
const disposals: ReadonlySet<string> = new Set(["SLE", "RDM", "EXP", "CIL", "TOT", "LMV"]);

function isDisposal({ transactionType }: TransactionRecord): boolean {
  return disposals.has(transactionType);
}

/** The place that each row takes on its day where it names none: the next one that is free. */
export function withPlaces<Row extends Pick<TransactionRecord, "transactionType" | "tradeDate">>(
  rows: readonly (Row & { readonly entryOrder?: Decimal | undefined })[],
  known: readonly TransactionRow[],
): (Row & { readonly entryOrder?: Decimal | undefined })[] {
  const last = new Map<string, bigint>();
  const note = (day: string | null | undefined, place: string | number | null | undefined) => {
    if (!day || place === null || place === undefined) return;
    const taken = BigInt(place);
    if (taken > (last.get(day) ?? 0n)) last.set(day, taken);
  };
  for (const { tradeOn, entryOrder } of known) note(tradeOn, entryOrder);
  for (const { tradeDate, entryOrder } of rows) note(tradeDate, entryOrder);
  return rows.map((row) => {
    const { transactionType, tradeDate = "", entryOrder } = row;
    const isFact = transactionTypes.find(transactionType)?.fact !== undefined;
    if (entryOrder !== undefined || !isFact) return row;
    const place = (last.get(tradeDate) ?? 0n) + 1n;
    last.set(tradeDate, place);
    return { ...row, entryOrder: String(place) as Decimal };
  });
}
