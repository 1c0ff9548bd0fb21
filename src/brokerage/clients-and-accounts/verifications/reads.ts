// What other resources may read of verifications.
import { verificationErrors } from "./errors.ts";

/** The code of a request that needs verified owners. */
export const unverifiedError = verificationErrors.owner;
