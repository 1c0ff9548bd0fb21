// The securities that accounts exclude because their owners are directors of the companies, or hold
// ten percent. They are apart from the account's own list, which an update replaces, and shown with
// it.
import type { Tx } from "../../platform/store/db.ts";
import type { AccountNumber } from "../../values/ids.ts";
import { selectAccountDetails } from "./detail-queries.ts";
import { encodeAccount } from "./get-account.ts";
import { deleteOwnerExclusions, insertOwnerExclusions } from "./owner-queries.ts";
import { storeAnswers } from "./refresh-answers.ts";
import type { Account } from "./schema.ts";

/** The exclusions of securities that an account shows, before and after a change of its owners. */
export interface ChangedExclusions {
  readonly number: AccountNumber;
  readonly before: Account["securityExclusions"];
  readonly after: Account["securityExclusions"];
}

/** Excludes the companies of the owners as they are now, in each of these accounts, which are
 * locked; renews their answers. */
export async function renewOwnerExclusions(
  tx: Tx,
  numbers: readonly AccountNumber[],
): Promise<ChangedExclusions[]> {
  const before = await exclusionsOf(tx, numbers);
  deleteOwnerExclusions(tx, numbers);
  insertOwnerExclusions(tx, numbers);
  const after = await exclusionsOf(tx, numbers);
  return numbers.map((number) => ({
    number,
    before: before.get(number) ?? [],
    after: after.get(number) ?? [],
  }));
}

async function exclusionsOf(tx: Tx, numbers: readonly AccountNumber[]) {
  const details = await selectAccountDetails(tx, numbers);
  storeAnswers(tx, details);
  return new Map(
    details.map((detail) => [detail.number, encodeAccount(detail).securityExclusions]),
  );
}
