// Changing a subscription, or withdrawing it, by its account. (interface 6.4)

import { newYorkDay } from "@bursar/values/dates";
import { isZero } from "@bursar/values/decimal";
import { isId } from "@bursar/values/ids";
import { type Context, kindOfCaller } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { notFound, type Problem, refuseFor } from "../../../values/problem.ts";
import { lockAccountForCaller } from "../../clients-and-accounts/accounts/changes.ts";
import type { AccountInView } from "../../clients-and-accounts/accounts/reads.ts";
import { addToApprovedTotals, type LockedOffer, lockOfferForOrder } from "../offers/changes.ts";
import { updateOrderTerms } from "./change-queries.ts";
import { updatePrivatePlacementOrderEntry } from "./entries.ts";
import { orderErrors } from "./errors.ts";
import { eventOfOrder } from "./events.ts";
import { gatherSubscription } from "./gather-subscription.ts";
import { approvedBy } from "./order-change.ts";
import { type OrderRow, recordOf } from "./order-row.ts";
import { selectOrder } from "./queries.ts";
import { problemsWithAmount } from "./rules.ts";
import type { OrderUpdate } from "./schema.ts";
import { updateOrderState } from "./state-queries.ts";
import { statusByTime } from "./status-by-time.ts";
import { problemsWithUpdate, standingOrder } from "./update-rules.ts";

/** Names a subscription of an account. */
export interface OrderPath {
  readonly accountNumber: string;
  readonly orderOid: string;
}

interface Locked {
  readonly account: AccountInView;
  readonly locked: LockedOffer | undefined;
  readonly stored: OrderRow | undefined;
}

/** Changes what was asked for, or withdraws it; 404 when the account has no such subscription. */
export async function updatePrivatePlacementOrder(
  ctx: Context,
  path: OrderPath,
  request: OrderUpdate,
): Promise<void> {
  await write(ctx, updatePrivatePlacementOrderEntry, async (tx) => {
    const { account, locked, stored } = await lockOrder(tx, ctx, path);
    if (locked === undefined || stored === undefined) throw notFound(orderErrors.notFound);
    const standing = standingOrder(stored, request, ctx.now);
    const { after, fields } = standing;
    const otherFields = fields.filter((name) => name !== "orderStatus");
    const isOtherAmount = fields.includes("requestedDollarAmount");
    const byTime = statusByTime(stored, locked.offer, newYorkDay(ctx.now));
    const judged = { by: kindOfCaller(ctx.caller), byTime };
    // Without the step there is nothing else to judge.
    refuseFor(problemsWithUpdate(request, stored, standing, judged));
    if (isOtherAmount) refuseFor(await problemsOfAmount(tx, ctx, { account, locked }, after));
    if (fields.length === 0) return { value: null, audit: [] };

    updateOrderTerms(tx, after);
    updateOrderState(tx, after);
    const change = approvedBy(stored, after);
    if (!isZero(change)) await addToApprovedTotals(tx, [{ offerOid: stored.offerOid, change }]);
    const note = { before: { order: recordOf(stored) }, after: { order: recordOf(after) } };
    const sight = { account: account.number };
    const audit = [
      { ...note, subject: account.number, events: [eventOfOrder(stored, after, otherFields)] },
      {
        ...note,
        subject: `offer:${stored.offerOid}`,
        events: [eventOfOrder(stored, after, otherFields, sight)],
      },
    ];
    return { value: null, audit };
  });
}

/** The offer is locked before the account, and the subscription read again under both. */
async function lockOrder(
  tx: Tx,
  { caller }: Context,
  { accountNumber, orderOid }: OrderPath,
): Promise<Locked> {
  const known = isId(orderOid) ? await selectOrder(tx, accountNumber, orderOid) : undefined;
  const locked = known && (await lockOfferForOrder(tx, caller, known.offerOid));
  const account = await lockAccountForCaller(tx, caller, accountNumber, "owner");
  const stored = known && (await selectOrder(tx, accountNumber, known.orderOid));
  return { account, locked, stored };
}

async function problemsOfAmount(
  tx: Tx,
  ctx: Context,
  held: { readonly account: AccountInView; readonly locked: LockedOffer },
  { requestedAmount: amount, investmentLimitCertified: certified, loginId }: OrderRow,
): Promise<Problem[]> {
  return problemsWithAmount(
    await gatherSubscription(tx, ctx, held, { amount, certified, loginId }),
  );
}
