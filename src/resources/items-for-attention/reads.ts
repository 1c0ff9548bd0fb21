// What other resources may ask of items for attention.
import type { Reader } from "../../platform/store/db.ts";
import { ifaStatuses } from "../../reference/codes.ts";
import { selectMembersOfItems } from "./queries.ts";

const agreed = ifaStatuses.rows.filter(({ outcome }) => outcome === "agreed");

/** The members whose item to sign the account's agreement is agreed, by whatever delivery. */
export async function selectMembersWhoAgreed(db: Reader, accountNumber: string): Promise<string[]> {
  const statuses = agreed.map(({ code }) => code);
  const members = await selectMembersOfItems(db, accountNumber, "SA", statuses);
  return members.map(({ loginId }) => loginId);
}
