// After a load of transfers, stores the body with which each is answered.
import type { Tx } from "../../platform/store/db.ts";
import { bodyOf } from "./list-transfers.ts";
import { selectStagedAccounts, selectTransfers, updateBodies } from "./queries.ts";

/** Stores the bodies of every account for which a transfer was loaded. */
export async function refreshBodies(tx: Tx): Promise<void> {
  let numbers = await selectStagedAccounts(tx, "");
  while (numbers.length > 0) {
    const rows = await selectTransfers(tx, numbers);
    await updateBodies(
      tx,
      rows.map((row) => ({ ...row, body: bodyOf(row) })),
    );
    numbers = await selectStagedAccounts(tx, numbers.at(-1) ?? "");
  }
}
