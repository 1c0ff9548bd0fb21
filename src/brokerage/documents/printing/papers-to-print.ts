// Which papers of a run go to whom: to each owner who gets papers of their kind on paper.
import type { Id } from "@bursar/values/ids";
import type { Reader } from "../../../platform/store/db.ts";
import { refuseAltered } from "../vault/reads.ts";
import {
  type ChosenWays,
  type PrintedRow,
  type Recipient,
  selectChoices,
  selectOwnersOf,
  selectPapersOfRun,
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
  const owners = await selectOwnersOf(db, [...new Set(rows.flatMap(accountsOf))]);
  const loginsOf = (row: PrintedRow) => {
    const [, loginId] = /^member:(.+)$/s.exec(row.subject) ?? [];
    if (loginId !== undefined) return [loginId];
    const accounts = accountsOf(row);
    const ofRow = owners.filter(({ accountNumber }) => accounts.includes(accountNumber));
    return [...new Set(ofRow.map((owner) => owner.loginId))].toSorted();
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
