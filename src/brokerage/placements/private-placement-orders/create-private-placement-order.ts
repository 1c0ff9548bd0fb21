// Subscribing an account to a private placement offer. (interface 6.4)
import type { Context } from "../../../platform/change/context.ts";
import type { EventNote } from "../../../platform/change/event.ts";
import { write } from "../../../platform/change/write.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { Refusal, refuseFor, ruleProblem } from "../../../values/problem.ts";
import { lockAccountForCaller } from "../../clients-and-accounts/accounts/changes.ts";
import { lockOfferForOrder, signDocuments, startOffer } from "../offers/changes.ts";
import { documentSigned } from "../offers/reads.ts";
import { insertOrder } from "./change-queries.ts";
import { createPrivatePlacementOrderEntry } from "./entries.ts";
import { orderErrors } from "./errors.ts";
import { eventOfOrder } from "./events.ts";
import { gatherSubscription } from "./gather-subscription.ts";
import { type OrderRow, recordOf } from "./order-row.ts";
import { isBlueSkyException, problemsWithNew } from "./rules.ts";
import type { NewOrder } from "./schema.ts";
import { subscriberOf } from "./subscriber.ts";

type Gathered = Awaited<ReturnType<typeof gatherSubscription>>;

/** Subscribes an account, signs the documents that the member has viewed, and brings the offer in
 * progress; returns the id of the subscription. */
export async function createPrivatePlacementOrder(
  ctx: Context,
  accountNumber: string,
  request: NewOrder,
): Promise<string> {
  const { privatePlacementOfferOid: offerOid, requestedDollarAmount: amount } = request;
  const { investmentLimitCertified: certified = false } = request;
  const loginId = subscriberOf(ctx.caller);
  return write(
    ctx,
    createPrivatePlacementOrderEntry,
    async (tx) => {
      // The offer is locked before the account, so that two subscriptions are judged in turn.
      const locked = await lockOfferForOrder(tx, ctx.caller, offerOid);
      const account = await lockAccountForCaller(tx, ctx.caller, accountNumber, "owner");
      if (locked === undefined) throw new Refusal(400, [ruleProblem(orderErrors.offer)]);
      const asked = { amount, certified, loginId };
      const gathered = await gatherSubscription(tx, ctx, { locked, account }, asked);
      refuseFor(problemsWithNew(gathered));

      const order = orderOf(ctx, request, gathered);
      insertOrder(tx, order, signatureOf(ctx));
      const signed = sign(tx, ctx, gathered);
      const started = await startOffer(tx, gathered.offer, ctx.now);
      const note = {
        before: { offer: started.before },
        after: { order: recordOf(order), offer: started.after },
      };
      const created = eventOfOrder(undefined, order);
      const seenByAccount = eventOfOrder(undefined, order, [], { account: account.number });
      const audit = [
        { ...note, subject: account.number, events: [created] },
        {
          ...note,
          subject: `offer:${offerOid}`,
          events: [seenByAccount, ...signed, ...started.events],
        },
      ];
      return { value: order.orderOid, audit };
    },
    { refusals: { private_placement_order_once: ruleProblem(orderErrors.unique) } },
  );
}

function orderOf(ctx: Context, request: NewOrder, gathered: Gathered): OrderRow {
  const { discretionary = false, solicited = false, reasonForTrade = "NS" } = request;
  const { accountNumber, loginId, offer, amount, certified } = gathered;
  return {
    accountNumber,
    orderOid: ctx.newId(),
    offerOid: offer.offerOid,
    loginId,
    orderStatus: "INITIAL",
    requestedAmount: amount,
    fillAmount: null,
    shareQuantity: null,
    folioOrderOid: null,
    discretionary,
    solicited,
    reasonForTrade,
    investmentLimitCertified: certified,
    blueSkyException: isBlueSkyException(gathered),
    deMinimisAccepted: false,
    physicalSignatureReceived: false,
    accredited: null,
    comment: null,
    signedDocuments: documentsToSign(gathered).map(({ id, version }) => ({ id, version })),
    createdAt: ctx.now,
    modifiedAt: ctx.now,
  };
}

function documentsToSign({ offer, documents }: Gathered) {
  if (offer.documentationExternal) return [];
  return documents.filter(({ signable, isViewed }) => signable && isViewed);
}

/** Marks the documents as signed, and returns the events of those that were not before. */
function sign(tx: Tx, { now: at }: Context, gathered: Gathered): EventNote[] {
  const { offer, loginId } = gathered;
  const documents = documentsToSign(gathered).filter(({ isSigned }) => !isSigned);
  signDocuments(tx, { offerOid: offer.offerOid, loginId, at }, documents);
  return documents.map(({ id, version }) => documentSigned({ documentId: id, version, loginId }));
}

function signatureOf({ caller, requestId, address }: Context) {
  const callerLoginId = (caller.member ?? caller.actingFor)?.loginId ?? null;
  return { apiUserId: caller.apiUserId, callerLoginId, requestId, address };
}
