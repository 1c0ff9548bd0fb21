// What others may change of an account's facts.
import type { Tx } from "../../platform/db.ts";
import { updateVersions } from "./queries.ts";

/** Moves the version of the facts of every account that has a changed row. */
export async function moveFactsVersions(tx: Tx, changed: string): Promise<void> {
  await updateVersions(tx, changed);
}
