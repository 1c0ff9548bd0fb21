// The callers that see subscriptions to an offer: the operator and the firms that created and issue
// it all, others those of accounts of which they see the details. (interface 5)

import type { Id } from "@bursar/values/ids";
import { type Caller, clientsInView, kindOfCaller } from "../../../platform/change/context.ts";
import type { Reader } from "../../../platform/store/db.ts";
import { mayMove } from "../../../values/life-cycle.ts";
import { accountsInView } from "../../clients-and-accounts/accounts/reads.ts";
import { firmsOfOffers } from "../offers/reads.ts";
import { orderLifeCycle } from "./life-cycle.ts";
import type { OrderOfOfferRow } from "./order-row.ts";

/** The subscriptions to an offer, among some, that the caller sees. A caller who is here for a
 * client sees what the client does. */
export async function ordersInView(
  db: Reader,
  caller: Caller,
  orders: readonly OrderOfOfferRow[],
): Promise<readonly OrderOfOfferRow[]> {
  if (clientsInView(caller).length === 0 && (await isPartyTo(db, caller, orders))) return orders;
  const seen = await accountsInView(
    db,
    caller,
    orders.map(({ accountNumber }) => accountNumber),
    "detail",
  );
  return orders.filter(({ accountNumber }) => seen.has(accountNumber));
}

async function isPartyTo(
  db: Reader,
  { firm }: Caller,
  orders: readonly OrderOfOfferRow[],
): Promise<boolean> {
  if (firm.kind === "operator") return true;
  const offers: readonly Id[] = [...new Set(orders.map(({ offerOid }) => offerOid))];
  const firms = await firmsOfOffers(db, offers);
  return offers.every((offerOid) => {
    const { creatingFirmOid, issuingFirmOid } = firms.get(offerOid) ?? {};
    return firm.oid === creatingFirmOid || firm.oid === issuingFirmOid;
  });
}

/** The given subscriptions that the caller may withdraw: whose account it sees, and of a client owns. */
export async function withdrawableOrders(
  db: Reader,
  caller: Caller,
  orders: readonly OrderOfOfferRow[],
): Promise<ReadonlySet<Id>> {
  const by = kindOfCaller(caller);
  const step = { to: "CANCELLED", by, through: "updatePrivatePlacementOrder" } as const;
  const open = orders.filter(({ orderStatus: from }) => mayMove(orderLifeCycle, { from, ...step }));
  const numbers = [...new Set(open.map(({ accountNumber }) => accountNumber))];
  const own = await accountsInView(db, caller, numbers, "owner");
  return new Set(
    open.filter(({ accountNumber }) => own.has(accountNumber)).map(({ orderOid }) => orderOid),
  );
}
