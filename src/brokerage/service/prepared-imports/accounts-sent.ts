// The file of accounts among those that are sent: its rows are accounts, as a folder of `bursar import` has them.
import { brokenIf, type Problem } from "../../../values/problem.ts";
import { accountsFileName, decodeAccounts } from "../imports/changes.ts";
import { preparedImportErrors } from "./errors.ts";
import type { PreparedFile } from "./queries.ts";
import type { ImportAccount } from "./schema.ts";

/** The most rows and the longest cell of the file. */
const most = { rows: 2_000, cell: 200 };

/** Files without that of accounts. */
export function custodiansFiles<F extends Pick<PreparedFile, "name">>(files: readonly F[]): F[] {
  return files.filter(({ name }) => name !== accountsFileName);
}

/** The accounts with those of the file, if it is sent: its rows take the place of those of the same accounts. */
export function withAccountsOf(
  files: readonly PreparedFile[],
  accounts: readonly ImportAccount[],
): readonly ImportAccount[] {
  const rows = rowsIn(files);
  const named = new Set(rows.map(({ custodianAccount }) => custodianAccount));
  return [...accounts.filter(({ custodianAccount }) => !named.has(custodianAccount)), ...rows];
}

/** The problem of a file of accounts that is none. What is wrong with its cells the check reports by line. */
export function problemsWithAccounts(files: readonly PreparedFile[]): Problem[] {
  const given = files.find(({ name }) => name === accountsFileName);
  if (given === undefined) return [];
  const { rows, problems } = decodeAccounts(given.bytes);
  const isNone = rows.length === 0 && problems.length > 0;
  const cells = rows.flatMap(({ line: _, ...row }) => Object.values(row));
  const isLarge = rows.length > most.rows || cells.some((cell) => cell.length > most.cell);
  const isText = cells.every((cell) => !cell.includes("\u0000"));
  return brokenIf(isNone || isLarge || !isText, preparedImportErrors.accounts);
}

function rowsIn(files: readonly PreparedFile[]): ImportAccount[] {
  const given = files.find(({ name }) => name === accountsFileName);
  const rows = given === undefined ? [] : decodeAccounts(given.bytes).rows;
  return rows.map(({ line: _, ...row }) => row);
}
