// Placing an approved subscription whose cash is required by now, as the sweep does it.
// (interface 2.3)

import { newYorkDay } from "@bursar/values/dates";
import type { AccountNumber, Id } from "@bursar/values/ids";
import type { WriteContext } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { lockAccount } from "../../clients-and-accounts/accounts/changes.ts";
import { addNotice, itemCreated } from "../../clients-and-accounts/agreements/changes.ts";
import { lockOffer, selectOffer } from "../offers/changes.ts";
import { isCashRequired } from "../offers/reads.ts";
import { placedOrder } from "./changes.ts";
import { placeDueOrderEntry } from "./entries.ts";
import { notesOfOrder } from "./order-change.ts";
import type { OrderRow } from "./order-row.ts";
import { isPaidFor, problemsWithPlacing } from "./placing-rules.ts";
import { selectOrder } from "./queries.ts";
import {
  type DueOrder,
  selectPlacingFacts,
  updateCashNotice,
  updateOrderState,
} from "./state-queries.ts";

/** Places a subscription, or informs its member once that the cash is missing; returns whether
 * either was due. */
export async function placeDueOrder(
  ctx: WriteContext,
  { accountNumber, orderOid, offerOid }: DueOrder,
): Promise<boolean> {
  return write(ctx, placeDueOrderEntry, async (tx) => {
    await lockOffer(tx, offerOid);
    lockAccount(tx, accountNumber);
    const [offer, order, [facts]] = await Promise.all([
      selectOffer(tx, offerOid),
      selectOrder(tx, accountNumber, orderOid),
      selectPlacingFacts(tx, offerOid, [accountNumber]),
    ]);
    const isAccepted = order?.orderStatus === "ACCEPTED";
    const nothing = { value: false, audit: [] };
    if (!isAccepted || !facts || !isCashRequired(offer, newYorkDay(ctx.now))) return nothing;

    const placing = { ...facts, fillAmount: order.fillAmount };
    if (problemsWithPlacing(placing).length === 0) {
      const placed = placedOrder(order, ctx);
      updateOrderState(tx, placed);
      return { value: true, audit: notesOfOrder(order, placed) };
    }
    if (isPaidFor(placing) || facts.isNotified) return nothing;
    const id = askForCash(tx, ctx, { accountNumber, order, offerName: offer.offerName });
    const { loginId } = order;
    const events = [itemCreated({ id, loginId, ifaType: "NO", ifaStatus: "I" })];
    const [note] = notesOfOrder(order);
    return { value: true, audit: [{ ...note, events, detail: { itemCreated: id } }] };
  });
}

interface Unpaid {
  readonly accountNumber: AccountNumber;
  readonly order: OrderRow;
  readonly offerName: string;
}

/** Informs the member of a subscription that its cash is missing, and returns the id of the item. */
function askForCash(
  tx: Tx,
  { now, newId }: WriteContext,
  { accountNumber, order, offerName }: Unpaid,
): Id {
  const id = newId();
  const text =
    `The subscription to ${offerName} was approved for ${order.fillAmount}, which the cash of the ` +
    "account does not cover. It is placed once the cash is there.";
  const of = { accountNumber, id, loginId: order.loginId };
  const item = { ...of, ifaType: "NO", startOn: newYorkDay(now) } as const;
  addNotice(tx, item, { title: "Cash is required for a private placement", text });
  updateCashNotice(tx, order);
  return id;
}
