// After a load of transfers, stores the body with which each is answered, and what it went through.
import type { Tx } from "../../platform/store/db.ts";
import { insertStep, selectLastSteps } from "./history-queries.ts";
import { bodyOf } from "./list-transfers.ts";
import {
  selectStagedAccounts,
  selectTransfers,
  type TransferRow,
  updateBodies,
} from "./queries.ts";

/** Stores the bodies of every account for which a transfer was loaded, and the statuses that the
 * load has given them. */
export async function refreshBodies(tx: Tx): Promise<void> {
  let numbers = await selectStagedAccounts(tx, "");
  while (numbers.length > 0) {
    const rows = await selectTransfers(tx, numbers);
    await updateBodies(
      tx,
      rows.map((row) => ({ ...row, body: bodyOf(row) })),
    );
    await noteSteps(tx, numbers, rows);
    numbers = await selectStagedAccounts(tx, numbers.at(-1) ?? "");
  }
}

/** Adds a step for each transfer whose status or comment is not that of its last one. */
async function noteSteps(
  tx: Tx,
  accountNumbers: readonly string[],
  rows: readonly TransferRow[],
): Promise<void> {
  const steps = await selectLastSteps(tx, accountNumbers);
  const last = new Map(steps.map((step) => [`${step.accountNumber} ${step.acatId}`, step]));
  for (const row of rows) {
    const step = last.get(`${row.accountNumber} ${row.acatId}`);
    if (step?.status === row.status && step.comment === row.comment) continue;
    const position = (step?.position ?? 0) + 1;
    insertStep(tx, { ...row, position, reasonCode: null, changedAt: row.lastModifiedAt });
  }
}
