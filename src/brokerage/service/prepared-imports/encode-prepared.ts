// A prepared import as it is answered.
import { encodeInstant } from "@bursar/values/dates";
import { isUndecided } from "./life-cycle.ts";
import type { ListedRow, PreparedRow } from "./queries.ts";
import type { PreparedImport, PreparedImportReport } from "./schema.ts";

/** How long an import waits for a decision, in milliseconds: 30 days. */
export const keptForMs = 2_592_000_000;

/** When an import expires that was prepared at a time; completing it does not keep its files for longer. */
export function expiresAt(preparedAt: Date): Date {
  return new Date(preparedAt.getTime() + keptForMs);
}

/** An import as it is listed. */
export function encodePrepared(row: ListedRow): PreparedImport {
  const { importId, firmOid, profile, isByOperator, preparedBy, decidedBy, loadId } = row;
  return {
    importId,
    firmOid,
    profile,
    importStatus: row.status,
    isByOperator,
    preparedBy,
    completedBy: [...row.completedBy],
    preparedTS: encodeInstant(row.preparedAt),
    checkedTS: encodeInstant(row.checkedAt),
    decidedBy,
    decidedTS: row.decidedAt && encodeInstant(row.decidedAt),
    expiresTS: isUndecided(row.status) ? encodeInstant(expiresAt(row.preparedAt)) : null,
    loadId,
    counts: row.counts,
  };
}

/** An import with everything that its last check has found. */
export function encodePreparedReport(row: PreparedRow): PreparedImportReport {
  return {
    ...encodePrepared({ ...row, counts: row.report.counts }),
    digest: row.digest,
    statedOn: row.statedOn,
    since: row.since,
    answers: [...row.answers],
    accounts: row.accounts.map((account) => ({ ...noCells, ...account })),
    ...row.report,
  };
}

const noCells = {
  accountNumber: null,
  folioNumber: null,
  accountName: null,
  accountType: null,
  openedOn: null,
  firstName: null,
  lastName: null,
  dateOfBirth: null,
  loginId: null,
};
