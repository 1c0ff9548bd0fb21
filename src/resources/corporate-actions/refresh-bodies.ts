// After a load of corporate actions, stores the body with which each is answered.
import type { Tx } from "../../platform/store/db.ts";
import { bodyOf } from "./list-corporate-actions.ts";
import { selectCorporateActions, selectStagedAccounts, updateBodies } from "./queries.ts";

/** Stores the bodies of every account for which a corporate action was loaded. */
export async function refreshBodies(tx: Tx): Promise<void> {
  let numbers = await selectStagedAccounts(tx, "");
  while (numbers.length > 0) {
    const rows = await selectCorporateActions(tx, numbers);
    await updateBodies(
      tx,
      rows.map((row) => ({ ...row, body: bodyOf(row) })),
    );
    numbers = await selectStagedAccounts(tx, numbers.at(-1) ?? "");
  }
}
