// Deciding on a subscription as the issuing firm, and processing it as the operator. (interface 2.3)
import assert from "node:assert/strict";
import { newYorkDay } from "@bursar/values/dates";
import { isZero } from "@bursar/values/decimal";
import { type Id, isAccountNumber, isId } from "@bursar/values/ids";
import type { NoteOf } from "../../../platform/change/audit-entry.ts";
import type { Context } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { exemptions } from "../../../reference/codes.ts";
import { notFound, refuseFor } from "../../../values/problem.ts";
import { lockForBooking } from "../../books/account-books/changes.ts";
import { lockAccount } from "../../clients-and-accounts/accounts/changes.ts";
import { selectAccountOwners } from "../../clients-and-accounts/accounts/reads.ts";
import { addToApprovedTotals, lockOfferForIssuer } from "../offers/changes.ts";
import { isCashRequired, isDecidable, type OfferRow } from "../offers/reads.ts";
import { bookOrder, type SecurityOfOffer, securityOfOffer } from "./book-order.ts";
import {
  type DecisionFacts,
  deMinimisAfter,
  fillAfter,
  isNoDecision,
  problemsWithDecision,
  statusAfter,
} from "./decision-rules.ts";
import type { OrderDecision } from "./decision-schema.ts";
import { decideOrderEntry } from "./entries.ts";
import { orderErrors } from "./errors.ts";
import { countedInvestors, selectInvestors } from "./gather-subscription.ts";
import { areAccredited, areVerified, areWithinCounts, type Investors } from "./investors.ts";
import { withRejection } from "./notify-of-rejection.ts";
import { approvedBy, notesOfOrder, stepped } from "./order-change.ts";
import type { OrderRow } from "./order-row.ts";
import { selectOrder } from "./queries.ts";
import {
  type PlacingFacts,
  selectAccountOfOrder,
  selectPlacingFacts,
  updateBookedBy,
  updateOrderState,
} from "./state-queries.ts";
import { statusByTime } from "./status-by-time.ts";

/** Names a subscription to an offer. */
interface OrderPath {
  readonly offerOid: string;
  readonly orderOid: string;
}

/** Decides on a subscription, or processes it; 404 when the offer has none with this id. */
export async function decideOrder(
  ctx: Context,
  path: OrderPath,
  request: OrderDecision,
): Promise<void> {
  await write(ctx, decideOrderEntry, async (tx) => {
    const offer = await lockOfferForIssuer(tx, ctx.caller, path.offerOid);
    const accountNumber = await accountOf(tx, offer.offerOid, path.orderOid);
    const isBooking = request.orderStatus === "COMPLETE";
    const security = isBooking ? await securityOfOffer(tx, ctx, offer) : undefined;
    if (isBooking) await lockForBooking(tx, accountNumber, []);
    lockAccount(tx, accountNumber);
    const [order, [placing]] = await Promise.all([
      selectOrder(tx, accountNumber, path.orderOid as Id),
      selectPlacingFacts(tx, offer.offerOid, [accountNumber]),
    ]);
    assert(order && placing, "the subscription was found before its account was locked");
    const known = { order, offer, placing, investors: await investorsOf(tx, ctx, placing) };
    refuseFor(problemsWithDecision(request, await factsOf(tx, ctx, known)));
    if (isNoDecision(request, order)) return { value: null, audit: [] };
    return { value: null, audit: await storeDecision(tx, ctx, { ...known, request, security }) };
  });
}

async function accountOf(tx: Tx, offerOid: Id, orderOid: string) {
  const found = isId(orderOid) ? await selectAccountOfOrder(tx, offerOid, orderOid) : undefined;
  if (found === undefined || !isAccountNumber(found)) throw notFound(orderErrors.notFound);
  return found;
}

async function investorsOf(
  tx: Tx,
  { now }: Context,
  { accountNumber: number, accountType }: PlacingFacts,
): Promise<Investors> {
  const owners = await selectAccountOwners(tx, number);
  return selectInvestors(tx, { number, accountType }, owners, newYorkDay(now));
}

