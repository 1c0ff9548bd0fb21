// After a load of transfers: each keeps the body it is read by.
import type { Tx } from "../../platform/store/db.ts";
import { bodyOf } from "./list-transfers.ts";
import { selectStagedAccounts, selectTransfers, updateBodies } from "./queries.ts";

/** Makes the ready bodies of every account of which a transfer was loaded. */
export async function keepBodies(tx: Tx): Promise<void> {
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
