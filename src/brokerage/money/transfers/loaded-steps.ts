// After a load of transfers, notes the statuses that it has given them.
import type { Tx } from "../../../platform/store/db.ts";
import {
  insertStep,
  selectLastSteps,
  selectLoadedSteps,
  type TransferKey,
} from "./history-queries.ts";
import { selectStagedAccounts } from "./queries.ts";

/** Adds a step for each transfer of which the load has changed the status or the comment. */
export async function noteLoadedSteps(tx: Tx): Promise<void> {
  let numbers = await selectStagedAccounts(tx, "");
  while (numbers.length > 0) {
    await noteSteps(tx, numbers);
    numbers = await selectStagedAccounts(tx, numbers.at(-1) ?? "");
  }
}

/** Notes the steps by which loaded transfers differ from the stored ones. Its last step is no
 * measure: a request that leaves the comment as it is adds one without a comment. */
async function noteSteps(tx: Tx, accountNumbers: readonly string[]): Promise<void> {
  const loaded = await selectLoadedSteps(tx, accountNumbers);
  if (loaded.length === 0) return;
  const last = await selectLastSteps(tx, accountNumbers);
  const transferKey = (row: TransferKey) => `${row.accountNumber} ${row.acatId}`;
  const positions = new Map(last.map((step) => [transferKey(step), step.position]));
  for (const step of loaded) {
    insertStep(tx, { ...step, position: (positions.get(transferKey(step)) ?? 0) + 1 });
  }
}