/** A subscription, its offer and its investors, under the locks. */
interface Known {
  readonly order: OrderRow;
  readonly offer: OfferRow;
  readonly placing: PlacingFacts;
  readonly investors: Investors;
}

async function factsOf(
  tx: Tx,
  { caller, now }: Context,
  { order, offer, placing, investors }: Known,
): Promise<DecisionFacts> {
  const today = newYorkDay(now);
  const counted = await countedInvestors(tx, offer, today);
  const isVerificationNeeded = exemptions.lastInForce(offer.exemption, today)?.verified === true;
  return {
    order,
    offer,
    cash: placing.cash,
    inForce: placing.inForce,
    by: caller.firm.kind === "operator" ? "operator" : "issuing",
    byTime: statusByTime(order, offer, today),
    isDecidable: isDecidable(offer, today),
    isCashRequired: isCashRequired(offer, today),
    areWithinCounts: areWithinCounts(offer.exemption, investors, counted),
    areVerified: !isVerificationNeeded || areVerified(investors),
  };
}

interface Decided extends Known {
  readonly request: OrderDecision;
  readonly security: SecurityOfOffer | undefined;
}

async function storeDecision(
  tx: Tx,
  ctx: Context,
  { order, offer, investors, request, security }: Decided,
): Promise<NoteOf<typeof decideOrderEntry>[]> {
  const decided = decidedOrder(ctx, request, { order, investors });
  const { fillAmount } = order;
  if (security === undefined || fillAmount === null) {
    await storeAfter(tx, order, decided);
    const [note, onOffer] = notesOfOrder(order, decided);
    return [await withRejection(tx, ctx, { note, after: decided }), onOffer];
  }
  const toBook = { order: { ...order, fillAmount }, offer, request, ...security };
  const { bought, transactionIds, foliosComputed, events } = await bookOrder(tx, ctx, toBook);
  const booked = { ...decided, fillAmount: bought.paid, shareQuantity: bought.shares };
  await storeAfter(tx, order, booked);
  const [cashId, buyId] = transactionIds;
  assert(cashId && buyId, "a journal and a purchase were booked");
  updateBookedBy(tx, booked, [cashId, buyId]);
  const [ofAccount, ofOffer] = notesOfOrder(order, booked);
  const { securityId, isNew } = security;
  return [
    {
      ...ofAccount,
      detail: { transactionIds, foliosComputed },
      events: [...ofAccount.events, ...events],
    },
    { ...ofOffer, ...(isNew && { detail: { securityMade: securityId } }) },
  ];
}

/** The subscription once it is decided; what was paid is known when it is booked. */
function decidedOrder(
  { now, newId }: Context,
  request: OrderDecision,
  { order, investors }: Pick<Known, "order" | "investors">,
): OrderRow {
  const orderStatus = statusAfter(request, order);
  const isAccepted = orderStatus === "ACCEPTED";
  const isFirst = isAccepted && order.orderStatus === "INITIAL";
  const isEnded = orderStatus === "REJECTED" || orderStatus === "CANCELLED";
  return stepped(
    order,
    {
      orderStatus,
      fillAmount: isAccepted ? fillAfter(request, order) : isEnded ? null : order.fillAmount,
      folioOrderOid: orderStatus === "ORDER_CREATED" ? newId() : order.folioOrderOid,
      comment: request.comment ?? order.comment,
      physicalSignatureReceived:
        order.physicalSignatureReceived || request.physicalSignatureReceived === true,
      deMinimisAccepted: isFirst ? deMinimisAfter(request, order) : order.deMinimisAccepted,
      accredited: isFirst ? areAccredited(investors) : order.accredited,
    },
    now,
  );
}

async function storeAfter(tx: Tx, before: OrderRow, after: OrderRow): Promise<void> {
  updateOrderState(tx, after);
  const change = approvedBy(before, after);
  if (!isZero(change)) await addToApprovedTotals(tx, [{ offerOid: after.offerOid, change }]);
}
