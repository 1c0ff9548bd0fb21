// The functions of imports for other resources: running one, and the form of its files and answers.
import type { CustodianFile } from "@bursar/custodian-files";
import { type AccountCells, accountsText } from "./accounts-file.ts";

export { accountColumns, decodeAccounts, splitName } from "./accounts-file.ts";
export { digestOfBrought } from "./brought-digest.ts";
export { ownerMatches } from "./match-accounts.ts";
export type { ImportPlan } from "./plan-import.ts";
export { answerSubjects, type GivenAnswer, subjects } from "./questions.ts";
export { type AtEnd, type Brought, countOf, type ImportOutcome, runImport } from "./run-import.ts";
export { shownBreaks } from "./shown-breaks.ts";

/** How the file of accounts is named. */
export const accountsFileName = "accounts.csv";

/** The file of accounts that has some rows. */
export function accountsFileOf(rows: readonly AccountCells[]): CustodianFile {
  return { name: accountsFileName, bytes: Buffer.from(accountsText(rows)) };
}
