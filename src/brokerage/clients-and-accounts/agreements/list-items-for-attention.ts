// Listing what needs a member's attention, or needed it. (interface 6.3)

import { type Day, newYorkDay } from "@bursar/values/dates";
import type { Context } from "../../../platform/change/context.ts";
import { encodeItem } from "./get-item-for-attention.ts";
import { type ItemRow, selectItems } from "./item-queries.ts";
import type { ItemForAttention } from "./item-schema.ts";

/** The items of a member, the newest first: all, or those that wait for something today. */
export async function listItemsForAttention(
  { db, now }: Context,
  loginId: string,
  word = "all",
): Promise<ItemForAttention[]> {
  const rows = await selectItems(db, loginId, null);
  const today = newYorkDay(now);
  return rows.filter((row) => word === "all" || isWaiting(row, today)).map(encodeItem);
}

function isWaiting({ ifaType, ifaStatus, startOn, expiresOn }: ItemRow, today: Day): boolean {
  // A notice that was viewed needs nothing more.
  const isOpen = ifaStatus === "I" || (ifaStatus === "V" && ifaType !== "NO");
  return isOpen && startOn <= today && (expiresOn === null || today <= expiresOn);
}
