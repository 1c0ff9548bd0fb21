// Undoes an import: what it brought is cancelled by transactions that say so, or nothing is.
// (docs/importing.md)
import type { Id } from "@bursar/values/ids";
import { loadFiles } from "../../../platform/bulk/apply/load-folder.ts";
import { LoadFault, type LoadProblem } from "../../../platform/bulk/kinds/load-problem.ts";
import type { LoadKind } from "../../../platform/bulk/load-kind.ts";
import type { WriteContext } from "../../../platform/change/context.ts";
import {
  deleteRows,
  selectBrought,
  selectImport,
  selectReportedYears,
  updateUndone,
} from "./import-queries.ts";
import { plannedFiles } from "./load-planned.ts";
import type { NewRecord } from "./match-accounts.ts";

/** The outcome of an undo: how many transactions were cancelled, or why none was. */
export type UndoOutcome =
  | { readonly state: "undone"; readonly transactions: number; readonly accounts: number }
  | { readonly state: "unknown" | "undoneBefore" }
  | { readonly state: "refused"; readonly fault: LoadFault };

/** Cancels what one import brought and forgets its rows; accounts, clients, securities and closes stay. */
export async function undoImport(
  ctx: WriteContext,
  kinds: readonly LoadKind[],
  importId: Id,
): Promise<UndoOutcome> {
  const stored = await selectImport(ctx.db, importId);
  if (stored === undefined) return { state: "unknown" };
  if (stored.undoneAt !== null) return { state: "undoneBefore" };
  const years = await selectReportedYears(ctx.db, importId);
  if (years.length > 0) return { state: "refused", fault: reportedFault(years) };
  const brought = await selectBrought(ctx.db, importId);
  const records = brought.map(({ accountNumber, transactionId }): NewRecord => {
    const fields = {
      accountNumber,
      transactionId: ctx.newId(),
      transactionType: "CXL",
      cancels: transactionId,
    };
    return { fields, file: `import ${importId}`, line: 1 };
  });
  const files = plannedFiles(kinds, [{ kind: "transactions", records }]);
  try {
    await loadFiles(ctx, {
      kinds,
      files,
      atEnd: async (tx, undoneBy) => {
        await deleteRows(tx, importId);
        await updateUndone(tx, { importId, undoneBy, undoneAt: ctx.realNow });
        const row = { importId, undone: true, transactions: String(brought.length) };
        return { notes: [{ subject: `firm:${stored.firmOid}`, after: { imports: [row] } }] };
      },
    });
  } catch (error) {
    if (!(error instanceof LoadFault)) throw error;
    return { state: "refused", fault: ofBrought(error, brought) };
  }
  const accounts = new Set(brought.map(({ accountNumber }) => accountNumber)).size;
  return { state: "undone", transactions: brought.length, accounts };
}

function reportedFault(
  years: readonly { readonly accountNumber: string; readonly taxYear: string }[],
): LoadFault {
  return new LoadFault(
    years.map(({ accountNumber, taxYear }) => ({
      file: accountNumber,
      reason: `Its year ${taxYear} was reported with what this import brought.`,
      cure: "correct single transactions instead, and report the year again",
    })),
  );
}

/** A problem of the cancellation of a line as one of the transaction that cannot go. */
function ofBrought(
  fault: LoadFault,
  brought: readonly { readonly accountNumber: string; readonly transactionId: string }[],
): LoadFault {
  const problems = fault.problems.map(({ line, ...problem }): LoadProblem => {
    const row = line === undefined ? undefined : brought[line - 1];
    return row === undefined
      ? problem
      : { ...problem, file: `${row.accountNumber} ${row.transactionId}` };
  });
  return new LoadFault(problems, fault.count);
}
