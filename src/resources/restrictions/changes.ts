// What other resources may change of restrictions.
import type { Tx } from "../../platform/store/db.ts";
import { updateRestrictionsLifted } from "./queries.ts";

/** Lifts the account's restrictions for a reason and returns the ids of those lifted, for the audit.
 * */
export async function liftRestrictions(
  tx: Tx,
  accountNumber: string,
  reasonCode: string,
  now: Date,
): Promise<string[]> {
  const lifted = await updateRestrictionsLifted(tx, accountNumber, reasonCode, now);
  return lifted.map(({ id }) => id);
}
