// Removing a webhook. (docs/events.md)
import type { Context } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { lockWebhookForCaller, noted, statusOf, subjectOf } from "./changes.ts";
import { deleteWebhookEntry } from "./entries.ts";
import { deleteWebhookRows } from "./queries.ts";

/** Removes a webhook with its deliveries: nothing more is sent. */
export async function deleteWebhook(ctx: Context, webhookId: string): Promise<void> {
  await write(ctx, deleteWebhookEntry, async (tx) => {
    const webhook = await lockWebhookForCaller(tx, ctx.caller, webhookId);
    await ctx.condition?.judge(tx);
    deleteWebhookRows(tx, webhook.id);
    const entry = {
      subject: subjectOf(webhook),
      before: { webhook: noted({ ...webhook, status: statusOf(webhook) }) },
      detail: { webhookId: webhook.id },
    };
    return { value: null, audit: [entry] };
  });
}
