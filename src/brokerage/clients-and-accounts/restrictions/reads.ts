// Reads of restrictions for other resources.
import { restrictionErrors } from "./errors.ts";

export { placedRestriction } from "./placed-restriction.ts";
export { selectRestrictionsInForce } from "./queries.ts";
export { restrictionsAfter } from "./restrictions-at.ts";

/** The code of a request that the account's state refuses. */
export const restrictedError = restrictionErrors.restricted;
