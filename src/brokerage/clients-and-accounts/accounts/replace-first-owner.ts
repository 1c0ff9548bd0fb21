// The accounts of a client firm when somebody else represents it: the representative is their first
// owner.

import type { AccountNumber } from "@bursar/values/ids";
import type { Tx } from "../../../platform/store/db.ts";
import { deleteAccountNames, insertAccountNames, selectAccountDetails } from "./detail-queries.ts";
import { foldedName } from "./folded-name.ts";
import { renewOwnerExclusions } from "./owner-exclusions.ts";
import { updateFirstOwner } from "./owner-queries.ts";
import type { Account } from "./schema.ts";
import { renewSearchTexts } from "./search-queries.ts";

type OfOwners = Pick<Account, "owners" | "securityExclusions">;

/** An account whose first owner was replaced: who it was, and what the account shows of its owners. */
export interface ReplacedOwner {
  readonly number: AccountNumber;
  readonly former: string;
  readonly before: OfOwners;
  readonly after: OfOwners;
}

/** Makes a member the first owner of each of these accounts, which are locked.
 * `account_name_key` rejects a name that another account of the member has. */
export async function replaceFirstOwner(
  tx: Tx,
  numbers: readonly AccountNumber[],
  loginId: string,
): Promise<ReplacedOwner[]> {
  if (numbers.length === 0) return [];
  const details = await selectAccountDetails(tx, numbers);
  updateFirstOwner(tx, numbers, loginId);
  for (const { number, accountName } of details) {
    deleteAccountNames(tx, number);
    insertAccountNames(tx, number, foldedName(accountName));
  }
  await renewSearchTexts(tx, numbers);
  const renewed = await renewOwnerExclusions(tx, numbers);
  return renewed.map(({ number, before, after }) => {
    const [former = "", ...others] = details.find((each) => each.number === number)?.owners ?? [];
    const left = others.filter((other) => other !== loginId);
    return {
      number,
      former,
      before: { owners: [former, ...others], securityExclusions: before },
      after: { owners: [loginId, ...left], securityExclusions: after },
    };
  });
}
