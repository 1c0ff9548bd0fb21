// What other resources may read of items for attention.
import type { Reader } from "../../platform/store/db.ts";
import { ifaStatuses } from "../../reference/codes.ts";
import { selectMembersOfItems } from "./queries.ts";

const agreed = ifaStatuses.rows.filter(({ outcome }) => outcome === "agreed");

/** The members who have agreed by an item for attention, online or on paper. */
export async function selectMembersWhoAgreed(db: Reader, accountNumber: string): Promise<string[]> {
  const statuses = agreed.map(({ code }) => code);
  const members = await selectMembersOfItems(db, accountNumber, "SA", statuses);
  return members.map(({ loginId }) => loginId);
}

/** The members whom an item asks, or asked, to sign an account's agreement. */
export async function selectMembersAsked(db: Reader, accountNumber: string): Promise<string[]> {
  const statuses = ifaStatuses.rows.map(({ code }) => code);
  const members = await selectMembersOfItems(db, accountNumber, "SA", statuses);
  return members.map(({ loginId }) => loginId);
}
