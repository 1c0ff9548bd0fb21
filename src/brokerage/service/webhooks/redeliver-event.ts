// Sending something again. (docs/events.md)

import { isId } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { notFound, refuseFor } from "../../../values/problem.ts";
import { lockWebhookForCaller, statusOf, subjectOf } from "./changes.ts";
import { lockDelivery, updateRequested } from "./delivery-queries.ts";
import { redeliverEventEntry } from "./entries.ts";
import { webhookErrors } from "./errors.ts";
import { problemsWithRedelivery } from "./rules.ts";

/** Has a delivery sent again, once, at once and outside the order of its subject; 404 when the webhook
 * has none with this id. */
export async function redeliverEvent(
  ctx: Context,
  { webhookId, deliveryId }: { readonly webhookId: string; readonly deliveryId: string },
): Promise<void> {
  await write(ctx, redeliverEventEntry, async (tx) => {
    const webhook = await lockWebhookForCaller(tx, ctx.caller, webhookId);
    const delivery = isId(deliveryId) ? await lockDelivery(tx, webhook.id, deliveryId) : undefined;
    if (delivery === undefined) throw notFound(webhookErrors.deliveryNotFound);
    refuseFor(problemsWithRedelivery(statusOf(webhook), delivery.status));
    updateRequested(tx, webhook.id, delivery.id, ctx.realNow);
    const detail = { webhookId: webhook.id, deliveryId: delivery.id };
    return { value: null, audit: [{ subject: subjectOf(webhook), detail }] };
  });
}
