// A load as it is returned.

import { encodeInstant } from "@bursar/values/dates";
import type { StoredFile } from "../../../platform/bulk/apply/stored-loads.ts";
import type { LoadRow } from "./queries.ts";
import type { Load, LoadReport } from "./schema.ts";

/** A load as it is listed. */
export function encodeLoad(row: LoadRow): Load {
  return { ...headOf(row), files: row.report.files.map(countsOf) };
}

/** A load with the rows that it has changed. */
export function encodeLoadReport(row: LoadRow): LoadReport {
  const { files, books } = row.report;
  return {
    ...headOf(row),
    files: files.map((file) => ({ ...countsOf(file), changes: changesOf(file) })),
    books: books && {
      count: String(books.count),
      accounts: books.accounts.map((account) => ({
        ...account,
        series: [...account.series],
        lots: [...account.lots],
        reportedYears: [...account.reportedYears],
      })),
    },
  };
}

function headOf({ id, actor, firmOid, startedAt, rows }: LoadRow) {
  return {
    loadId: id,
    startedTS: encodeInstant(startedAt),
    rows: String(rows),
    apiUserId: actor.apiUser ?? null,
    loginId: actor.member ?? null,
    firmOid,
  };
}

function countsOf({ file, rows, added, changed, withdrawn = 0, notices = [] }: StoredFile) {
  return {
    name: file,
    rows: String(rows),
    added: String(added),
    changed: String(changed),
    withdrawn: String(withdrawn),
    unchanged: String(rows - added - changed - withdrawn),
    notices: [...notices],
  };
}

function changesOf({ changes = [] }: StoredFile): LoadReport["files"][number]["changes"] {
  return changes.map(({ key, withdrawn, columns }) => ({
    key: Object.entries(key).map(([column, value]) => ({ column, value })),
    withdrawn,
    columns: [...columns],
  }));
}
