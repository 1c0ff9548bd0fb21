// Reads of customer agreements for other resources: whether a firm may store more signatures, and
// who has still to sign.
import type { Reader } from "../../../platform/store/db.ts";
import { type Problem, ruleProblem } from "../../../values/problem.ts";
import { selectMembersAsked, selectMembersWhoAgreed } from "./agreed-members.ts";
import { agreementErrors } from "./errors.ts";
import { type ItemPlace, selectStatuses } from "./item-queries.ts";
import { selectSigners } from "./queries.ts";
import { hasRoomFor, type MoreBytes } from "./stored-bytes-queries.ts";

export { hasRoomFor } from "./stored-bytes-queries.ts";

/** The code of a firm that has stored as much as it may. */
export const storageError = agreementErrors.storage;

/** The problem of a firm that would have stored more than it may. */
export async function problemsOfStorage(db: Reader, more: MoreBytes): Promise<Problem[]> {
  return (await hasRoomFor(db, more)) ? [] : [ruleProblem(storageError)];
}

/** The statuses of some items by their ids. */
export async function statusesOfItems(
  db: Reader,
  items: readonly ItemPlace[],
): Promise<ReadonlyMap<string, string>> {
  if (items.length === 0) return new Map();
  const rows = await selectStatuses(db, items);
  return new Map(rows.map(({ id, ifaStatus }) => [id, ifaStatus]));
}

/** The owners of an account who were asked to sign its agreement and have not, here or otherwise. */
export async function ownersYetToSign(
  db: Reader,
  accountNumber: string,
  owners: readonly string[],
): Promise<string[]> {
  const [asked, signers, others] = await Promise.all([
    selectMembersAsked(db, accountNumber),
    selectSigners(db, accountNumber),
    selectMembersWhoAgreed(db, accountNumber),
  ]);
  const signed = new Set([...signers.map(({ loginId }) => loginId), ...others]);
  return owners.filter((owner) => asked.includes(owner) && !signed.has(owner));
}
