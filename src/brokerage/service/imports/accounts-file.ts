// The file of accounts: which account here is which at the custodian, and whose a new one is.
// (docs/importing.md)
import { decodeText, recordsOf } from "@bursar/custodian-files";
import { decodeDay } from "@bursar/values/dates";
import { isAccountNumber, isFolioNumber } from "@bursar/values/ids";
import { accountTypes } from "../../../reference/codes.ts";

/** The columns of the file, in their order. */
export const accountColumns = [
  "custodianAccount",
  "accountNumber",
  "folioNumber",
  "accountName",
  "accountType",
  "openedOn",
  "firstName",
  "lastName",
  "dateOfBirth",
  "loginId",
] as const;
type AccountColumn = (typeof accountColumns)[number];

/** A row: of an account that is stored its number, of a new one its kind and an owner. Further rows of the same
 * account are further owners. */
export type AccountRow = Readonly<Partial<Record<AccountColumn, string>>> & {
  readonly line: number;
  readonly custodianAccount: string;
};

/** Faults of the file, by line. */
export interface AccountsFileProblem {
  readonly line: number;
  readonly column?: AccountColumn;
  readonly problem: string;
}

/** Reads the file; every problem at once. */
export function decodeAccounts(bytes: Uint8Array): {
  readonly rows: readonly AccountRow[];
  readonly problems: readonly AccountsFileProblem[];
} {
  const lines = [...recordsOf(decodeText(bytes), ",")];
  const [heading] = lines;
  const names = heading?.cells ?? [];
  const problems: AccountsFileProblem[] = [];
  const line = heading?.line ?? 1;
  for (const name of names) {
    if (accountColumns.some((column) => column === name)) continue;
    const problem = `"${name}" is none of its columns, which are ${accountColumns.join(", ")}`;
    problems.push({ line, problem });
  }
  if (!names.includes("custodianAccount")) {
    problems.push({ line, problem: "its heading has no column custodianAccount" });
  }
  if (problems.length > 0) return { rows: [], problems };
  const rows = lines.slice(1).flatMap((record): AccountRow[] => {
    const cells = names.map((name, at) => [name, cellOf(name, record.cells[at] ?? "")] as const);
    const given = cells.filter(([, cell]) => cell !== "");
    return [{ custodianAccount: "", ...Object.fromEntries(given), line: record.line }];
  });
  return { rows, problems: rows.flatMap(rowProblems) };
}

/** A cell as it is meant: spreadsheets write a day with the month first when they save it again, and lists of clients
 * have the names of registration types. */
function cellOf(column: string, cell: string): string {
  if (column === "openedOn" || column === "dateOfBirth") {
    const [, month = "", day = "", year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(cell) ?? [];
    return year === undefined ? cell : `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  }
  if (column !== "accountType") return cell;
  const named = accountTypes.rows.find(({ name }) => name.toLowerCase() === cell.toLowerCase());
  return named?.code ?? cell;
}

/** In place of an account number: the account is left out of every import. */
export const leftOut = "ignore";

const isDay = (text: string) => text.length === 10 && decodeDay(text) !== undefined;

/** The problem with a cell, by its column; the rest is checked with the records that follow from it. */
const forms: Readonly<Partial<Record<AccountColumn, (text: string) => string | undefined>>> = {
  accountNumber: (text) =>
    isAccountNumber(text) || text === leftOut
      ? undefined
      : `is no account number (R and 8 or 9 capitals and digits), nor "${leftOut}"`,
  folioNumber: (text) =>
    isFolioNumber(text) ? undefined : "is no folio number: an account number and two digits",
  accountType: (text) =>
    accountTypes.find(text) === undefined
      ? "is no registration type: write a code of account types, such as I"
      : undefined,
  openedOn: (text) => (isDay(text) ? undefined : "is no day: write it as 2019-03-04"),
  dateOfBirth: (text) => (isDay(text) ? undefined : "is no day: write it as 1971-04-09"),
};

function rowProblems(row: AccountRow): AccountsFileProblem[] {
  const { line } = row;
  const problems: AccountsFileProblem[] = [];
  if (row.custodianAccount === "") {
    problems.push({ line, column: "custodianAccount", problem: "it names no account" });
  }
  for (const column of accountColumns) {
    const cell = row[column];
    const wrong = cell === undefined ? undefined : forms[column]?.(cell);
    if (wrong !== undefined) problems.push({ line, column, problem: `"${cell}" ${wrong}` });
  }
  return problems;
}

/** The lines that a check adds to the file for accounts that it does not name yet: what the files say of them. */
export function accountLines(
  open: readonly { readonly account: string; readonly owner?: string }[],
): string {
  return open
    .map(({ account, owner = "" }) => {
      const { firstName, lastName } = splitName(owner);
      return accountLine({ custodianAccount: account, firstName, lastName });
    })
    .join("");
}

/** A row of the file by its columns. */
export type AccountCells = Readonly<Partial<Record<AccountColumn, string>>>;

/** The whole file of some rows. */
export function accountsText(rows: readonly AccountCells[]): string {
  return `${accountColumns.join(",")}\n${rows.map(accountLine).join("")}`;
}

function accountLine(cells: AccountCells): string {
  return `${accountColumns.map((column) => quoted(cells[column] ?? "")).join(",")}\n`;
}

/** `Whitfield, Ann` or `Ann Whitfield` as two names. */
export function splitName(name: string): {
  readonly firstName: string;
  readonly lastName: string;
} {
  const [last = "", first] = name.split(",").map((part) => part.trim());
  if (first !== undefined) return { firstName: first, lastName: last };
  const at = last.lastIndexOf(" ");
  return { firstName: last.slice(0, Math.max(at, 0)), lastName: last.slice(at + 1) };
}

function quoted(cell: string): string {
  return /[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
