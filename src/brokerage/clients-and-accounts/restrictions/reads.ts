// Reads of restrictions for other resources.
import type { Reader } from "../../../platform/store/db.ts";
import type { InForce } from "./account-state.ts";
import { restrictionErrors } from "./errors.ts";
import { selectRestrictionsInForce } from "./queries.ts";

export { placedRestriction } from "./placed-restriction.ts";
export { restrictionsAfter } from "./restrictions-at.ts";

/** The code of a request that the account's state refuses. */
export const restrictedError = restrictionErrors.restricted;

/** The restrictions in force on an account, as far as its state depends on them. */
export async function restrictionsInForce(
  db: Reader,
  accountNumber: string,
): Promise<readonly InForce[]> {
  return selectRestrictionsInForce(db, accountNumber);
}
