// After a load of transfers, stores the body with which each is answered, and what it went through.
import type { Tx } from "../../platform/store/db.ts";
import {
  insertStep,
  selectLastSteps,
  selectLoadedSteps,
  type TransferKey,
} from "./history-queries.ts";
import { bodyOf } from "./list-transfers.ts";
import { selectStagedAccounts, selectTransfers, updateBodies } from "./queries.ts";

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
    await noteSteps(tx, numbers);
    numbers = await selectStagedAccounts(tx, numbers.at(-1) ?? "");
  }
}

/** Adds a step for each transfer to which the load gives another status or comment than was stored.
 * The last step does not tell: a request that leaves the comment as it is adds one without a comment. */
async function noteSteps(tx: Tx, accountNumbers: readonly string[]): Promise<void> {
  const loaded = await selectLoadedSteps(tx, accountNumbers);
  if (loaded.length === 0) return;
  const last = await selectLastSteps(tx, accountNumbers);
  const keyOf = (row: TransferKey) => `${row.accountNumber} ${row.acatId}`;
  const positions = new Map(last.map((step) => [keyOf(step), step.position]));
  for (const step of loaded) {
    insertStep(tx, { ...step, position: (positions.get(keyOf(step)) ?? 0) + 1 });
  }
}
