// What other resources may change of an account's facts.
import type { Tx } from "../../platform/store/db.ts";
import { updateAddedSettings } from "./queries.ts";

/** Gives the disposals that the running load adds to some accounts the method and the rates that
 * these have now; the caller holds their locks. */
export async function renewSettings(tx: Tx, accountNumbers: readonly string[]): Promise<void> {
  await updateAddedSettings(tx, accountNumbers);
}
