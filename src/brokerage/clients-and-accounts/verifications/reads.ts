// Reads of verifications for other resources.
import { verificationErrors } from "./errors.ts";

/** The code of a request that needs verified owners. */
export const unverifiedError = verificationErrors.owner;
