// Notifying the members of an account that a subscription of theirs was rejected.
import type { AccountNumber, Id } from "@bursar/values/ids";
import type { WriteContext } from "../../../platform/change/context.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { notifyMembers } from "../../clients-and-accounts/agreements/changes.ts";
import type { OrderNote } from "./order-change.ts";
import type { OrderRow } from "./order-row.ts";

/** A note on the account of a subscription, with the items that inform members of it, if any. */
export type NotifiedNote = OrderNote & {
  readonly detail?: { readonly itemsCreated: readonly Id[] };
};

/** The note on the account of a changed subscription, with the items that inform of it if it was
 * rejected. */
export async function withRejection(
  tx: Tx,
  ctx: Pick<WriteContext, "now" | "newId">,
  { note, after }: { readonly note: OrderNote; readonly after: OrderRow },
): Promise<NotifiedNote> {
  if (after.orderStatus !== "REJECTED") return note;
  const accountNumber = after.accountNumber as AccountNumber;
  const text = `The subscription of ${after.requestedAmount} to a private placement was rejected.`;
  const kind = "rejectedOrder";
  const { itemsCreated, events } = await notifyMembers(tx, ctx, { accountNumber, kind, text });
  return { ...note, detail: { itemsCreated }, events: [...note.events, ...events] };
}
