// Ending a folio's subscription to a model. (interface 4.23)
import type { Context } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { notFound } from "../../../values/problem.ts";
import { lockAccountForCaller } from "../../clients-and-accounts/accounts/changes.ts";
import { folioNotFound, hasFolio } from "../../clients-and-accounts/accounts/reads.ts";
import { removeModelSubscriptionEntry } from "./entries.ts";
import { modelSubscriptionErrors } from "./errors.ts";
import { subscriptionRemoved } from "./events.ts";
import { deleteSubscription, selectSubscription } from "./queries.ts";

/** Ends a subscription; 404 where there is no such folio, or it has none. */
export async function removeModelSubscription(
  ctx: Context,
  accountNumber: string,
  folioNumber: string,
): Promise<void> {
  await write(ctx, removeModelSubscriptionEntry, async (tx) => {
    const account = await lockAccountForCaller(tx, ctx.caller, accountNumber, "papers");
    if (!(await hasFolio(tx, account.number, folioNumber))) throw folioNotFound();
    const subscription = await selectSubscription(tx, account.number, folioNumber);
    if (subscription === undefined) throw notFound(modelSubscriptionErrors.notFound);

    deleteSubscription(tx, account.number, folioNumber);
    const events = [subscriptionRemoved({ folioNumber, modelOid: subscription.modelOid })];
    const before = { folioNumber, subscription };
    return { value: null, audit: [{ subject: account.number, before, events }] };
  });
}
