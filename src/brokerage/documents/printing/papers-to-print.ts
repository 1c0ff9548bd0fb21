// The papers of a run to print, with their recipients: each owner who gets papers of their kind on paper, and who may
// see every account that they show.
import type { Id } from "@bursar/values/ids";
import type { Reader } from "../../../platform/store/db.ts";
import { levelsWith } from "../../clients-and-accounts/accounts/reads.ts";
import { refuseAltered } from "../vault/reads.ts";
import {
  type AccountReader,
  type ChosenWays,
  type PrintedRow,
  type Recipient,
  selectChoices,
  selectPapersOfRun,
  selectReadersOf,
  selectRecipients,
} from "./queries.ts";

/** A paper to be printed, and to whom it goes. */
export interface PaperToPrint extends PrintedRow {
  readonly content: Buffer;
  readonly recipients: readonly Recipient[];
}

const rowsAtOnce = 50;

/** The papers that go to somebody on paper, by owner and id, a batch at a time. */
export async function* papersToPrint(
  db: Reader,
  runOid: Id,
): AsyncGenerator<readonly PaperToPrint[]> {
  let after: Pick<PrintedRow, "subject" | "documentOid"> = { subject: "", documentOid: "0" as Id };
  for (;;) {
    const rows = await selectPapersOfRun(db, runOid, after, rowsAtOnce);
    const papers = await withRecipients(db, rows);
    if (papers.length > 0) yield papers;
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsAtOnce) return;
    after = last;
  }
}

async function withRecipients(
  db: Reader,
  rows: readonly PrintedRow[],
): Promise<readonly PaperToPrint[]> {
  const readers = await selectReadersOf(db, [...new Set(rows.flatMap(accountsOf))]);
  const loginsOf = (row: PrintedRow) => {
    const [, loginId] = /^member:(.+)$/s.exec(row.subject) ?? [];
    if (loginId !== undefined) return [loginId];
    return ownersWhoSee(accountsOf(row), row.reportType === "R" ? "summary" : "detail", readers);
  };
  const logins = [...new Set(rows.flatMap(loginsOf))];
  const recipients = await selectRecipients(db, logins);
  const byLogin = new Map(recipients.map((each) => [each.loginId, each]));
  const choices = await selectChoices(db, logins);
  const chosen = new Map(choices.map((each) => [each.subject, each]));
  return rows.flatMap((row) => {
    const { content } = row;
    if (content !== null) refuseAltered(row, content);
    const sentTo = loginsOf(row)
      .filter((loginId) => getsPaper(chosen.get(`member:${loginId}`), row.reportType))
      .flatMap((loginId) => byLogin.get(loginId) ?? []);
    return content === null || sentTo.length === 0 ? [] : [{ ...row, content, recipients: sentTo }];
  });
}

/** The owners of one of these accounts, by login, who have the right to each of them. */
function ownersWhoSee(
  accounts: readonly string[],
  right: "summary" | "detail",
  readers: readonly AccountReader[],
): string[] {
  const levels = levelsWith(right);
  const seenBy = (loginId: string, number: string) =>
    readers.some(
      ({ accountNumber, loginId: reader, permission }) =>
        accountNumber === number &&
        reader === loginId &&
        (permission === null || levels.includes(permission)),
    );
  const owners = readers
    .filter(
      ({ accountNumber, permission }) => permission === null && accounts.includes(accountNumber),
    )
    .map(({ loginId }) => loginId);
  return [...new Set(owners)]
    .filter((loginId) => accounts.every((number) => seenBy(loginId, number)))
    .toSorted();
}

function accountsOf({ subject, accountsShown }: PrintedRow): readonly string[] {
  return subject.includes(":") ? (accountsShown ?? []) : [subject];
}

/** Whether papers of a type go on paper: also where nothing was chosen. */
function getsPaper(ways: ChosenWays | undefined, reportType: string | null): boolean {
  if (ways === undefined) return true;
  if (reportType === "AD") return ways.bills === "paper";
  if (reportType === "T") return ways.confirmations === "paper";
  if (["W", "X", "Y"].includes(reportType ?? "")) return ways.taxForms === "paper";
  return ways.statements === "paper";
}
