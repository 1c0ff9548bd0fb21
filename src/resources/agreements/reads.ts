// What other resources may read of customer agreements: whether a firm may store more signatures.
import type { Reader } from "../../platform/store/db.ts";
import { type Problem, ruleProblem } from "../../values/problem.ts";
import { agreementErrors } from "./errors.ts";
import { hasRoomFor, type MoreBytes } from "./stored-bytes-queries.ts";

/** The code of a firm that has stored as much as it may. */
export const storageError = agreementErrors.storage;

/** The problem of a firm that would have stored more than it may. */
export async function problemsOfStorage(db: Reader, more: MoreBytes): Promise<Problem[]> {
  return (await hasRoomFor(db, more)) ? [] : [ruleProblem(storageError)];
}
