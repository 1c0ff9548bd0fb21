// Trying a webhook: an event of its own is sent to it. (docs/events.md)
import type { Context } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { refuseFor } from "../../../values/problem.ts";
import { lockWebhookForCaller, statusOf, subjectOf } from "./changes.ts";
import { pingWebhookEntry } from "./entries.ts";
import { webhookPinged } from "./events.ts";
import { problemsWithPing } from "./rules.ts";

/** Has an event sent to a webhook, once, whatever its types; its delivery is listed. */
export async function pingWebhook(ctx: Context, webhookId: string): Promise<void> {
  await write(ctx, pingWebhookEntry, async (tx) => {
    const webhook = await lockWebhookForCaller(tx, ctx.caller, webhookId);
    refuseFor(problemsWithPing(statusOf(webhook)));
    const detail = { webhookId: webhook.id };
    const events = [webhookPinged(detail)];
    return { value: null, audit: [{ subject: subjectOf(webhook), detail, events }] };
  });
}
