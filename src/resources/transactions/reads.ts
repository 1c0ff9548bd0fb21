// What others may ask of transactions.
import type { Reader } from "../../platform/db.ts";
import { type Facts, factsOf } from "./facts.ts";
import {
  selectAccountsAfter,
  selectAccountsOf,
  selectTransactions,
  selectVersion,
} from "./queries.ts";

export type { Facts } from "./facts.ts";

/** An account's facts in force and the version that they are. */
export interface VersionedFacts extends Facts {
  readonly version: string;
}

/** The facts of an account in order: what is cancelled is left out, what replaces stands in. */
export async function selectFacts(db: Reader, accountNumber: string): Promise<VersionedFacts> {
  // The version is read first: facts that move meanwhile are newer than it says, never older.
  const version = await selectVersion(db, accountNumber);
  return { ...factsOf(await selectTransactions(db, [accountNumber])), version };
}

/** The version of an account's transactions and valuations; it moves whenever they do. */
export async function selectFactsVersion(db: Reader, accountNumber: string): Promise<string> {
  return selectVersion(db, accountNumber);
}

/** The next accounts, in order of number, that have transactions or valuations. */
export async function selectAccountsWithFacts(
  db: Reader,
  after: string,
  most: number,
): Promise<string[]> {
  return selectAccountsAfter(db, after, most);
}

/** The accounts that have a transaction of one of the securities, in order of number. */
export async function selectAccountsOfSecurities(
  db: Reader,
  securityIds: readonly string[],
): Promise<string[]> {
  return selectAccountsOf(db, securityIds);
}
