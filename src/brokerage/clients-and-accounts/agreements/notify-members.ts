// Notices to the members of an account: items `NO` for its owners, and for the permitted members who have
// asked for such alerts and see the account's details. (interface 6.3)
import { newYorkDay } from "@bursar/values/dates";
import type { AccountNumber, Id } from "@bursar/values/ids";
import type { WriteContext } from "../../../platform/change/context.ts";
import type { EventNote } from "../../../platform/change/event.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { membersToNotify } from "../permissions/reads.ts";
import { addNotice } from "./add-notice.ts";
import { itemCreated } from "./events.ts";

/** The notices of members: the title of the item, and whether it counts as a limited alert. */
const notices = {
  holdingEvent: { title: "A company that you hold has announced an event", isLimited: false },
  returnedMoney: { title: "Money was returned", isLimited: false },
  rejectedOrder: { title: "An order was rejected", isLimited: false },
  statement: { title: "A statement is available", isLimited: true },
  confirmation: { title: "A confirmation is available", isLimited: true },
} as const;

/** A notice to the members of an account. */
export interface MemberNotice {
  readonly accountNumber: AccountNumber;
  readonly kind: keyof typeof notices;
  readonly text: string;
}

/** The items that were made, and their events. */
export interface Notified {
  readonly itemsCreated: readonly Id[];
  readonly events: readonly EventNote[];
}

/** Notifies the members of an account, which the transaction has locked. */
export async function notifyMembers(
  tx: Tx,
  { now, newId }: Pick<WriteContext, "now" | "newId">,
  { accountNumber, kind, text }: MemberNotice,
): Promise<Notified> {
  const { title, isLimited } = notices[kind];
  const alertLevels = isLimited ? ["all", "limited"] : ["all"];
  const members = await membersToNotify(tx, accountNumber, alertLevels);
  const items = members.map((loginId) => ({ id: newId(), loginId, ifaType: "NO" as const }));
  for (const item of items) {
    addNotice(tx, { ...item, accountNumber, startOn: newYorkDay(now) }, { title, text });
  }
  return {
    itemsCreated: items.map(({ id }) => id),
    events: items.map((item) => itemCreated({ ...item, ifaStatus: "I" })),
  };
}
