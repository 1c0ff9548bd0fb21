// A statement run as it is returned.
import { encodeDay, encodeInstant } from "@bursar/values/dates";
import { type Decimal, fixed } from "@bursar/values/decimal";
import type { Reader } from "../../../platform/store/db.ts";
import { type StatementRunRow, selectProblems, selectRunSums } from "./queries.ts";
import type { StatementRun } from "./schema.ts";

/** Reads the sums of a run and encodes it. */
export async function encodeRun(db: Reader, run: StatementRunRow): Promise<StatementRun> {
  const [sums, problems] = await Promise.all([
    selectRunSums(db, run.runOid),
    selectProblems(db, run.runOid),
  ]);
  const instant = (at: Date | null) => at && encodeInstant(at);
  return {
    runOid: run.runOid,
    firmOid: run.firmOid,
    reportType: run.reportType,
    runStatus: run.status,
    periodFrom: encodeDay(run.periodFrom).slice(0, 10),
    periodEnd: encodeDay(run.periodEnd).slice(0, 10),
    accountNumbers: run.accountNumbers && [...run.accountNumbers],
    households: run.isOfHouseholds,
    items: sums.items,
    drawn: sums.drawn,
    documents: sums.documents,
    closingValue: fixed(sums.total as Decimal, 2),
    notClosing: problems.map(({ subject, problems: sentences }) => ({
      accountNumber: subject,
      problems: [...sentences],
    })),
    itemsHash: run.itemsHash,
    createdBy: run.createdBy,
    decidedBy: run.decidedBy,
    createdAt: encodeInstant(run.createdAt),
    readyAt: instant(run.readyAt),
    decidedAt: instant(run.decidedAt),
  };
}
